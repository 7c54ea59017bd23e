import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findLongFiles } from "./file-lengths.mjs";

/** @typedef {{ name: string, passed: boolean, output: string, seconds: number }} CheckOutcome */

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} advice what to do when it fails
 * @property {(root: string) => Promise<{ passed: boolean, output: string }>} run
 */

/** @type {readonly Check[]} */
export const CHECKS = [
  {
    name: "types",
    advice: "The compiler's words stand above; `npx tsc -b` repeats them.",
    run: (root) => runTool(root, "typescript/bin/tsc", ["-b"]),
  },
  {
    name: "format, lint and who may import whom",
    advice: "`npx biome check --write .` mends layout and order of imports; the rest says what to do instead.",
    run: (root) => runTool(root, "@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "--diagnostic-level=warn", "--max-diagnostics=200", "."]),
  },
  {
    name: "dead code and undeclared packages",
    advice: "Remove what nothing uses. What something other than an import uses is named in knip.json.",
    run: (root) => runTool(root, "knip/bin/knip.js", ["--no-progress"]),
  },
  { name: "length of files", advice: "Split the file where its parts have different reasons to change.", run: async (root) => judgeLengths(root) },
  {
    name: "size of the download",
    advice: "Load what the first screen does not need with import(), or raise the limit in .size-limit.json and say why in the commit.",
    run: (root) =>
      existsSync(join(root, "dist", "index.html"))
        ? runTool(root, "size-limit/bin.js", [])
        : Promise.resolve({ passed: true, output: "not measured: dist/ is not built\n" }),
  },
];

/**
 * Runs all checks, one after the other, and says of each how it went.
 * @param {string} root of the repository
 * @param {(text: string) => void} say
 * @param {readonly Check[]} [checks]
 * @returns {Promise<CheckOutcome[]>}
 */
export async function runChecks(root, say, checks = CHECKS) {
  /** @type {CheckOutcome[]} */
  const outcomes = [];
  for (const check of checks) {
    const started = Date.now();
    const { passed, output } = await check.run(root);
    const seconds = (Date.now() - started) / 1000;
    if (!passed || output.includes("warning:")) say(output.endsWith("\n") ? output : `${output}\n`);
    say(`${passed ? "ok  " : "FAIL"}  ${check.name} (${seconds.toFixed(1)} s)\n`);
    if (!passed) say(`      ${check.advice}\n`);
    outcomes.push({ name: check.name, passed, output, seconds });
  }
  return outcomes;
}

/** @param {string} root */
function judgeLengths(root) {
  const long = findLongFiles(root);
  const lines = long.map(({ path, lines, stop }) => `${path}: ${lines} lines${stop ? ", more than 400" : " (warning: aim at 200, stop at 400)"}`);
  return { passed: !long.some(({ stop }) => stop), output: lines.map((line) => `${line}\n`).join("") };
}

/**
 * Runs a tool of node_modules with this Node.
 * @param {string} root
 * @param {string} entry below node_modules
 * @param {readonly string[]} parameters
 * @returns {Promise<{ passed: boolean, output: string }>}
 */
function runTool(root, entry, parameters) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, "node_modules", entry), ...parameters], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 10 * 60_000,
    });
    let output = "";
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      output += chunk.toString("utf8");
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve({ passed: false, output: `${output}${error.message}\n` }));
    child.on("close", (code, signal) => resolve({ passed: code === 0, output: code === null ? `${output}ended by ${signal}\n` : output }));
  });
}
