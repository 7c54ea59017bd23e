import { createHash } from "node:crypto";
import { mountsOf, prepareExecutor, withExecutorPlaces } from "../lib/executors.mjs";
import { readText, readWireFiles } from "../lib/files.mjs";
import { collect } from "../lib/options.mjs";
import { openPage } from "../lib/page.mjs";
import { UsageError } from "../lib/usage-error.mjs";
import { verdictLine } from "../lib/verdict-line.mjs";

/** @typedef {import("../../src/domain/agent-event.ts").LoggedEvent} LoggedEvent */
/** @typedef {import("../../src/automation/port.ts").WireFile} WireFile */
/** @typedef {import("../../src/log/port.ts").RunReplay} RunReplay */
/**
 * What became of one run of the log.
 * @typedef {{ run: string, task: string, status: "same" | "differs" | "not-run", differences: readonly import("../../src/log/port.ts").OutputDifference[], notes: readonly string[] }} Outcome
 */

/**
 * `skep replay LOG.jsonl`: runs again what each run of an exported log executed last, and tells which outputs differ.
 * @param {import("commander").Command} program
 */
export function addReplay(program) {
  withExecutorPlaces(program.command("replay"))
    .description("run the programs of an exported log once more and tell which outputs are the same")
    .argument("<log>", "JSON Lines, as Skep exports them")
    .option("--run <id>", "only this run")
    .option("--file <data>", "a file that a run was given; logs hold their hashes only (may be given several times)", collect, [])
    .option("--executor <name>", "where to run it; without it each run where it ran before")
    .option("--json", "print the outcomes as JSON")
    .action(async (path, options) => {
      const text = await readText(path);
      const given = await readWireFiles(options.file);
      const { loadSource } = await import("../lib/load-source.mjs");
      const { verifyLines } = await loadSource("src/log/verify-lines.ts");
      const verdict = await verifyLines(text);
      if (!verdict.ok) {
        // What was changed afterwards tells nothing of what happened.
        process.stderr.write(`${verdictLine(path, text, verdict)}\n`);
        process.exitCode = 1;
        return;
      }
      const runs = runsOf(text).filter(([run]) => options.run === undefined || run === options.run);
      if (runs.length === 0)
        throw new UsageError(options.run === undefined ? `${path} holds no run` : `--run ${options.run}: there are ${verdict.runs.join(", ")}`);
      const { replayPlan } = await loadSource("src/log/replay-plan.ts");
      const { compareRuns } = await loadSource("src/log/compare-runs.ts");
      const session = await openPage({ engine: "scripted", mounts: mountsOf(options) });
      try {
        await prepareExecutor(session.page, options.executor);
        /** @type {Outcome[]} */
        const outcomes = [];
        for (const [run, events] of runs) {
          const outcome = await replay(session.page, run, events, given, options.executor ?? null, { plan: replayPlan, compare: compareRuns });
          outcomes.push(outcome);
          if (options.json !== true) process.stdout.write(`${words(outcome)}\n`);
        }
        if (options.json === true) process.stdout.write(`${JSON.stringify(outcomes, null, 2)}\n`);
        process.exitCode = outcomes.every(({ status }) => status === "same") ? 0 : 1;
      } finally {
        await session.close();
      }
    });
}

/**
 * @param {import("playwright").Page} page
 * @param {string} run
 * @param {readonly LoggedEvent[]} events
 * @param {readonly WireFile[]} given
 * @param {string | null} executor
 * @param {RunReplay} tools
 * @returns {Promise<Outcome>}
 */
async function replay(page, run, events, given, executor, tools) {
  const plan = tools.plan(events);
  const task = plan?.task ?? "";
  const notRun = (/** @type {string} */ note) => ({ run, task, status: /** @type {const} */ ("not-run"), differences: [], notes: [note] });
  if (plan === null) return notRun("It executed no code.");
  /** @type {WireFile[]} */
  const files = [];
  for (const { path, sha256 } of plan.files) {
    const file = given.find(({ base64 }) => createHash("sha256").update(Buffer.from(base64, "base64")).digest("hex") === sha256);
    if (file === undefined) return notRun(`Its file ${path} is missing, or differs from the one that it was given. Name it with --file.`);
    files.push({ path, base64: file.base64 });
  }
  /** @type {import("../../src/automation/port.ts").ExecuteRequest} */
  const request = { code: plan.code, files, timeout: plan.timeoutMs / 1000, executor: executor ?? plan.executor };
  const refused = await refusalOf(page, request, plan.timeoutMs);
  if (refused !== null) return notRun(refused);
  const lines = await page.evaluate(async (r) => {
    const { skep } = /** @type {{ skep: import("../../src/automation/port.ts").Automation }} */ (/** @type {unknown} */ (globalThis));
    const answer = await skep.execute(r);
    return skep.log(answer.run);
  }, request);
  const { same, differences, notes } = tools.compare(events, runsOf(lines)[0]?.[1] ?? []);
  return { run, task, status: same ? "same" : "differs", differences, notes };
}

/**
 * Why this installation may not run it as it ran: it has fixed another place; a time limit that it has fixed is taken instead.
 * @param {import("playwright").Page} page
 * @param {import("../../src/automation/port.ts").ExecuteRequest} request
 * @param {number} timeoutMs of the run in the log
 */
async function refusalOf(page, request, timeoutMs) {
  const [place, time] = await page.evaluate(
    ([executor, limit]) => {
      const { skep } = /** @type {{ skep: import("../../src/automation/port.ts").Automation }} */ (/** @type {unknown} */ (globalThis));
      return [skep.refusal("executor", executor), skep.refusal("timeoutMs", limit)];
    },
    /** @type {const} */ ([request.executor, timeoutMs]),
  );
  if (time !== null) Object.assign(request, { timeout: null });
  return place === null ? null : `It ran on ${request.executor}: ${place}.`;
}

/**
 * The events of each run, in order.
 * @param {string} text
 * @returns {[string, LoggedEvent[]][]}
 */
function runsOf(text) {
  /** @type {Map<string, LoggedEvent[]>} */
  const runs = new Map();
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    /** @type {LoggedEvent} */
    const event = JSON.parse(line);
    runs.set(event.run, [...(runs.get(event.run) ?? []), event]);
  }
  return [...runs];
}

/** @param {Outcome} outcome */
function words({ run, task, status, differences, notes }) {
  const title = { same: "same outputs", differs: `${differences.length} outputs differ`, "not-run": "not run" }[status];
  const cut = (/** @type {string | null} */ text) => (text === null ? "nothing" : JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text));
  return [
    `${run}  ${title}  ${task.split("\n", 1)[0]}`,
    ...differences.map(({ output, before, after }) => `  ${output}: ${cut(before)}, now ${cut(after)}`),
    ...notes.map((note) => `  ${note}`),
  ].join("\n");
}
