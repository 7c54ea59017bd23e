import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { downloadFile } from "./download.mjs";
import { FileHost, sha256 } from "./testing/file-host.ts";

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
const DIGEST = sha256(CONTENT);

let host: FileHost;
let folder: string;
let target: string;

beforeEach(async () => {
  host = new FileHost();
  await host.start();
  host.put("/model.gguf", CONTENT);
  folder = await mkdtemp(join(tmpdir(), "skep-download-"));
  target = join(folder, "model.gguf");
});

afterEach(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

const download = (more: Partial<Parameters<typeof downloadFile>[0]> = {}) => downloadFile({ url: `${host.url}/model.gguf`, target, sha256: DIGEST, ...more });

describe("downloadFile", () => {
  it("downloads, checks, and leaves nothing but the file", async () => {
    expect(await download()).toEqual({ fetched: true, sha256: DIGEST });
    expect(await readdir(folder)).toEqual(["model.gguf"]);
    expect(sha256(await readFile(target))).toBe(DIGEST);
  });

  it("asks for nothing when the file is there", async () => {
    await download();
    expect(await download()).toEqual({ fetched: false, sha256: DIGEST });
    expect(host.requests).toHaveLength(1);
  });

  it("fetches anew when the file there is not the one", async () => {
    await writeFile(target, "something else");
    await download();
    expect(sha256(await readFile(target))).toBe(DIGEST);
  });

  it("goes on where the connection broke", async () => {
    Object.assign(host.mischief, { cutAfter: 50_000, cuts: 5 });
    await download();
    expect(sha256(await readFile(target))).toBe(DIGEST);
    expect(host.requests.length).toBeGreaterThan(2);
    expect(host.requests.at(-1)).toMatch(/bytes=[1-9]\d*-/);
  });

  it("goes on where an earlier run was ended", async () => {
    Object.assign(host.mischief, { stallAfter: 120_000 });
    await expect(download({ signal: AbortSignal.timeout(300) })).rejects.toThrow();
    expect(await readdir(folder)).not.toContain("model.gguf");
    delete host.mischief.stallAfter;
    await download();
    expect(host.requests.at(-1)).toMatch(/bytes=[1-9]\d*-/);
    expect(sha256(await readFile(target))).toBe(DIGEST);
  });

  it("starts over when the file changed on the host meanwhile", async () => {
    Object.assign(host.mischief, { stallAfter: 50_000 });
    await expect(download({ signal: AbortSignal.timeout(300) })).rejects.toThrow();
    delete host.mischief.stallAfter;
    const other = Buffer.from(CONTENT).reverse();
    host.put("/model.gguf", other);
    await download({ sha256: sha256(other) });
    expect(sha256(await readFile(target))).toBe(sha256(other));
  });

  it("starts over with a host that knows no ranges", async () => {
    await writeFile(`${target}.part`, CONTENT.subarray(0, 1000));
    host.mischief.noRanges = true;
    await download();
    expect(sha256(await readFile(target))).toBe(DIGEST);
  });

  it("takes a part that was whole already", async () => {
    await writeFile(`${target}.part`, CONTENT);
    await download();
    expect(host.requests).toEqual(["GET /model.gguf bytes=300000-"]);
    expect(sha256(await readFile(target))).toBe(DIGEST);
  });

  it("throws a file away that does not match, and leaves no half one", async () => {
    host.put("/model.gguf", Buffer.concat([CONTENT.subarray(0, -1), Buffer.from([7])]));
    await expect(download()).rejects.toThrow(/SHA-256 .* instead of .*thrown away/);
    expect(await readdir(folder)).toEqual([]);
  });

  it("throws a file of another size away when no hash is known", async () => {
    await expect(downloadFile({ url: `${host.url}/model.gguf`, target, size: 5 })).rejects.toThrow("300000 bytes instead of 5");
    expect(await readdir(folder)).toEqual([]);
  });

  it("does not mend a damaged part for ever: the next run starts over", async () => {
    await writeFile(`${target}.part`, Buffer.alloc(1000, 1));
    await expect(download()).rejects.toThrow("instead of");
    await download();
    expect(sha256(await readFile(target))).toBe(DIGEST);
  });

  it("names address and reason for a missing file and a host out of reach", async () => {
    await expect(downloadFile({ url: `${host.url}/nothing`, target })).rejects.toThrow(/\/nothing: the server answered 404/);
    await expect(downloadFile({ url: "http://127.0.0.1:1/x", target })).rejects.toThrow(/127\.0\.0\.1:1\/x: .+/);
    expect(await readdir(folder)).toEqual([]);
  });

  it("gives up on a transfer that stands still", async () => {
    Object.assign(host.mischief, { stallAfter: 0 });
    await expect(download({ stallMs: 200 })).rejects.toThrow(/stalled|no answer/);
  });

  it("tells bytes so far and in all", async () => {
    const seen: (readonly [number, number | null])[] = [];
    await download({ onProgress: (loaded, total) => seen.push([loaded, total]) });
    expect(seen.at(-1)).toEqual([300_000, 300_000]);
    expect(seen.every(([loaded], index) => index === 0 || loaded > (seen[index - 1]?.[0] ?? 0))).toBe(true);
  });
});
