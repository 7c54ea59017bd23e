import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { ExecutionResult } from "../../src/domain/execution-result.ts";
import { skep } from "../support/skep.ts";

async function programs(...codes: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "skep-state-"));
  return Promise.all(
    codes.map(async (code, index) => {
      const path = join(folder, `${index}.py`);
      await writeFile(path, code);
      return path;
    }),
  );
}

test("several programs share an interpreter where that is asked for, and stop at the first that fails", async () => {
  const files = await programs("x = 41", "print(x + 1)", "1 / 0", "print('never')");
  const kept = await skep("run", ...files, "--keep-state", "--json");
  expect(kept.exitCode, kept.stderr).toBe(1);
  const results = JSON.parse(kept.stdout) as ExecutionResult[];
  expect(results.map((result) => result.status)).toEqual(["ok", "ok", "error"]);
  expect(results[1]).toMatchObject({ output: [{ text: "42\n" }], state: { continued: true, kept: true } });

  const clean = await skep("run", ...files);
  expect(clean.exitCode).toBe(1);
  expect(clean.stderr).toContain("name 'x' is not defined");
});

test("bounds are set for one run and named when they are reached; what cannot be one is refused", async () => {
  const files = await programs("for name in 'abcd': open(name, 'w').write('x')");
  const bounded = await skep("run", ...files, "--file-limit", "2", "--json");
  expect(JSON.parse(bounded.stdout)).toMatchObject({ status: "ok", limit: { name: "files", kept: "all but 2 of the files written" } });
  const refused = await skep("run", ...files, "--memory", "10");
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain("from 64 to 4096");
});
