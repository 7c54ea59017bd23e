import { mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withLock } from "./exclusive.mjs";

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skep-lock-"));
  path = join(folder, "deep", ".lock");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("withLock", () => {
  it("lets one in at a time", async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside++;
      most = Math.max(most, inside);
      await sleep(30);
      inside--;
    };
    await Promise.all([1, 2, 3, 4].map(() => withLock(path, work)));
    expect(most).toBe(1);
    await expect(stat(path)).rejects.toThrow();
  });

  it("gives back what the work gives, and lets go when it throws", async () => {
    expect(await withLock(path, async () => 7)).toBe(7);
    await expect(withLock(path, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await withLock(path, async () => 8)).toBe(8);
  });

  it("takes over from a process that no longer runs", async () => {
    await withLock(path, async () => undefined);
    await writeFile(path, `process 2147483646 on ${hostname()}\n`);
    let several = 0;
    await Promise.all([1, 2, 3].map(() => withLock(path, async () => void several++)));
    expect(several).toBe(3);
  });

  it("takes over from a holder on another machine that has not been heard of", async () => {
    await withLock(path, async () => undefined);
    await writeFile(path, "process 1 on elsewhere\n");
    const old = new Date(Date.now() - 60_000);
    await utimes(path, old, old);
    expect(await withLock(path, async () => "mine")).toBe("mine");
  });

  it("waits for a holder that lives, says so once, and gives up in the end", async () => {
    await withLock(path, async () => {
      const waits: string[] = [];
      await expect(withLock(path, async () => undefined, { timeoutMs: 500, onWait: (holder) => waits.push(holder) })).rejects.toThrow(`process ${process.pid}`);
      expect(waits).toHaveLength(1);
      await expect(withLock(path, async () => undefined, { signal: AbortSignal.abort() })).rejects.toThrow("holds");
      expect(await readFile(path, "utf8")).toContain(String(process.pid));
    });
  });
});
