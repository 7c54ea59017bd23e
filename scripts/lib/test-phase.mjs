import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { CRASHED, readPlaywrightReport, readVitestReport } from "./test-report.mjs";

/**
 * A test runner, run to its end with its output shown, and its report read.
 * @typedef {object} Phase
 * @property {string} name
 * @property {string} entry of the runner, below node_modules
 * @property {(report: string) => string[]} parameters
 * @property {(report: string) => NodeJS.ProcessEnv} [environment]
 * @property {(report: unknown, exitCode: number | null) => import("./test-report.mjs").Tally} read
 * @property {number} limitMs
 */

const MINUTE_MS = 60_000;

/**
 * @param {"node" | "browser"} project
 * @param {string} name
 * @param {number} limitMs
 * @param {string[]} choice
 * @returns {Phase}
 */
function vitestPhase(project, name, limitMs, choice = []) {
  return {
    name,
    entry: "vitest/vitest.mjs",
    parameters: (report) => ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...choice],
    read: readVitestReport,
    limitMs,
  };
}

/**
 * As many at once as there are processors; the runner's own choice leaves one of two idle.
 * @type {Phase}
 */
export const UNIT_PHASE = vitestPhase("node", "unit", 8 * MINUTE_MS, [`--maxWorkers=${availableParallelism()}`]);

/** @type {Phase} */
export const BROWSER_PHASE = vitestPhase("browser", "browser", 15 * MINUTE_MS);

/**
 * @param {string} name
 * @param {string[]} choice
 * @param {number} limitMs
 * @returns {Phase}
 */
function playwrightPhase(name, choice, limitMs) {
  return {
    name,
    entry: "@playwright/test/cli.js",
    parameters: () => ["test", "--reporter=list,json", ...choice],
    environment: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    read: readPlaywrightReport,
    limitMs,
  };
}

/** Two files side by side: most of a test is waiting, for a page, a limit, or an answer that must not come. */
const SIDE_BY_SIDE = Math.min(2, availableParallelism());

/**
 * What measures time has the machine to itself, and is tagged so (e2e/support/alone.ts).
 * @type {readonly Phase[]}
 */
export const END_TO_END_PHASES = [
  playwrightPhase("e2e", ["--grep-invert=@alone", `--workers=${SIDE_BY_SIDE}`], 30 * MINUTE_MS),
  playwrightPhase("e2e, one at a time", ["--grep=@alone", "--workers=1"], 15 * MINUTE_MS),
];

/**
 * @param {Phase} phase
 * @param {string} root of the repository
 * @param {NodeJS.ProcessEnv} environment on top of this process's own
 * @returns {Promise<import("./test-report.mjs").Tally>} {@link CRASHED} when it left no report
 */
export async function runPhase(phase, root, environment) {
  const folder = await mkdtemp(join(tmpdir(), "skep-test-"));
  const report = join(folder, "report.json");
  try {
    const code = await run(phase, root, report, { ...process.env, ...environment, ...phase.environment?.(report) });
    const content = await readFile(report, "utf8").then(JSON.parse, () => null);
    if (content === null) {
      process.stdout.write(`The phase ${phase.name} ended (${code ?? "stopped"}) without a report.\n`);
      return CRASHED;
    }
    return phase.read(content, code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Phase} phase
 * @param {string} root
 * @param {string} report
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number | null>} exit code; null when it was stopped or could not start
 */
function run(phase, root, report, env) {
  return new Promise((resolve) => {
    // Its own process group, so that browsers and servers end with it.
    const child = spawn(process.execPath, [join(root, "node_modules", phase.entry), ...phase.parameters(report)], {
      cwd: root,
      env,
      stdio: ["ignore", "inherit", "inherit"],
      detached: true,
    });
    const stop = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group has ended by itself.
      }
    };
    const timer = setTimeout(() => {
      process.stdout.write(`The phase ${phase.name} took longer than ${phase.limitMs / MINUTE_MS} minutes and was stopped.\n`);
      stop();
    }, phase.limitMs);
    const interrupt = () => {
      stop();
      process.exit(130);
    };
    process.once("SIGINT", interrupt);
    process.once("SIGTERM", interrupt);
    const end = (/** @type {number | null} */ code) => {
      clearTimeout(timer);
      process.off("SIGINT", interrupt);
      process.off("SIGTERM", interrupt);
      stop();
      resolve(code);
    };
    child.on("error", (error) => {
      process.stdout.write(`The phase ${phase.name} could not start: ${error.message}\n`);
      end(null);
    });
    child.on("close", end);
  });
}
