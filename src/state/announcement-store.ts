import { createStore, type StoreApi } from "zustand/vanilla";
import { SNIPPET_LADDER, type Snippet } from "#domain/snippet.ts";
import type { Stores } from "./stores.ts";

/** What was said last to people who do not see the screen. */
export interface Announcement {
  readonly text: string;
  /** Another one each time: the same words twice are said twice. */
  readonly number: number;
}

export type AnnouncementStore = StoreApi<Announcement>;

type Watched = Pick<Stores, "workshop" | "packs" | "models" | "history" | "replay" | "library" | "device">;

/**
 * Tells what has come of something that goes on without the focus, and that its notice on screen does not say by itself: failures are alerts and
 * speak for themselves. The turns of a run are told apart from these.
 */
export function createAnnouncementStore({ workshop, packs, models, history, replay, library, device }: Watched): AnnouncementStore {
  const store = createStore<Announcement>()(() => ({ text: "", number: 0 }));
  const say = (text: string | null): void => {
    if (text !== null) store.setState(({ number }) => ({ text, number: number + 1 }));
  };
  workshop.subscribe(({ phase, recheck }, before) => {
    if (phase !== before.phase && phase.kind === "done") say(phase.message);
    if (recheck !== before.recheck && recheck?.kind === "done") say(recheck.message);
  });
  packs.subscribe(({ phase }, before) => {
    if (phase !== before.phase && phase.kind === "done") say(phase.message);
  });
  library.subscribe(({ snippets }, before) => {
    if (snippets !== null && before.snippets !== null && snippets !== before.snippets) say(stepsDown(snippets, before.snippets));
  });
  models.subscribe((now, before) => {
    if (now.note !== before.note) say(now.note);
    if (now.problems.length > before.problems.length) say(now.problems.at(-1) ?? null);
    if (now.engine.kind === "ready" && before.engine.kind === "loading") say(`${now.current?.name ?? "The model"} is loaded.`);
    for (const [id, presence] of Object.entries(now.presence)) {
      const old = before.presence[id];
      // What was here before this page looked is no news.
      if (presence.kind === "complete" && old !== undefined && old.kind !== "complete")
        say(`${now.models.find((model) => model.id === id)?.name ?? id} is downloaded.`);
    }
  });
  history.subscribe(({ notice, problem }, before) => {
    if (notice !== before.notice) say(notice);
    if (problem !== before.problem) say(problem);
  });
  replay.subscribe(({ replay: now }, before) => {
    if (now === before.replay || now.kind !== "compared") return;
    const { same, differences } = now.comparison;
    say(same ? "Compared: the same outputs." : differences.length === 0 ? "Nothing to compare." : `Compared: outputs that differ: ${differences.length}.`);
  });
  device.subscribe(({ erase }, before) => {
    if (erase !== before.erase && erase.kind === "erased") say("Everything was erased from this browser.");
  });
  return store;
}

/** Steps of snippets that no gate has told of: rolled back, demoted, deprecated or changed. */
function stepsDown(snippets: readonly Snippet[], before: readonly Snippet[]): string | null {
  const known = new Map(before.map((snippet) => [snippet.id, snippet]));
  const told = snippets.flatMap(({ id, name, trail }) => {
    const old = known.get(id);
    const last = trail.at(-1);
    if (old === undefined || last === undefined || trail.length <= old.trail.length) return [];
    const rank = SNIPPET_LADDER.indexOf(last.to) - SNIPPET_LADDER.indexOf(last.from);
    return rank > 0 ? [] : [`${name} is ${last.to}, version ${last.version}. ${last.reason}`];
  });
  return told.length === 0 ? null : told.join(" ");
}
