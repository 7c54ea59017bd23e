import { readText } from "../lib/files.mjs";
import { verdictLine } from "../lib/verdict-line.mjs";

/**
 * `skep verify LOG.jsonl`: the hash chain of an exported log, in a page of the same application.
 * @param {import("commander").Command} program
 */
export function addVerify(program) {
  program
    .command("verify")
    .description("check the hash chain of an exported log and name the first event that was changed")
    .argument("<log>", "JSON Lines, as Skep exports them")
    .option("--json", "print the verdict as JSON")
    .action(async (path, options) => {
      const text = await readText(path);
      const { loadSource } = await import("../lib/load-source.mjs");
      const { verifyLines } = await loadSource("src/log/verify-lines.ts");
      const verdict = await verifyLines(text);
      if (options.json) process.stdout.write(`${JSON.stringify(verdict)}\n`);
      else process.stdout.write(`${verdictLine(path, text, verdict)}\n`);
      process.exitCode = verdict.ok ? 0 : 1;
    });
}
