import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { ExecutionResult } from "../../src/domain/execution-result.ts";
import { hasPackages } from "../support/assets.ts";
import { type Ended, skep } from "../support/skep.ts";

/** Writes a program into a new folder. */
async function program(code: string): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), "skep-run-"));
  const file = join(folder, "program.py");
  await writeFile(file, code);
  return { folder, file };
}

async function runJson(code: string, ...args: readonly string[]): Promise<Ended & { result: ExecutionResult; folder: string }> {
  const { folder, file } = await program(code);
  const ended = await skep("run", file, "--json", ...args);
  expect(ended.stdout, ended.stderr).toMatch(/^\{/);
  return { ...ended, result: JSON.parse(ended.stdout) as ExecutionResult, folder };
}

test("print: ok, exit code 0, in the field's own format", async () => {
  const { result, exitCode } = await runJson('print("hello", 6 * 7)');
  expect(exitCode).toBe(0);
  expect(result).toMatchObject({ v: "skep.result/1", status: "ok", exitCode: 0, output: [{ stream: "stdout", text: "hello 42\n" }], error: null, limit: null });
  expect(result.environment.python).toMatch(/^3\.\d+/);
});

test("an exception: error, its own frame and line, exit code 1", async () => {
  const { result, exitCode } = await runJson('rows = {"a": 1}\nprint("before")\nprint(rows["amount"])\n');
  expect(exitCode).toBe(1);
  expect(result.status).toBe("error");
  expect(result.error).toMatchObject({ name: "KeyError" });
  expect(result.error?.frames.at(-1)).toMatchObject({ line: 3, source: 'print(rows["amount"])' });
  expect(result.output).toEqual([{ stream: "stdout", text: "before\n" }]);
});

test("sys.exit(3): the program's exit code is in the result, the command's is 1", async () => {
  const { result, exitCode } = await runJson('import sys\nprint("bye")\nsys.exit(3)\n');
  expect(exitCode).toBe(1);
  expect(result).toMatchObject({ status: "error", exitCode: 3 });
});

test("an endless loop ends at its time limit and keeps what it printed", async () => {
  const { result, exitCode } = await runJson('print("begun", flush=True)\nwhile True:\n    pass\n', "--timeout", "2");
  expect(exitCode).toBe(1);
  expect(result.status).toBe("timeout");
  expect(result.limit?.name).toBe("wall-time");
  expect(result.output[0]?.text).toContain("begun");
  expect(result.durationMs).toBeGreaterThanOrEqual(1900);
  expect(result.durationMs).toBeLessThan(6000);
});

test("a file in and a file out, with its hash", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skep-data-"));
  await writeFile(join(folder, "numbers.csv"), "n\n1\n2\n39\n");
  const out = join(folder, "out");
  const { result, exitCode } = await runJson(
    'total = sum(int(line) for line in open("numbers.csv").read().split()[1:])\nopen("total.txt", "w").write(str(total))\nprint(total)\n',
    "--file",
    join(folder, "numbers.csv"),
    "--out",
    out,
  );
  expect(exitCode).toBe(0);
  expect(result.files).toEqual([{ path: "total.txt", size: 2, sha256: "73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049", change: "new" }]);
  expect(await readFile(join(out, "total.txt"), "utf8")).toBe("42");
});

test("numpy, pandas and matplotlib load on import: exact values, a table, a PNG", async () => {
  test.skip(!hasPackages("numpy", "pandas", "matplotlib"), "numpy, pandas and matplotlib are not among the fetched assets");
  const { result, exitCode } = await runJson(
    'import numpy as np\nimport pandas as pd\nimport matplotlib.pyplot as plt\nprint(np.arange(5).sum())\nframe = pd.DataFrame({"k": ["a", "b"], "n": [9007199254740993, 2]})\nplt.plot(frame.n)\nplt.show()\nframe\n',
  );
  expect(exitCode).toBe(0);
  expect(result.output).toEqual([{ stream: "stdout", text: "10\n" }]);
  const png = Buffer.from(result.displays[0]?.data["image/png"] ?? "", "base64");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(JSON.parse(result.result?.data["application/vnd.skep.table+json"] ?? "{}")).toMatchObject({
    columns: ["k", "n"],
    totalRows: 2,
    rows: [
      ["a", "9007199254740993"],
      ["b", "2"],
    ],
  });
  expect(Object.keys(result.environment.packages)).toEqual(expect.arrayContaining(["numpy", "pandas", "matplotlib"]));
});

test("bad usage ends with 2 and names the thing", async () => {
  const missing = await skep("run", "no-such-program.py");
  expect(missing.exitCode).toBe(2);
  expect(missing.stderr).toContain("no-such-program.py: no such file");
  const { file } = await program("print(1)");
  const timeout = await skep("run", file, "--timeout", "soon");
  expect(timeout.exitCode).toBe(2);
  expect(timeout.stderr).toContain("from 0.1 to 3600");
});
