import { expect, test } from "vitest";
import type { AgentEvent } from "#domain/agent-event.ts";
import { reduceTimeline } from "./reduce-timeline.ts";
import { failedAndRepaired, runStart } from "./sample-events.ts";

const output = (text: string, stream: "stdout" | "stderr" = "stdout"): AgentEvent => ({ type: "execute-output", data: { attempt: 1, stream, text } });

test("a run that fails and is repaired folds into two attempts with all that was said", () => {
  const timeline = reduceTimeline(null, failedAndRepaired);
  expect(timeline?.attempts.map((attempt) => attempt.execute?.end?.status)).toEqual(["error", "ok"]);
  expect(timeline?.attempts[0]?.execute?.end?.error?.name).toBe("KeyError");
  expect(timeline?.attempts[1]?.repair?.constraints).toEqual(["There is no column 'amt'."]);
  expect(timeline?.match?.chosen).toBeNull();
  expect(timeline?.end?.status).toBe("ok");
});

test("live events one by one and the log's events at once give the same timeline", () => {
  const oneByOne = failedAndRepaired.reduce<ReturnType<typeof reduceTimeline>>((timeline, event) => reduceTimeline(timeline, [event]), null);
  expect(oneByOne).toEqual(reduceTimeline(null, failedAndRepaired));
});

test("chunks of one stream are joined, and the order of two streams is kept", () => {
  const timeline = reduceTimeline(null, [runStart, output("a"), output("b\n"), output("oops\n", "stderr"), output("c")]);
  expect(timeline?.attempts[0]?.execute?.output).toEqual([
    { stream: "stdout", text: "ab\n" },
    { stream: "stderr", text: "oops\n" },
    { stream: "stdout", text: "c" },
  ]);
});

test("the reply at the end replaces what was streamed", () => {
  const timeline = reduceTimeline(null, [
    runStart,
    { type: "generate-start", data: { attempt: 1, promptHash: "", messages: [], temperature: 0 } },
    { type: "generate-delta", data: { attempt: 1, text: "prin" } },
  ]);
  expect(timeline?.attempts[0]?.generate).toMatchObject({ text: "prin", end: null });
});

test("a new run-start begins anew, and events before any are left out", () => {
  expect(reduceTimeline(null, [output("lost")])).toBeNull();
  const first = reduceTimeline(null, failedAndRepaired);
  expect(reduceTimeline(first, [runStart])?.attempts).toEqual([]);
});

test("a run in CodeAgent's steps is known as one, and each step has what the model was told of it", () => {
  if (runStart.type !== "run-start") throw new Error("the sample begins otherwise");
  const error = { type: "AgentExecutionError", message: "no" };
  const timeline = reduceTimeline(null, [
    { type: "run-start", data: { ...runStart.data, loop: "code-agent" } },
    { type: "observe-end", data: { attempt: 1, observation: null, error, finalAnswer: false } },
    { type: "observe-end", data: { attempt: 2, observation: "Execution logs:\n", error: null, finalAnswer: true } },
  ]);
  expect(timeline?.loop).toBe("code-agent");
  expect(timeline?.attempts.map(({ observation }) => observation)).toEqual([
    { observation: null, error, finalAnswer: false },
    { observation: "Execution logs:\n", error: null, finalAnswer: true },
  ]);
  expect(reduceTimeline(null, failedAndRepaired)).toMatchObject({ loop: "skep", attempts: [{ observation: null }, { observation: null }] });
});

test("a network answer settles the question about its host only", () => {
  const timeline = reduceTimeline(null, [
    runStart,
    { type: "network-ask", data: { host: "a.example", url: "https://a.example/x" } },
    { type: "network-ask", data: { host: "b.example", url: "https://b.example/y" } },
    { type: "network-answer", data: { host: "b.example", granted: false } },
  ]);
  expect(timeline?.network.map((ask) => ask.granted)).toEqual([null, false]);
});

test("ten thousand alternating chunks in batches fold within a second", () => {
  const chunks = Array.from({ length: 10_000 }, (_, index) => output(`${index}\n`, index % 2 === 0 ? "stdout" : "stderr"));
  const before = performance.now();
  let timeline = reduceTimeline(null, [runStart]);
  for (let start = 0; start < chunks.length; start += 500) timeline = reduceTimeline(timeline, chunks.slice(start, start + 500));
  expect(timeline?.attempts[0]?.execute?.output).toHaveLength(10_000);
  expect(performance.now() - before).toBeLessThan(1000);
});
