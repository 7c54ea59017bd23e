import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { buildSnapshot, removeOldSnapshots } from "./build-snapshot.mjs";

const MINUTE = 60_000;
const folder = await mkdtemp(join(tmpdir(), "skep-snapshot-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const build = (more: Partial<Parameters<typeof buildSnapshot>[0]> = {}) => buildSnapshot({ packagesDir: folder, packages: [], ...more });

describe("buildSnapshot", () => {
  it("builds the core alone without packages, reuses it while it is whole, and mends it when it is not", { timeout: 5 * MINUTE }, async () => {
    const set = await build();
    expect(set.snapshots.map((snapshot) => snapshot.name)).toEqual(["core"]);
    expect(await build({ known: set })).toBe(set);

    const memory = join(folder, set.snapshots[0]?.memory.path ?? "");
    const bytes = await readFile(memory);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(memory, bytes);
    const mended = await build({ known: set });
    expect(mended.key).toBe(set.key);
    expect(mended).not.toBe(set);
    expect(await build({ known: mended })).toBe(mended);
  });

  it("leaves nothing behind when it is stopped", { timeout: 5 * MINUTE }, async () => {
    const before = await readdir(join(folder, "snapshot"));
    const stop = new AbortController();
    await expect(build({ signal: stop.signal, onProgress: () => setTimeout(() => stop.abort(), 500) })).rejects.toThrow(/stopped/);
    expect(await readdir(join(folder, "snapshot"))).toEqual(before);
  });

  it("says what is wrong with packages that cannot be unpacked", { timeout: 5 * MINUTE }, async () => {
    const packages = ["numpy", "pandas", "matplotlib"].map((name) => ({
      name,
      version: "1.0",
      file: { path: `packages/${name}-1.0-py3-none-any.whl`, size: 1, sha256: "0".repeat(64) },
      imports: [name],
      depends: [],
      sharedLibrary: false,
      licence: "MIT",
      origin: "here",
    }));
    await expect(build({ packages })).rejects.toThrow(/could not be built: .*numpy/s);
  });
});

describe("removeOldSnapshots", () => {
  it("keeps the current set only", async () => {
    const [key = ""] = await readdir(join(folder, "snapshot"));
    await writeFile(join(folder, "snapshot", "stranger"), "x");
    await removeOldSnapshots(folder, { key, pyodide: "", glue: { path: "", size: 0, sha256: "" }, snapshots: [] });
    expect(await readdir(join(folder, "snapshot"))).toEqual([key]);
  });
});
