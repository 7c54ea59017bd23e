import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const PROGRAM = `
import { rm } from "node:fs/promises";
import { closeOnSignal } from ${JSON.stringify(new URL("./close-on-signal.mjs", import.meta.url).href)};
closeOnSignal(() => rm(process.argv[1], { recursive: true }));
setInterval(() => {}, 1000);
process.stdout.write("ready");
`;

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s closes first and ends with %i", async (signal, code) => {
  const folder = await mkdtemp(join(tmpdir(), "skep-signal-"));
  const child = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM, folder], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill(signal);
  const [exitCode] = await once(child, "exit");
  expect(exitCode).toBe(code);
  expect(existsSync(folder)).toBe(false);
});
