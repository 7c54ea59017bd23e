import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { ExecutionResult } from "../../src/domain/execution-result.ts";
import { skep } from "../support/skep.ts";

const STARTER = "src/library/packs/starter-pack.yaml";

test("a tool of a pack is called with JSON: its result, its files, and exit code 0", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skep-call-"));
  await writeFile(join(folder, "people.csv"), "name,town\nZoë,Köln\n");
  const args = ["call", "csv_to_json", "--pack", STARTER, "--file", join(folder, "people.csv"), "--out", folder];
  const ended = await skep(...args, "--args", '{"path": "people.csv", "out": "people.json"}', "--json");
  expect(ended.exitCode, ended.stderr).toBe(0);
  const result = JSON.parse(ended.stdout) as ExecutionResult;
  expect(result).toMatchObject({ v: "skep.result/1", status: "ok", result: { data: { "text/plain": "1" } }, files: [{ path: "people.json", change: "new" }] });
  expect(JSON.parse(await readFile(join(folder, "people.json"), "utf8"))).toEqual([{ name: "Zoë", town: "Köln" }]);
});

test("arguments that do not fit are named, with exit code 2; a tool that raises ends with 1", async () => {
  const bad = await skep("call", "days_between", "--pack", STARTER, "--args", '{"start": 3}');
  expect(bad).toMatchObject({ exitCode: 2, stdout: "" });
  expect(bad.stderr).toContain("--args: end is needed");
  expect(bad.stderr).toContain("--args: start must be a text");
  expect(await skep("call", "days_between", "--pack", STARTER, "--args", "{")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--args") });
  expect(await skep("call", "days_between")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--pack PACK.yaml or --profile FOLDER") });
  const raised = await skep("call", "add_workdays", "--pack", STARTER, "--args", '{"start": "2026-12-23", "days": -1}');
  expect(raised.exitCode).toBe(1);
  expect(raised.stderr).toContain("ValueError: days must not be below 0");
});
