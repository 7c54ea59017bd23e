import type { AgentTools } from "#agent/agent-tools.ts";
import type { RunRecorder } from "#agent/run/run-recorder.ts";
import type { TaskRequest } from "#agent/task-request.ts";
import type { MatchCandidate } from "#domain/agent-event.ts";
import type { DataFile } from "#domain/data-file.ts";
import type { JsonValue } from "#domain/json-value.ts";
import type { Snippet } from "#domain/snippet.ts";
import { chooseTool, usableTools } from "./choose-tool.ts";
import { snippetProgram } from "./snippet-program.ts";

/** A lexical score from which on a core tool that needs no values answers without asking the model. */
export const MATCH_THRESHOLD = 0.75;
/** A lexical score from which on core tools are put before the model. */
const OFFER_THRESHOLD = 0.35;

/** A program that uses a tool of the library, with the files that the tool brings. */
export interface ToolProgram {
  readonly code: string;
  readonly files: readonly DataFile[];
}

/**
 * Looks for a core tool that does the task: at a high score one that needs no values, at no cost; else, where some come near, the one
 * that the model chooses, with arguments that the tool's schema allows. What was found and why is in the log.
 * @returns the program that uses the tool, or null to write new code
 */
export async function matchSnippet(
  request: Pick<TaskRequest, "task" | "files" | "useLibrary">,
  tools: AgentTools,
  recorder: RunRecorder,
  signal: AbortSignal,
): Promise<ToolProgram | null> {
  const candidates = request.useLibrary ? await tools.library.match(request.task) : [];
  const tell = (chosen: string | null, reason: string) => recorder.emit("match-end", { candidates, chosen, threshold: MATCH_THRESHOLD, reason });
  const none = (reason: string) => {
    tell(null, reason);
    return null;
  };
  if (!request.useLibrary) return none("new code was asked for");
  const near = candidates.filter((candidate) => candidate.score >= OFFER_THRESHOLD);
  const snippets = usableTools(near, await Promise.all(near.map(({ id }) => tools.library.get(id))));
  const best = snippets[0];
  if (best === undefined) return none(nothingNear(candidates));

  const score = candidates.find(({ id }) => id === best.id)?.score ?? 0;
  const free = score >= MATCH_THRESHOLD ? await programOf(best, {}, tools) : null;
  if (free !== null) {
    tell(best.id, `${best.name} does this, with a score of ${score.toFixed(2)}`);
    return free;
  }
  const { model } = tools;
  if (model === null || model.state.kind !== "ready") return none(`${best.name} comes near, and nobody is there to fill in its values`);

  const choice = await chooseTool(
    request.task,
    request.files.map(({ path }) => path),
    snippets,
    model,
    recorder,
    signal,
  );
  if (choice.kind === "none") return none(choice.reason);
  const chosen = snippets.find(({ id }) => id === choice.id) ?? best;
  const program = await programOf(chosen, choice.arguments, tools);
  const call = `${chosen.name} with ${JSON.stringify(choice.arguments)}`;
  if (program === null) return none(`the model chose ${call}, which does not fit its parameters`);
  tell(chosen.id, `the model chose ${call}`);
  return program;
}

async function programOf(snippet: Snippet, args: { readonly [parameter: string]: JsonValue }, tools: AgentTools): Promise<ToolProgram | null> {
  if (tools.callTool === undefined || snippet.tool === null) {
    const code = Object.keys(args).length === 0 ? snippetProgram(snippet) : null;
    return code === null ? null : { code, files: [] };
  }
  const called = await tools.callTool(snippet.id, args);
  return called.ok ? { code: called.code, files: called.files } : null;
}

function nothingNear(candidates: readonly MatchCandidate[]): string {
  const best = candidates[0];
  return best === undefined ? "no core tool is like this task" : `the best core tool, ${best.name}, scores ${best.score.toFixed(2)}`;
}
