import { createHash } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readViewSpec, writeViewSpec } from "#share/view-spec-yaml.ts";
import { readProgram } from "./read-program.mjs";

const CODE = "print(open('a.csv').read())\n\n";
const given = { path: "a.csv", base64: Buffer.from("1,2").toString("base64") };
const named = { path: "a.csv", size: 3, sha256: createHash("sha256").update("1,2").digest("hex") };
const reader = async () => readViewSpec;

async function file(name: string, text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "skep-program-")), name);
  await writeFile(path, text);
  return path;
}

test("a program is its text, a view spec is its code", async () => {
  expect(await readProgram(await file("a.py", CODE), [], reader)).toBe(CODE);
  const spec = await file("a.yaml", writeViewSpec({ title: "x", show: ["output"], files: [named], code: CODE }));
  expect(await readProgram(spec, [given], reader)).toBe(CODE);
});

test("a spec whose files are not given, or are others, is not run", async () => {
  const spec = await file("a.yml", writeViewSpec({ title: "x", show: ["output"], files: [named], code: CODE }));
  await expect(readProgram(spec, [], reader)).rejects.toThrow("reads a.csv: give it with --file");
  await expect(readProgram(spec, [{ ...given, base64: "AAAA" }], reader)).rejects.toThrow("not the file that");
});

test("what is no spec is named with its line", async () => {
  await expect(readProgram(await file("a.yaml", "format: skep.view/1\ntype: vega\n"), [], reader)).rejects.toThrow(/a\.yaml:2: type: must be python/);
});
