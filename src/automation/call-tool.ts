import type { RunOutcome } from "#agent/run/run-outcome.ts";
import type { CodeRequest } from "#agent/task-request.ts";
import { SNIPPET_LADDER, type Snippet } from "#domain/snippet.ts";
import type { CallOutcome, SnippetLibrary, SnippetWorkshop } from "#library/port.ts";
import type { CallAnswer, CallRequest } from "./port.ts";
import { fromWire, toWire } from "./wire-files.ts";

export interface CallPorts {
  readonly library: Pick<SnippetLibrary, "list">;
  readonly callTool: SnippetWorkshop["call"];
  /** The program that calls a tool of a pack, of which nothing is kept. */
  readonly callFromPack: (pack: { readonly text: string; readonly fileName: string }, name: string, args: CallRequest["arguments"]) => Promise<CallOutcome>;
  run(id: string, code: Pick<CodeRequest, "task" | "code" | "files" | "tool">): Promise<RunOutcome>;
}

/** A call of a tool by name, for the command: found, held against its schema, and run. */
export async function callTool(request: CallRequest, ports: CallPorts): Promise<CallAnswer> {
  const { name, arguments: args, pack } = request;
  const known = pack === null ? highest(await ports.library.list(), name) : null;
  if (pack === null && known === null) return { ok: false, problems: [{ path: "", message: `There is no tool called ${name} in this library.` }] };
  const program = pack === null ? await ports.callTool(known?.id ?? "", args) : await ports.callFromPack(pack, name, args);
  if (!program.ok) return program;
  const run = crypto.randomUUID();
  const outcome = await ports.run(run, {
    task: `skep call ${name}`,
    code: program.code,
    files: [...request.files.map(fromWire), ...program.files],
    tool: { id: known?.id ?? `pack:${name}`, name, arguments: args },
  });
  const execution = outcome.final?.execution;
  if (!execution) throw new Error(outcome.fault?.message ?? outcome.reason ?? "the tool did not run");
  return { ok: true, run, result: execution.result, files: execution.files.map(toWire) };
}

/** Of the tools with one name, the one that stands highest on the ladder. */
function highest(snippets: readonly Snippet[], name: string): Snippet | null {
  const named = snippets.filter((snippet) => snippet.name === name && snippet.deprecated === null);
  return named.sort((one, other) => SNIPPET_LADDER.indexOf(other.status) - SNIPPET_LADDER.indexOf(one.status))[0] ?? null;
}
