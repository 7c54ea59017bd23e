import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { AgentEvent } from "../../src/domain/agent-event.ts";
import { chained, linesOf, sampleRun } from "../../src/log/sample-events.ts";
import { skep } from "../support/skep.ts";

async function logOf(...runs: readonly (readonly [string, readonly AgentEvent[]])[]): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "skep-replay-")), "log.jsonl");
  let text = "";
  for (const [run, events] of runs) text += linesOf(await chained(run, events));
  await writeFile(file, text);
  return file;
}

test("a replay says which runs give the same outputs, which differ and in what, and which cannot run", async () => {
  const differing = sampleRun().map((event) =>
    event.type === "execute-start" ? { ...event, data: { ...event.data, code: "print(4)" } } : event,
  ) as readonly AgentEvent[];
  const withFile = sampleRun().map((event) =>
    event.type === "run-start" ? { ...event, data: { ...event.data, files: [{ path: "a.csv", size: 1, sha256: "ab".repeat(32) }] } } : event,
  ) as readonly AgentEvent[];
  const ran = sampleRun().map((event) =>
    event.type === "execute-start" ? { ...event, data: { ...event.data, code: "print(3)" } } : event,
  ) as readonly AgentEvent[];
  const log = await logOf(["same-run", ran], ["other-run", differing], ["file-run", withFile]);
  const ended = await skep("replay", log, "--json");
  expect(ended.stdout, ended.stderr).toMatch(/^\[/);
  expect(ended.exitCode).toBe(1);
  expect(JSON.parse(ended.stdout)).toMatchObject([
    { run: "same-run", status: "same", differences: [] },
    { run: "other-run", status: "differs", differences: [{ output: "stdout", before: "3\n", after: "4\n" }] },
    { run: "file-run", status: "not-run", notes: [expect.stringMatching(/a\.csv.*--file/)] },
  ]);
  const one = await skep("replay", log, "--run", "same-run");
  expect(one).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^same-run {2}same outputs/) });
});

test("a log that was changed is not replayed, and an unknown run is bad usage", async () => {
  const log = await logOf(["run-a", sampleRun()]);
  expect(await skep("replay", log, "--run", "nobody")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("run-a") });
  const file = join(await mkdtemp(join(tmpdir(), "skep-replay-")), "log.jsonl");
  await writeFile(file, linesOf(await chained("run-a", sampleRun())).replace("Add 1 and 2", "Add 1 and 3"));
  expect(await skep("replay", file)).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringMatching(/run-a/) });
});
