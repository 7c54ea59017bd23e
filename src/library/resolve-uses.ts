import { SNIPPET_LADDER, type Snippet, type SnippetStatus, type SnippetVersion, type ToolUse } from "#domain/snippet.ts";
import { signatureOf } from "./body-hash.ts";
import type { ToolSource } from "./call-program.ts";

/** A tool that another one imports, in the version that it is pinned to. */
export interface UsedTool extends ToolSource {
  readonly version: number;
  /** The highest that this version got to. */
  readonly status: SnippetStatus;
}

export type UsedTools =
  | {
      readonly ok: true;
      /** What the tool itself imports, pinned. */
      readonly pins: readonly ToolUse[];
      /** All that it needs beside it, what those import included, each once. */
      readonly tools: readonly UsedTool[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/** What is known of the snippets on this device. */
export interface SnippetSource {
  byName(name: string): Promise<readonly Snippet[]>;
  version(id: string, version: number): Promise<SnippetVersion | null>;
}

/** Tools that import tools that import tools …: deeper is a mistake. */
const MAXIMUM_TOOLS = 50;

/**
 * Finds the tools that a tool imports, and those that they import in turn.
 * @param name the tool's own name: importing itself is the shortest circle
 * @param imported names that its code imports
 * @param pins the versions that it was tested with; a name without a pin means the version of today
 */
export async function resolveUses(source: SnippetSource, name: string, imported: readonly string[], pins: readonly ToolUse[]): Promise<UsedTools> {
  const problems: string[] = [];
  const found = new Map<string, UsedTool>();
  const own: ToolUse[] = [];
  for (const wanted of imported) {
    const use = pins.find((pin) => pin.name === wanted) ?? (await pinOf(wanted));
    if (use === null) continue;
    own.push(use);
    await follow(use, [name]);
  }
  return problems.length > 0 ? { ok: false, problems: [...new Set(problems)] } : { ok: true, pins: own, tools: [...found.values()] };

  async function follow(use: ToolUse, path: readonly string[]): Promise<void> {
    if (path.includes(use.name))
      return void problems.push(`Tools import each other in a circle: ${[...path.slice(path.indexOf(use.name)), use.name].join(" → ")}.`);
    const before = found.get(use.name);
    if (before !== undefined) {
      if (before.version !== use.version) problems.push(`${use.name} is needed in version ${before.version} and in version ${use.version} at once.`);
      return;
    }
    if (found.size >= MAXIMUM_TOOLS) return void problems.push(`It needs more than ${MAXIMUM_TOOLS} other tools.`);
    const kept = await versionOf(use);
    if (kept === null) return;
    found.set(use.name, { name: use.name, code: kept.body.body.code, version: use.version, status: kept.status });
    for (const next of kept.body.body.uses) await follow(next, [...path, use.name]);
  }

  async function pinOf(wanted: string): Promise<ToolUse | null> {
    if (wanted === name) return { name, version: 0, bodyHash: "" };
    const candidates = (await source.byName(wanted)).filter(({ deprecated }) => deprecated === null);
    const top = Math.max(...candidates.map(({ status }) => SNIPPET_LADDER.indexOf(status)));
    const [best, rival] = candidates.filter(({ status }) => SNIPPET_LADDER.indexOf(status) === top);
    if (best === undefined) problems.push(`There is no tool called ${wanted} here.`);
    else if (rival !== undefined) problems.push(`Two tools are called ${wanted} and are ${best.status}; rename or deprecate one.`);
    else return { name: wanted, version: best.version, bodyHash: await signatureOf(best) };
    return null;
  }

  async function versionOf(use: ToolUse): Promise<{ readonly body: SnippetVersion; readonly status: SnippetStatus } | null> {
    for (const snippet of await source.byName(use.name)) {
      const body = await source.version(snippet.id, use.version);
      if (body !== null && (await signatureOf(body.body)) === use.bodyHash) return { body, status: statusOf(snippet, use.version) };
    }
    problems.push(`${use.name} is not here in version ${use.version}, which it was tested with.`);
    return null;
  }
}

/** The highest that one version of a snippet got to and was not sent down from. */
function statusOf(snippet: Snippet, version: number): SnippetStatus {
  if (snippet.version === version) return snippet.status;
  return snippet.trail.findLast((step) => step.version === version)?.to ?? "draft";
}
