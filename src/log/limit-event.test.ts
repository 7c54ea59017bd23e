import { expect, test } from "vitest";
import type { AgentEvent } from "#domain/agent-event.ts";
import { cutText } from "./cut-text.ts";
import { limitEvent } from "./limit-event.ts";
import { sampleRun } from "./sample-events.ts";

const limits = { textHead: 6, textTail: 4, mime: 20 };

test("events within the limits stay as they are", () => {
  for (const event of sampleRun()) expect(limitEvent(event)).toEqual(event);
});

test("a long text keeps its head and tail and says what is between", () => {
  const event: AgentEvent = { type: "generate-delta", data: { attempt: 1, text: "0123456789abcdefghij" } };
  expect(limitEvent(event, limits)).toEqual({ type: "generate-delta", data: { attempt: 1, text: "012345\n[… 10 characters left out of the log …]\nghij" } });
});

test("a cut never parts the halves of a character", () => {
  expect(cutText("🐝🐝🐝🐝🐝", 3, 3)).toBe("🐝\n[… 4 characters left out of the log …]\n🐝🐝");
});

test("a picture is kept whole or left out whole, and what is left out is said in its text", () => {
  const display = (data: Record<string, string>): AgentEvent => ({ type: "execute-display", data: { attempt: 1, display: { data, metadata: {} } } });
  expect(limitEvent(display({ "image/png": "A".repeat(20) }), limits)).toEqual(display({ "image/png": "A".repeat(20) }));
  expect(limitEvent(display({ "image/png": "A".repeat(21), "text/plain": "fig" }), limits)).toEqual(
    display({ "text/plain": "fig\n[image/png of 21 characters left out of the log]" }),
  );
});

test("a result is treated like a display", () => {
  const end = sampleRun().find((event) => event.type === "execute-end");
  if (end === undefined) throw new Error("the sample changed");
  const limited = limitEvent({ type: "execute-end", data: { ...end.data, result: { data: { "text/html": "<p>".repeat(9) } } } }, { ...limits, textHead: 900 });
  expect(limited).toEqual({
    type: "execute-end",
    data: { ...end.data, result: { data: { "text/plain": "[text/html of 27 characters left out of the log]" } } },
  });
});
