import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { skep } from "../support/skep.ts";

const SUITE = [
  { id: "primes", prompt: "What is the sum of all prime numbers below 1000?", check: { type: "last_number", value: 76127 } },
  {
    id: "durations",
    prompt: 'Add up these durations and print the total in minutes: "1h 20m", "45m", "2h", "90s".',
    check: { type: "numbers_all", value: [246.5] },
  },
];

test("a suite is measured beside the same model asked once, and a report that is there is continued", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skep-eval-"));
  const suite = join(folder, "suite.json");
  const out = join(folder, "report.json");
  await writeFile(suite, JSON.stringify(SUITE));
  const first = await skep("eval", suite, "--engine", "scripted", "--baseline", "--out", out, "--json");
  expect(first.exitCode, first.stderr).toBe(0);
  const report = JSON.parse(first.stdout);
  expect(report.summary).toMatchObject({ tasks: 2, solved: 2, firstTry: 1, baseline: 1 });
  expect(report.settings).toMatchObject({ engine: "scripted", executor: "pyodide", mode: "fast", suite: "suite.json" });
  expect(JSON.parse(await readFile(out, "utf8"))).toMatchObject({ v: "skep.evaluation/1", finished: true });

  const again = await skep("eval", suite, "--engine", "scripted", "--baseline", "--out", out, "--compare", out);
  expect(again.exitCode, again.stderr).toBe(0);
  expect(again.stdout).toMatch(/solved by Skep: +2 of 2 \(100 %\)[\s\S]*2 to 2 of 2 \(0 points\)/);
});

test("a suite that is wrong is named with its path", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skep-eval-"));
  const suite = join(folder, "suite.json");
  await writeFile(suite, JSON.stringify([{ id: "a", prompt: "p", check: { type: "magic" } }]));
  const answer = await skep("eval", suite, "--engine", "scripted");
  expect(answer.exitCode).toBe(1);
  expect(answer.stderr).toMatch(/SK-SUITE/);
});
