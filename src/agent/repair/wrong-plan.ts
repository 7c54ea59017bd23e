import type { AttemptPlan } from "#agent/attempt/attempt-plan.ts";
import type { TaskRequest } from "#agent/task-request.ts";
import { streamText } from "#domain/execution-result.ts";
import type { WrongAnswer } from "#domain/wrong-answer.ts";
import { learnsFromProgram, type ModelClass } from "#prompt/model-class.ts";
import { INSTRUCTIONS, TEMPERATURES } from "./strategy.ts";

/** Characters of the wrong answer that a model is shown. */
const SHOWN = 300;

/** The first attempt after a person's no: larger models see the program and what was said of it, small ones write a new one with those words. */
export function wrongPlan(request: TaskRequest, wrong: WrongAnswer, model: ModelClass): AttemptPlan {
  const words = wrong.words.trim();
  const corrects = wrong.code !== null && learnsFromProgram(model);
  const strategy = corrects ? "correct" : "rewrite";
  const said = words === "" ? "An earlier answer was wrong: compute it in another way." : `An earlier answer was wrong: ${words}`;
  return {
    strategy,
    temperature: TEMPERATURES[strategy],
    seed: request.seed,
    constraints: [...request.constraints, said],
    earlier: corrects && wrong.code !== null ? { code: wrong.code, report: reportOf(wrong) } : null,
    patch: null,
    penalty: 0,
    instruction: INSTRUCTIONS[strategy],
    reason: words === "" ? "marked wrong" : `marked wrong: ${words}`,
  };
}

function reportOf({ shown }: WrongAnswer): string {
  const text = shown === null ? "" : streamText(shown, "stdout").trim();
  return `This program ran, but its answer is wrong.${text === "" ? "" : `\nIt showed:\n${text.length > SHOWN ? `…${text.slice(-SHOWN)}` : text}`}`;
}
