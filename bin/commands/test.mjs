import { basename } from "node:path";
import { readText } from "../lib/files.mjs";
import { openPage } from "../lib/page.mjs";

/**
 * `skep test PACK.yaml`: the gates of the library on every snippet of a pack, its tests among them, in the sealed sandbox.
 * @param {import("commander").Command} program
 */
export function addTest(program) {
  program
    .command("test")
    .description("run the tests of a snippet pack, each in a fresh interpreter, and say of each snippet whether it passes")
    .argument("<pack>", "a pack (.yaml or .json), or one Python function (.py)")
    .option("--json", "print the report as JSON")
    .action(async (path, options) => {
      const text = await readText(path);
      // No model is needed, so none is loaded.
      const session = await openPage({ engine: "scripted" });
      try {
        /** @type {import("../../src/library/port.ts").PackReport} */
        const report = await session.page.evaluate(([pack, name]) => /** @type {any} */ (globalThis).skep.testPack(pack, name, null), [text, basename(path)]);
        if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);
        else process.stdout.write(report.ok ? textOf(report) : `${path}${report.line === null ? "" : `, line ${report.line}`}: ${report.message}\n`);
        process.exitCode = report.ok && report.passed ? 0 : 1;
      } finally {
        await session.close();
      }
    });
}

/**
 * One line for each snippet, one more for whatever is in its way, and a sum.
 * @param {Extract<import("../../src/library/port.ts").PackReport, { ok: true }>} report
 * @returns {string}
 */
function textOf({ snippets }) {
  const lines = snippets.flatMap(({ name, passed, gates, tests }) => [
    `${passed ? "pass" : "FAIL"}  ${name}  (${tests.filter(({ verdict }) => verdict === "pass").length} of ${tests.length} tests)`,
    ...gates.filter(({ verdict }) => verdict === "fail").flatMap(({ gate, notes }) => notes.map((note) => `      ${gate}: ${note}`)),
  ]);
  const passed = snippets.filter((snippet) => snippet.passed).length;
  return `${[...lines, `${passed} of ${snippets.length} snippets pass`].join("\n")}\n`;
}
