import type { LoggedEvent } from "#domain/agent-event.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { OutputDifference, RunComparison } from "./port.ts";
import { countingExecution } from "./replay-plan.ts";

/**
 * Compares what two runs gave, each by the execution that counts (the last, unless agreement chose another): a run and its replay, or any two. Times are no outputs.
 */
export function compareRuns(before: readonly LoggedEvent[], after: readonly LoggedEvent[]): RunComparison {
  const one = lastExecution(before);
  const other = lastExecution(after);
  const notes: string[] = [];
  if (one === null) notes.push("The first run executed no code.");
  if (other === null) notes.push("The second run executed no code.");
  if (one === null || other === null) return { same: false, differences: [], notes };
  if (one.code !== other.code) notes.push("The two runs executed different code.");
  for (const fact of new Set([...one.environment.keys(), ...other.environment.keys()])) {
    const [first, second] = [one.environment.get(fact), other.environment.get(fact)];
    if (first !== second) notes.push(`${fact}: ${first ?? "none"}, then ${second ?? "none"}.`);
  }
  const differences: OutputDifference[] = [];
  for (const output of new Set([...one.outputs.keys(), ...other.outputs.keys()])) {
    const [first, second] = [one.outputs.get(output) ?? null, other.outputs.get(output) ?? null];
    if (first !== second) differences.push({ output, before: first, after: second });
  }
  return { same: differences.length === 0, differences, notes };
}

interface ExecutionOutputs {
  readonly code: string;
  readonly outputs: ReadonlyMap<string, string>;
  readonly environment: ReadonlyMap<string, string>;
}

/** All that the execution which counts gave, by name. */
function lastExecution(events: readonly LoggedEvent[]): ExecutionOutputs | null {
  const start = countingExecution(events);
  if (start === null) return null;
  const { attempt } = start.data;
  const outputs = new Map<string, string>();
  const environment = new Map<string, string>();
  let displays = 0;
  for (const event of events.slice(events.indexOf(start))) {
    if (event.type === "execute-output" && event.data.attempt === attempt) {
      outputs.set(event.data.stream, (outputs.get(event.data.stream) ?? "") + event.data.text);
    } else if (event.type === "execute-display" && event.data.attempt === attempt) {
      displays += 1;
      outputs.set(`display ${displays}`, canonicalJson(event.data.display));
    } else if (event.type === "execute-end" && event.data.attempt === attempt) {
      const { status, exitCode, result, files, error, environment: facts } = event.data;
      outputs.set("status", status);
      if (exitCode !== null) outputs.set("exit code", String(exitCode));
      if (result !== null) outputs.set("result", canonicalJson(result.data));
      if (error !== null) outputs.set("error", error.message === "" ? error.name : `${error.name}: ${error.message}`);
      for (const file of files) outputs.set(`file ${file.path}`, file.change === "deleted" ? "deleted" : file.sha256);
      environment.set("Executor", facts.executor);
      environment.set("Python", facts.python);
      for (const [name, version] of Object.entries(facts.packages)) environment.set(name, version);
    }
  }
  return { code: start.data.code, outputs, environment };
}
