import { answerText } from "#agent/answers/answer-key.ts";
import { type AttemptRecord, isAccepted } from "#agent/run/run-outcome.ts";
import { answerDoubts } from "#check/demands/answer-doubts.ts";
import { isDoubt } from "#check/demands/demand.ts";
import type { AttemptContext } from "./make-attempt.ts";

/** Looks at an accepted answer with the words of its task, and logs what speaks against it: findings of the record that are no errors. */
export function doubtAnswer(attempt: AttemptRecord, { request, inputs, recorder }: Pick<AttemptContext, "request" | "inputs" | "recorder">): AttemptRecord {
  if (!isAccepted(attempt) || attempt.execution === null) return attempt;
  const { result } = attempt.execution;
  const files = result.files.filter((file) => file.change !== "deleted").map((file) => file.path);
  const found = answerDoubts(request.task, {
    text: answerText(result),
    showsMore: result.displays.length > 0 || files.length > 0,
    files,
    inputs: inputs.map((file) => file.path),
  });
  const findings = [...attempt.findings, ...found];
  const doubts = findings.filter(isDoubt);
  if (doubts.length > 0) recorder.emit("answer-check", { attempt: attempt.number, findings: doubts });
  return { ...attempt, findings };
}
