import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runPhase } from "./test-phase.mjs";
import { readVitestReport } from "./test-report.mjs";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "skep-phase-"));
  await mkdir(join(root, "node_modules"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** Runs a program in place of a test runner; it finds the report's path in process.argv[2]. */
async function runProgram(program: string, limitMs = 20_000) {
  await writeFile(join(root, "node_modules", "runner.mjs"), program);
  return runPhase({ name: "trial", entry: "runner.mjs", parameters: (report) => [report], read: readVitestReport, limitMs }, root, { TRIAL: "yes" });
}

const writeReport = (status: string) =>
  `import { writeFileSync } from "node:fs"; writeFileSync(process.argv[2], JSON.stringify({ testResults: [{ status: "${status}", assertionResults: [{ status: "${status}" }] }] }));`;

describe("runPhase", () => {
  it("reads the report", async () => {
    expect(await runProgram(writeReport("passed"))).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(await runProgram(`${writeReport("failed")} process.exit(1)`)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it("passes the environment on", async () => {
    expect(await runProgram(`if (process.env.TRIAL !== "yes") process.exit(3); ${writeReport("passed")}`)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  });

  it("counts a crash without a report as one failure", async () => {
    expect(await runProgram("process.exit(0)")).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(await runProgram("process.kill(process.pid, 'SIGKILL')")).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it("stops a phase that does not end, and what it started", async () => {
    const started = Date.now();
    const tally = await runProgram(
      `import { spawn } from "node:child_process"; spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" }); setInterval(() => {}, 1000);`,
      1_000,
    );
    expect(tally).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(Date.now() - started).toBeLessThan(15_000);
  });
});
