import { expect, test } from "vitest";
import type { AgentEvent } from "#domain/agent-event.ts";
import { compareRuns } from "./compare-runs.ts";
import { chained, sampleRun } from "./sample-events.ts";

const run = (events: readonly AgentEvent[]) => chained("r", events);

/** The sample's execution with another end. */
function ending(change: object): readonly AgentEvent[] {
  return sampleRun().map((event) => (event.type === "execute-end" ? ({ ...event, data: { ...event.data, ...change } } as AgentEvent) : event));
}

test("the same outputs are the same, whatever the times and ids", async () => {
  const slower = ending({ durationMs: 9_999 });
  expect(compareRuns(await run(sampleRun()), await chained("other", slower))).toEqual({ same: true, differences: [], notes: [] });
});

test("how a text was cut into events is no difference", async () => {
  const parts = sampleRun("ab\n").flatMap((event): AgentEvent[] =>
    event.type === "execute-output"
      ? [
          { ...event, data: { ...event.data, text: "a" } },
          { ...event, data: { ...event.data, text: "b\n" } },
        ]
      : [event],
  );
  expect(compareRuns(await run(sampleRun("ab\n")), await run(parts))).toMatchObject({ same: true });
});

test("another text is named with both", async () => {
  const replay = sampleRun("3\n").map((event): AgentEvent => (event.type === "execute-output" ? { ...event, data: { ...event.data, text: "4\n" } } : event));
  expect(compareRuns(await run(sampleRun("3\n")), await run(replay))).toEqual({
    same: false,
    differences: [{ output: "stdout", before: "3\n", after: "4\n" }],
    notes: [],
  });
});

test("status, error, result, files and displays are outputs", async () => {
  const display: AgentEvent = { type: "execute-display", data: { attempt: 1, display: { data: { "text/plain": "fig" }, metadata: {} } } };
  const changed = ending({
    status: "error",
    exitCode: 1,
    error: { name: "ValueError", message: "no", frames: [], traceback: "" },
    result: { data: { "text/plain": "1" } },
    files: [
      { path: "a", size: 1, sha256: "a".repeat(64), change: "new" },
      { path: "b", size: 0, sha256: "", change: "deleted" },
    ],
  });
  const withDisplay = [...changed.slice(0, 4), display, ...changed.slice(4)];
  const { differences } = compareRuns(await run(sampleRun()), await run(withDisplay));
  expect(Object.fromEntries(differences.map(({ output, after }) => [output, after]))).toEqual({
    status: "error",
    "exit code": "1",
    error: "ValueError: no",
    result: '{"text/plain":"1"}',
    "file a": "a".repeat(64),
    "file b": "deleted",
    "display 1": '{"data":{"text/plain":"fig"},"metadata":{}}',
  });
});

test("only the last execution counts", async () => {
  const [start, match, ...execution] = sampleRun();
  const second = sampleRun("x\n")
    .slice(2)
    .map((event): AgentEvent => ("attempt" in event.data ? ({ ...event, data: { ...event.data, attempt: 2 } } as AgentEvent) : event));
  const events = [start, match, ...execution.slice(0, 3), ...second].filter((event) => event !== undefined);
  expect(compareRuns(await run(events), await run(sampleRun("x\n")))).toMatchObject({ same: true });
});

test("other code and another environment are noted; a run without execution is not called the same", async () => {
  const environment = { executor: "pyodide", python: "3.15.0", packages: { numpy: "2.4.0" } };
  expect(compareRuns(await run(sampleRun()), await run(ending({ environment }))).notes).toEqual(["Python: 3.14.2, then 3.15.0.", "numpy: none, then 2.4.0."]);
  expect(compareRuns(await run(sampleRun("a")), await run(sampleRun("b"))).notes).toEqual(["The two runs executed different code."]);
  const none = await run(sampleRun().slice(0, 1));
  expect(compareRuns(none, none)).toEqual({ same: false, differences: [], notes: ["The first run executed no code.", "The second run executed no code."] });
});
