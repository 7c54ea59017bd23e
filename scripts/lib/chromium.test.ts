import { afterEach, describe, expect, it, vi } from "vitest";
import { ensureChromium, findChromium } from "./chromium.mjs";

afterEach(() => vi.unstubAllEnvs());

const quiet = () => undefined;

describe("findChromium", () => {
  it("takes CHROMIUM_PATH before all others", async () => {
    vi.stubEnv("CHROMIUM_PATH", process.execPath);
    expect(await findChromium()).toBe(process.execPath);
  });

  it("does not pass over a CHROMIUM_PATH that names nothing", async () => {
    vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium");
    await expect(findChromium()).rejects.toThrow("/nowhere/chromium");
  });

  it("takes the system's when Playwright has none", async () => {
    vi.stubEnv("CHROMIUM_PATH", "");
    const found = await findChromium({ systemPaths: ["/nowhere/chromium", process.execPath] });
    expect(found).not.toBeNull();
  });
});

describe("ensureChromium", () => {
  it("installs nothing when one is here", async () => {
    const attempt = vi.fn();
    expect(await ensureChromium({ say: quiet, find: async () => "/here", ways: [{ name: "x", fits: async () => true, attempt }] })).toBe("/here");
    expect(attempt).not.toHaveBeenCalled();
  });

  it("goes on to the next way when one fails, and takes what that installed", async () => {
    let installed: string | null = null;
    const ways = [
      { name: "download", fits: async () => true, attempt: async () => "no network" },
      { name: "unfit", fits: async () => false, attempt: async () => "must not be tried" },
      {
        name: "packages",
        fits: async () => true,
        attempt: async () => {
          installed = "/usr/bin/chromium";
          return null;
        },
      },
    ];
    const lines: string[] = [];
    expect(await ensureChromium({ say: (line) => lines.push(line), find: async () => installed, ways })).toBe("/usr/bin/chromium");
    expect(lines.join("\n")).toContain("no network");
    expect(lines.join("\n")).not.toContain("must not be tried");
  });

  it("says what was tried and what to do when all fail", async () => {
    const ways = [{ name: "download", fits: async () => true, attempt: async () => null }];
    await expect(ensureChromium({ say: quiet, find: async () => null, ways })).rejects.toThrow(/download: .*left no Chromium[\s\S]*CHROMIUM_PATH/);
  });
});
