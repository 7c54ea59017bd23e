import { expect, test } from "vitest";
import type { AgentEvent } from "#domain/agent-event.ts";
import { closeInterrupted } from "./close-interrupted.ts";
import { runRecordOf } from "./run-record-of.ts";
import { chained, linesOf, sampleRun } from "./sample-events.ts";
import { verifyLines } from "./verify-lines.ts";

const record = async (events: readonly AgentEvent[]) => runRecordOf(await chained("r", events))?.record;

test("a finished run", async () => {
  const logged = await chained("r", sampleRun("3\nmore\n"));
  expect(runRecordOf(logged)?.record).toEqual({
    id: "r",
    kind: "task",
    task: "Add 1 and 2",
    status: "ok",
    startedAt: "2026-11-30T12:00:00.000Z",
    durationMs: 30,
    model: null,
    executor: "pyodide",
    attempts: 1,
    tokens: { prompt: 0, completion: 0 },
    code: 'print("3\\nmore\\n")',
    summary: "3",
    files: [],
    lastHash: logged.at(-1)?.hash,
  });
});

test("no events, no record", () => {
  expect(runRecordOf([])).toBeNull();
});

test("the summary is the first line that is not blank, in however many pieces it comes", async () => {
  const [start, match, execute, , ...rest] = sampleRun();
  const piece = (text: string): AgentEvent => ({ type: "execute-output", data: { attempt: 1, stream: "stdout", text } });
  const events = [start, match, execute, piece("\n "), piece("to"), piece("tal: 5\nnot this"), ...rest].filter((event) => event !== undefined);
  expect((await record(events))?.summary).toBe("total: 5");
});

test("a failed attempt's error is the summary until the next attempt prints", async () => {
  const [start, match, execute, output, end, runEnd] = sampleRun("works\n");
  if (execute?.type !== "execute-start" || end?.type !== "execute-end" || output?.type !== "execute-output") throw new Error("the sample changed");
  const failed: AgentEvent = {
    type: "execute-end",
    data: { ...end.data, status: "error", exitCode: 1, error: { name: "KeyError", message: "'amt'", frames: [], traceback: "" } },
  };
  const first = [start, match, execute, output, failed].filter((event) => event !== undefined);
  expect((await record(first))?.summary).toBe("KeyError: 'amt'");
  const second: AgentEvent[] = [
    { type: "execute-start", data: { ...execute.data, attempt: 2, code: "second" } },
    { type: "execute-output", data: { ...output.data, attempt: 2 } },
    { type: "execute-end", data: { ...end.data, attempt: 2 } },
  ];
  expect(await record([...first, ...second])).toMatchObject({ summary: "works", attempts: 2, code: "second", status: "running" });
  expect(runEnd?.type).toBe("run-end");
});

test("a value or a file stands in where nothing was printed", async () => {
  const [start, match, execute, , end] = sampleRun();
  if (end?.type !== "execute-end") throw new Error("the sample changed");
  const ended = (data: Partial<typeof end.data>) =>
    [start, match, execute, { type: "execute-end" as const, data: { ...end.data, ...data } }].filter((event) => event !== undefined);
  expect((await record(ended({ result: { data: { "text/plain": "42\nx" } } })))?.summary).toBe("42");
  const change = { path: "out.csv", size: 3, sha256: "a".repeat(64), change: "new" as const };
  expect(await record(ended({ files: [change] }))).toMatchObject({ summary: "out.csv", files: [{ path: "out.csv", size: 3, sha256: "a".repeat(64) }] });
});

test("tokens add up over the replies, and every file's digest is known once", async () => {
  const file = { path: "a.csv", size: 1, sha256: "b".repeat(64) };
  const [start] = sampleRun();
  if (start?.type !== "run-start") throw new Error("the sample changed");
  const usage = { promptTokens: 10, completionTokens: 5, decodeRate: 9, prefillRate: null };
  const generated: AgentEvent = { type: "generate-end", data: { attempt: 1, reply: "", finish: "stop", usage, durationMs: 1, fault: null } };
  const state = runRecordOf(
    await chained("r", [{ type: "run-start", data: { ...start.data, files: [file, { ...file, path: "b.csv" }] } }, generated, generated]),
  );
  expect(state?.record.tokens).toEqual({ prompt: 20, completion: 10 });
  expect(state?.fileHashes).toEqual([file.sha256]);
  expect(state?.record.files).toHaveLength(2);
});

test("a run that was refused tells why", async () => {
  const [start, , , , , end] = sampleRun();
  if (start === undefined || end?.type !== "run-end") throw new Error("the sample changed");
  expect(await record([start, { type: "run-end", data: { ...end.data, status: "refused", reason: "No model is loaded." } }])).toMatchObject({
    status: "refused",
    summary: "No model is loaded.",
  });
});

test("an interrupted run is closed for its readers, always by the same event, and the closed chain verifies", async () => {
  const open = (await chained("r", sampleRun())).slice(0, 4);
  const closed = await closeInterrupted(open);
  expect(closed).toHaveLength(5);
  expect(closed).toEqual(await closeInterrupted(open));
  expect(closed.slice(0, 4)).toEqual(open);
  expect(closed[4]).toMatchObject({
    type: "run-end",
    time: open[3]?.time,
    data: { status: "aborted", durationMs: 3, executor: "pyodide", seed: 7, codeHash: "c0de", attempts: 1 },
  });
  expect(await verifyLines(linesOf(closed))).toMatchObject({ ok: true, events: 5 });
  expect(runRecordOf(closed)?.record.status).toBe("interrupted");
  expect(await closeInterrupted(closed)).toBe(closed);
});
