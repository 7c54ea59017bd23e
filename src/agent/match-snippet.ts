import type { AgentTools } from "./agent-tools.ts";
import type { RunRecorder } from "./run-recorder.ts";
import { snippetProgram } from "./snippet-program.ts";

/** A lexical score from which on a core tool answers without asking the model. */
export const MATCH_THRESHOLD = 0.75;

/**
 * Looks for a core tool that does the task. Only one that takes no values can be used without a model to fill them in.
 * @returns the program that uses the tool, or null to write new code
 */
export async function matchSnippet(task: string, useLibrary: boolean, tools: AgentTools, recorder: RunRecorder): Promise<string | null> {
  const candidates = useLibrary ? await tools.library.match(task) : [];
  const best = candidates[0];
  const told = { candidates, threshold: MATCH_THRESHOLD };
  if (best === undefined) {
    recorder.emit("match-end", { ...told, chosen: null, reason: useLibrary ? "no core tool is like this task" : "new code was asked for" });
    return null;
  }
  if (best.score < MATCH_THRESHOLD) {
    recorder.emit("match-end", { ...told, chosen: null, reason: `the best core tool, ${best.name}, scores ${best.score.toFixed(2)}` });
    return null;
  }
  const snippet = await tools.library.get(best.id);
  const program = snippet === null || snippet.status !== "core" ? null : snippetProgram(snippet);
  if (snippet === null || program === null) {
    recorder.emit("match-end", { ...told, chosen: null, reason: `${best.name} needs values that nobody filled in` });
    return null;
  }
  recorder.emit("match-end", { ...told, chosen: snippet.id, reason: `${snippet.name} does this, with a score of ${best.score.toFixed(2)}` });
  return program;
}
