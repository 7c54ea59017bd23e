import type { JsonValue } from "#domain/json-value.ts";
import { callProgram } from "#library/call-program.ts";
import type { CallOutcome } from "#library/port.ts";
import { resolveUses } from "#library/resolve-uses.ts";
import type { Executor } from "#sandbox/port.ts";
import { openPack } from "./open-pack.ts";

/** The program that calls a tool of a pack, without keeping any of it; the arguments are held against its schema first. */
export async function callFromPack(
  executor: Executor,
  pack: { readonly text: string; readonly fileName: string },
  name: string,
  args: { readonly [parameter: string]: JsonValue },
  signal: AbortSignal,
): Promise<CallOutcome> {
  const opened = await openPack(executor, pack.text, pack.fileName, signal);
  if (!opened.ok) return refused([`${pack.fileName}${opened.line === null ? "" : `, line ${opened.line}`}: ${opened.message}`]);
  const { drafts, inspections, source } = opened.pack;
  const index = drafts.findIndex((draft) => draft.name === name);
  const [draft, inspection] = [drafts[index], inspections[index]];
  if (draft === undefined || inspection === undefined)
    return refused([`There is no tool called ${name} in ${pack.fileName}; there are: ${drafts.map((other) => other.name).join(", ") || "none"}.`]);
  if (inspection.tool === null) return refused([`${name} is no tool: ${inspection.errors.join(" ")}`]);
  const uses = await resolveUses(source, name, inspection.tools, []);
  return uses.ok ? callProgram(draft.code, inspection.tool, args, uses.tools) : refused(uses.problems);
}

function refused(messages: readonly string[]): CallOutcome {
  return { ok: false, problems: messages.map((message) => ({ path: "", message })) };
}
