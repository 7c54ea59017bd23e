import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./lib/install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

try {
  await ensureInstalled(ROOT);
  const { runChecks } = await import("./lib/checks.mjs");
  const outcomes = await runChecks(ROOT, (text) => process.stdout.write(text));
  if (outcomes.some((outcome) => !outcome.passed)) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
