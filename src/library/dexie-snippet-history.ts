import { sha256 } from "#domain/sha256.ts";
import { SNIPPET_LADDER, type Snippet, type SnippetStatus, type SnippetVersion } from "#domain/snippet.ts";
import { moduleKey, toolNameOf, toolPath } from "#domain/tool-module.ts";
import type { RunRow } from "#storage/database.ts";
import type { StorageHealth } from "#storage/port.ts";
import { readOr } from "#storage/read-or.ts";
import { changeSnippet, type SnippetStore, step } from "./change-snippet.ts";
import { dedent } from "./dedent.ts";
import type { SaveOutcome, SnippetHistory, SnippetUsage } from "./port.ts";

/** Past bodies, the way down the ladder, and use: all from what this browser keeps. */
export function createSnippetHistory(store: SnippetStore & { readonly health: StorageHealth }): SnippetHistory {
  const { database, health } = store;
  return {
    versions: (id) =>
      readOr<readonly SnippetVersion[]>(health, [], () =>
        database.snippetVersions.where("[snippet+version]").between([id, 0], [id, Number.POSITIVE_INFINITY]).reverse().toArray(),
      ),

    async rollBack(id, version, reason): Promise<SaveOutcome> {
      if (reason.trim() === "") return { ok: false, message: "Say why it goes back." };
      const kept = await readOr(health, undefined, () => database.snippetVersions.get([id, version]));
      if (kept === undefined) return { ok: false, message: `Version ${version} is not here any more.` };
      return changeSnippet(
        store,
        id,
        (before, time) => (before.version === version ? `Version ${version} is the current one.` : { ...before, ...kept.body, tool: null, updatedAt: time }),
        `Rolled back to version ${version}: ${reason.trim()}`,
      );
    },

    demote: (id, to, reason) =>
      changeSnippet(store, id, (before, time) => {
        if (rankOf(to) >= rankOf(before.status)) return `It is ${before.status}; ${to} is no step down.`;
        if (reason.trim() === "") return "Say why it goes down.";
        return {
          ...before,
          status: to,
          review: rankOf(to) < rankOf("reviewed") ? null : before.review,
          trail: [...before.trail, step(before, to, time, reason.trim())],
          updatedAt: time,
        };
      }),

    deprecate: (id, reason) =>
      changeSnippet(store, id, (before, time) => {
        const told = (words: string) => [...before.trail, step(before, before.status, time, words)];
        if (reason === null) return { ...before, deprecated: null, trail: told("Taken into use again."), updatedAt: time };
        if (reason.trim() === "") return "Say why nobody should use it any more.";
        return { ...before, deprecated: { time, reason: reason.trim() }, trail: told(`Deprecated: ${reason.trim()}`), updatedAt: time };
      }),

    async usages(): Promise<ReadonlyMap<string, SnippetUsage>> {
      const rows = await readOr(health, [], () => database.runs.where("tools").above("").distinct().toArray());
      const imported = await snippetsOfModules(store, new Set(rows.flatMap(({ tools }) => tools)));
      const calls = new Map<string, Call[]>();
      for (const row of rows) {
        const direct = new Set(row.tools.filter((tool) => toolNameOf(tool) === null));
        const through = new Set(row.tools.flatMap((tool) => imported.get(tool) ?? []).filter((id) => !direct.has(id)));
        for (const id of [...direct, ...through]) calls.set(id, [...(calls.get(id) ?? []), { row, byTool: through.has(id) }]);
      }
      return new Map([...calls].map(([id, own]) => [id, usageOf(own)]));
    },

    async usedBy(id): Promise<readonly Snippet[]> {
      const all = await readOr(health, [], () => database.snippets.toArray());
      const name = all.find((snippet) => snippet.id === id)?.name;
      return name === undefined ? [] : all.filter((snippet) => snippet.id !== id && snippet.uses.some((use) => use.name === name));
    },
  };
}

function rankOf(status: SnippetStatus): number {
  return SNIPPET_LADDER.indexOf(status);
}

/** A run in which a tool was called. */
interface Call {
  readonly row: RunRow;
  readonly byTool: boolean;
}

/** The snippets that modules are of, by their keys: a version's name and text make its module. */
async function snippetsOfModules({ database, health }: Parameters<typeof createSnippetHistory>[0], keys: ReadonlySet<string>) {
  const names = new Set([...keys].map(toolNameOf).filter((name) => name !== null));
  const versions = names.size === 0 ? [] : await readOr(health, [], () => database.snippetVersions.filter(({ body }) => names.has(body.name)).toArray());
  const ids = new Map<string, Set<string>>();
  for (const { snippet, body } of versions) {
    const key = moduleKey({ path: toolPath(body.name), sha256: await sha256(dedent(body.code)) });
    if (keys.has(key)) ids.set(key, (ids.get(key) ?? new Set()).add(snippet));
  }
  return new Map([...ids].map(([key, found]) => [key, [...found]]));
}

function usageOf(calls: readonly Call[]): SnippetUsage {
  const rows = calls.map(({ row }) => row);
  const good = rows.filter(({ record }) => record.status === "ok");
  const byTools = calls.filter(({ byTool }) => byTool).length;
  return { calls: rows.length, byTools, succeeded: good.length, lastCall: latest(rows), lastSuccess: latest(good) };
}

function latest(rows: readonly { readonly startedAt: string }[]): string | null {
  return rows.reduce<string | null>((newest, { startedAt }) => (newest === null || startedAt > newest ? startedAt : newest), null);
}
