import { expect, test } from "vitest";
import type { AgentEventData } from "#domain/agent-event.ts";
import { INTERRUPTED_REASON } from "#domain/interrupted-reason.ts";
import { reduceTimeline } from "#state/reduce-timeline.ts";
import { failedAndRepaired } from "#state/sample-events.ts";
import type { Timeline } from "#state/timeline.ts";
import { runEnding } from "./run-ending.ts";
import { writingOutcome } from "./writing-outcome.ts";

const whole = reduceTimeline(null, failedAndRepaired);
if (whole === null) throw new Error("the sample run lost its start");
const { attempts, end } = whole;

function ended(part: Partial<AgentEventData["run-end"]>): Timeline["end"] {
  if (end === null) throw new Error("the sample run lost its end");
  return { ...end, ...part };
}

test("a run that ended well needs no words", () => {
  expect(runEnding({ attempts, end })).toBeNull();
});

test("a run that was cut off says so, whether or not its reader closed it", () => {
  const closed = runEnding({ attempts, end: ended({ status: "aborted", reason: INTERRUPTED_REASON }) });
  expect(closed).toMatchObject({ tone: "warn", code: "SK-RUN-INTERRUPTED" });
  expect(runEnding({ attempts, end: null })).toEqual(closed);
  expect(closed?.advice).not.toContain("stays loaded");
  expect(runEnding({ attempts, end: ended({ status: "aborted", reason: "stopped by the person" }) })).toMatchObject({ code: "SK-RUN-STOPPED" });
});

test("an engine's fault is told at its step, and not once more at the end", () => {
  const fault = { code: "SK-DEMO-UNKNOWN", message: "They know only these tasks: a; b.", advice: "Choose one of them." };
  const generateEnd = attempts[0]?.generate?.end;
  if (generateEnd == null) throw new Error("the sample run lost its reply");
  const first = attempts.slice(0, 1).map((attempt) => ({
    ...attempt,
    generate: { messages: [], temperature: 0, text: "", end: { ...generateEnd, finish: "error" as const, fault } },
  }));
  const ending = runEnding({ attempts: first, end: ended({ status: "error", reason: fault.message }) });
  expect(ending).toMatchObject({ code: "SK-DEMO-UNKNOWN", reason: null });
  expect(JSON.stringify(ending)).not.toContain("a; b");
  const other = runEnding({ attempts, end: ended({ status: "error", reason: "KeyError: 'amt'" }) });
  expect(other).toMatchObject({ code: "SK-RUN-ERROR", reason: "KeyError: 'amt'" });
});

test("a task that was never sent says why and what to do, not that its code be edited", () => {
  const fault = { code: "SK-CONTEXT", message: "The task needs 900 tokens, and the model's context has room for 512.", advice: "Shorten the task." };
  const ending = runEnding({ attempts: [], end: ended({ status: "error", reason: fault.message, fault }) });
  expect(ending).toEqual({ tone: "bad", title: fault.message, reason: null, advice: "Shorten the task.", code: "SK-CONTEXT" });
});

test("an empty reply is no code that was written", () => {
  const reply = attempts[0]?.generate;
  if (reply?.end == null) throw new Error("the sample run lost its reply");
  expect(writingOutcome(reply, false)).toEqual({ mark: "ok", title: "Wrote code" });
  expect(writingOutcome({ ...reply, text: " \n" }, false)).toEqual({ mark: "error", title: "Nothing was written" });
  expect(writingOutcome({ end: { ...reply.end, finish: "error" }, text: "" }, false)).toEqual({ mark: "error", title: "Nothing was written" });
  expect(writingOutcome({ end: { ...reply.end, finish: "length" }, text: "x" }, false)).toEqual({ mark: "warning", title: "Wrote code" });
  expect(writingOutcome({ end: null, text: "" }, true).mark).toBe("running");
  expect(writingOutcome({ end: null, text: "" }, false)).toEqual({ mark: "interrupted", title: "Writing was cut off" });
});
