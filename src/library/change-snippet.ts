import type { Snippet, SnippetBody, StatusChange } from "#domain/snippet.ts";
import type { SkepDatabase } from "#storage/database.ts";
import { writeOutcome } from "#storage/write-outcome.ts";
import { bodyOf, bodyText } from "./body-hash.ts";
import type { SaveOutcome } from "./port.ts";

export interface SnippetStore {
  readonly database: SkepDatabase;
  readonly now: () => Date;
}

/**
 * Changes one snippet, whole or not at all. What every change has to hold, holds here: another body is another version, and
 * a draft without evidence and review, whatever the change says of them.
 * @param reason what the trail says of another body, in place of which parts of it changed
 * @param change makes the new snippet of the one that is there, or answers with why not, in words for a person
 */
export async function changeSnippet(
  { database, now }: SnippetStore,
  id: string,
  change: (before: Snippet, time: string) => Snippet | string,
  reason: string | null = null,
): Promise<SaveOutcome> {
  const answers: SaveOutcome[] = [];
  const outcome = await writeOutcome(() =>
    database.transaction("rw", database.snippets, database.snippetVersions, async () => {
      const before = await database.snippets.get(id);
      if (before === undefined) return void answers.push({ ok: false, message: "The snippet is not here any more." });
      const time = now().toISOString();
      const wanted = change(before, time);
      if (typeof wanted === "string") return void answers.push({ ok: false, message: wanted });
      const snippet = sentBack(before, wanted, time, reason);
      await database.snippets.put(snippet);
      await database.snippetVersions.put({ snippet: id, version: snippet.version, time, body: bodyOf(snippet) });
      answers.push({ ok: true, snippet });
    }),
  );
  const [answer] = answers;
  return outcome.ok && answer !== undefined ? answer : { ok: false, message: outcome.ok ? "Nothing was changed." : outcome.message };
}

/** One step of the trail, for a snippet whose status changes. */
export function step({ status, version }: Snippet, to: Snippet["status"], time: string, reason: string): StatusChange {
  return { time, from: status, to, version, reason };
}

function sentBack(before: Snippet, wanted: Snippet, time: string, reason: string | null): Snippet {
  if (bodyText(before) === bodyText(wanted)) return wanted;
  const version = before.version + 1;
  const snippet: Snippet = {
    ...wanted,
    version,
    status: "draft",
    evidence: null,
    review: null,
    updatedAt: time,
    tool: before.code === wanted.code ? wanted.tool : null,
  };
  if (before.status === "draft" && reason === null) return snippet;
  return { ...snippet, trail: [...wanted.trail, { ...step(before, "draft", time, reason ?? changeReason(before, wanted)), version }] };
}

const PARTS: readonly (readonly [keyof SnippetBody, string])[] = [
  ["name", "name"],
  ["description", "description"],
  ["code", "code"],
  ["tests", "tests"],
  ["packages", "packages"],
  ["uses", "pinned tools"],
];

/** Which parts of the body are others, in words. */
function changeReason(before: Snippet, after: Snippet): string {
  const parts = PARTS.filter(([key]) => bodyText({ ...bodyOf(before), [key]: after[key] }) !== bodyText(before)).map(([, word]) => word);
  return `Its ${parts.join(", ")} changed.`;
}
