import type { CodeAgentRequest } from "./code-agent-request.ts";

/** The task as the model is given it: with what must hold, and with what a person said of an earlier answer. */
export function taskInWords({ task, constraints, wrong }: Pick<CodeAgentRequest, "task" | "constraints" | "wrong">): string {
  const words = wrong?.words.trim() ?? "";
  const said = wrong === null ? [] : [words === "" ? "An earlier answer was wrong: compute it in another way." : `An earlier answer was wrong: ${words}`];
  return [task.trim(), ...constraints, ...said].join("\n");
}
