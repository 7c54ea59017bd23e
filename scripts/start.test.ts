import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";

const SCRIPTS = fileURLToPath(new URL(".", import.meta.url));

let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill("SIGKILL");
  child = undefined;
});

/** Runs a script and gathers what it says. */
function run(script: string, ...parameters: string[]) {
  const started = spawn(process.execPath, [`${SCRIPTS}${script}`, ...parameters], {
    env: { ...process.env, SKEP_OFFLINE: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child = started;
  const heard = { text: "" };
  for (const stream of [started.stdout, started.stderr]) {
    stream.on("data", (chunk) => {
      heard.text += String(chunk);
    });
  }
  return { started, heard, ended: once(started, "close").then(([code]) => ({ code, text: heard.text })) };
}

describe("npm start", () => {
  it("serves the isolated page, says where, what is there and how to get the rest, and ends on a signal", { timeout: 180_000 }, async () => {
    const { started, heard, ended } = run("start.mjs", "--port", "0", "--no-assets");
    await expect.poll(() => heard.text, { timeout: 170_000, interval: 200 }).toMatch(/Models on this machine: .*\n/);
    expect(heard.text).toMatch(/Python packages: .*npm run assets/);
    const address = /Skep is at (http:\/\/127\.0\.0\.1:\d+\/)/.exec(heard.text)?.[1] ?? "";
    const response = await fetch(address);
    expect(response.headers.get("cross-origin-embedder-policy")).toBe("require-corp");
    expect(await response.text()).toContain("<title>Skep</title>");
    expect((await fetch(`${address}sandbox.html`)).headers.get("content-security-policy")).toContain("sandbox allow-scripts");
    started.kill("SIGTERM");
    expect((await ended).code).toBe(0);
  });

  it.each([
    [["--host", "0.0.0.0"], 1, "this machine only"],
    [["--port", "many"], 1, "is not a port"],
    [["--prot", "5000"], 2, "--prot"],
  ])("refuses %j", { timeout: 30_000 }, async (parameters, code, words) => {
    const result = await run("start.mjs", ...parameters).ended;
    expect(result.code).toBe(code);
    expect(result.text).toContain(words);
  });
});

describe("npm run assets", () => {
  it.each([
    [["--source", "ftp"], 1, "is not a source"],
    [["--modle", "x"], 2, "--modle"],
    [["--help"], 0, "--packages"],
    [["--list"], 0, "smollm2-135m\tCPU"],
  ])("answers %j", { timeout: 30_000 }, async (parameters, code, words) => {
    const result = await run("assets.mjs", ...parameters).ended;
    expect(result.code).toBe(code);
    expect(result.text).toContain(words);
  });
});
