import type { AttemptRecord } from "#agent/run/run-outcome.ts";
import type { CheckFinding } from "#domain/agent-event.ts";
import { type RunError, showsSomething, streamText } from "#domain/execution-result.ts";

/** What kept an attempt from being an answer, in a form that can be compared and told. */
export interface Failure {
  readonly kind: "no-code" | "check" | "repeated" | "error" | "exit" | "timeout" | "limit" | "no-output" | "wrong";
  /** Equal for two attempts that failed in the same way. */
  readonly signature: string;
  /** What happened, for the model: the person's own frames, the line, the end of the output. */
  readonly report: string;
  /** Short, for the log and the view. */
  readonly reason: string;
}

const OUTPUT_TAIL = 300;

/** Names the failure of an attempt that was not accepted. */
export function failureOf(attempt: AttemptRecord): Failure {
  const blocking = attempt.findings.filter((finding) => finding.severity === "error");
  const first = blocking[0];
  if (attempt.execution === null && first !== undefined) return checkFailure(attempt, first, blocking);
  const result = attempt.execution?.result;
  if (result === undefined) return { kind: "no-code", signature: "no-code", report: "The reply held no program.", reason: "no program" };
  if (result.status === "timeout") {
    return { kind: "timeout", signature: "timeout", report: `The program did not end in time.${outputTail(attempt)}`, reason: "it did not end in time" };
  }
  if (result.error !== null) return errorFailure(attempt, result.error);
  if (result.limit !== null && result.status !== "ok") {
    const name = result.limit.name;
    return { kind: "limit", signature: `limit ${name}`, report: `The program went over its limit: ${name}.`, reason: `limit: ${name}` };
  }
  if (result.status !== "ok") {
    const report = `The program ended with exit code ${result.exitCode}.${outputTail(attempt)}`;
    return { kind: "exit", signature: `exit ${result.exitCode}`, report, reason: `exit code ${result.exitCode}` };
  }
  if (!showsSomething(result))
    return { kind: "no-output", signature: "no-output", report: "The program ran and printed nothing.", reason: "it ran and showed nothing" };
  const { message = "not accepted" } = blocking[0] ?? {};
  return { kind: "wrong", signature: "wrong", report: `The program ran, but ${message}.${outputTail(attempt)}`, reason: message };
}

function checkFailure(attempt: AttemptRecord, first: CheckFinding, all: readonly CheckFinding[]): Failure {
  const place = first.line === null ? "" : `Line ${first.line}: `;
  const source = first.line === null ? "" : (attempt.code?.split("\n")[first.line - 1]?.trim() ?? "");
  const report = `${place}${first.message}${source === "" ? "" : `\n    ${source}`}`;
  const kind = first.check === "same-code" ? "repeated" : first.check.startsWith("reply-") ? "no-code" : "check";
  return {
    kind,
    signature: `${first.check} ${kind === "check" ? first.message : ""}`.trim(),
    report,
    reason: all.map((finding) => finding.message).join("; "),
  };
}

function errorFailure(attempt: AttemptRecord, error: RunError): Failure {
  const frame = error.frames.at(-1);
  const calls = error.frames
    .slice(-3)
    .map((at) => `Line ${at.line}${at.function === "" || at.function === "<module>" ? "" : ` in ${at.function}`}: ${at.source.trim()}`);
  const message = `${error.name}${error.message === "" ? "" : `: ${error.message.slice(0, 400)}`}`;
  return {
    kind: "error",
    signature: `${error.name} ${error.message.replace(/\d+/g, "0").slice(0, 120)} ${frame?.source.trim() ?? ""}`,
    report: [...calls, message].join("\n") + outputTail(attempt),
    reason: frame === undefined ? message : `${message} in line ${frame.line}`,
  };
}

function outputTail(attempt: AttemptRecord): string {
  const text = attempt.execution === null ? "" : streamText(attempt.execution.result, "stdout").trimEnd();
  if (text === "") return "";
  return `\nIts output ended with:\n${text.length > OUTPUT_TAIL ? `…${text.slice(-OUTPUT_TAIL)}` : text}`;
}
