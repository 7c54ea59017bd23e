import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { checkFolder, writeWireFiles } from "./files.mjs";
import { UsageError } from "./usage-error.mjs";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skep-files-"));
  await writeFile(join(folder, "taken"), "");
});

test("a folder that is there or can be made passes, and is not made", async () => {
  await checkFolder("--out", folder);
  await checkFolder("--out", join(folder, "new", "deeper"));
  await expect(readFile(join(folder, "new"))).rejects.toMatchObject({ code: "ENOENT" });
});

test("a file in a folder's place is named", async () => {
  const taken = join(folder, "taken");
  await expect(checkFolder("--out", taken)).rejects.toEqual(new UsageError(`--out ${taken} is a file; name a folder`));
  await expect(checkFolder("--out", join(taken, "in"))).rejects.toThrow(`${taken} is a file, not a folder`);
});

test("files that cannot be written are named, and the others are written", async () => {
  await mkdir(join(folder, "a-folder"));
  const file = (path: string) => ({ path, base64: Buffer.from("x").toString("base64") });
  const writing = writeWireFiles(folder, [file("a-folder"), file("../outside"), file("sub/good.txt")]);
  await expect(writing).rejects.toThrow(/a-folder was not written: .*\n.*\.\.\/outside, which lies outside/s);
  expect(await readFile(join(folder, "sub", "good.txt"), "utf8")).toBe("x");
});
