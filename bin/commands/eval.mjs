import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { Option } from "commander";
import { mountsOf, prepareExecutor, withExecutorPlaces } from "../lib/executors.mjs";
import { checkFolder, readText } from "../lib/files.mjs";
import { localModel } from "../lib/local-model.mjs";
import { ENGINES, seconds, wholeNumber, wholeNumberFrom } from "../lib/options.mjs";
import { openPage } from "../lib/page.mjs";
import { UsageError } from "../lib/usage-error.mjs";
import { checkWishes, wishesOf } from "../lib/wishes.mjs";

/** @typedef {import("../../src/evaluate/evaluation-report.ts").EvaluationReport} EvaluationReport */

/**
 * `skep eval SUITE.json`: tasks with checkers through the whole loop, beside the same model asked once.
 * @param {import("commander").Command} program
 */
export function addEval(program) {
  withExecutorPlaces(program.command("eval"))
    .description("measure the agent on a suite of tasks: first program, solved, tokens and seconds, and the same model asked once")
    .argument("<suite>", "JSON: tasks with id, prompt, files and check")
    .addOption(new Option("--engine <name>", "what answers; endpoint is a server, scripted the demo replies").choices(ENGINES))
    .option("--model <id>", "a model of the catalogue, the path of a GGUF file, or for --engine endpoint an address such as http://127.0.0.1:8080/v1#NAME")
    .option("--executor <name>", "where the code runs")
    .addOption(new Option("--mode <name>", "how many programs may answer a task").choices(["fast", "careful", "thorough"]).default("fast"))
    .option("--candidates <count>", "programs compared per task at most", wholeNumberFrom(2, 20))
    .option("--attempts <count>", "attempts to get a program that works", wholeNumberFrom(1, 20))
    .option("--max-tokens <count>", "tokens of each reply at most", wholeNumber)
    .option("--timeout <seconds>", "time limit of each execution", seconds)
    .option("--seed <number>", "seed of the first attempt", wholeNumber, 1)
    .option("--baseline", "ask the same model once, plainly, in the same run")
    .option("--out <report>", "write the report into this file, after every task; a report that is there already is continued")
    .option("--compare <report>", "tell what changed since this report")
    .option("--profile <folder>", "keep the browser's storage (cached models) in this folder")
    .option("--json", "print the report as JSON")
    .option("--verbose", "print the page's console to stderr")
    .action(async (path, options) => {
      const suite = await readText(path);
      if (options.out) await checkFolder("--out", dirname(options.out));
      const previous = options.out && existsSync(options.out) ? await readReport(options.out) : null;
      const earlier = options.compare ? await readReport(options.compare) : null;
      const model = options.engine === "endpoint" ? null : localModel(options.model);
      const session = await openPage({
        engine: options.engine ?? (model ? "wllama" : undefined),
        profile: options.profile,
        mounts: [...(model?.mounts ?? []), ...mountsOf(options)],
        ...(options.verbose ? { onConsole: (/** @type {string} */ text) => process.stderr.write(`${text}\n`) } : {}),
      });
      try {
        await checkWishes(session.page, wishesOf(options));
        await prepareExecutor(session.page, options.executor);
        // The page does not wait for the disk: reports are written one after the other.
        let written = Promise.resolve();
        const keep = (/** @type {EvaluationReport} */ report) => {
          if (options.out) written = written.then(() => writeReport(options.out, report));
          return written;
        };
        await session.page.exposeFunction("__skepReport", async (/** @type {EvaluationReport} */ report) => {
          await keep(report);
          const task = report.tasks.at(-1);
          process.stderr.write(`${report.tasks.length}: ${task?.id} ${task?.skep.right ? "right" : (task?.skep.outcome ?? "")}\n`);
        });
        /** @type {import("../../src/automation/port.ts").EvaluateRequest} */
        const request = {
          suite,
          name: basename(path),
          engine: options.engine ?? (model ? "wllama" : null),
          model: model ? new URL(model.path, session.url).href : (options.model ?? null),
          executor: options.executor ?? null,
          timeout: options.timeout ?? null,
          attempts: options.attempts ?? null,
          maxTokens: options.maxTokens ?? null,
          seed: options.seed,
          mode: options.mode,
          candidates: options.candidates ?? null,
          baseline: options.baseline === true,
          previous,
        };
        const answer = await session.page.evaluate(
          (r) => /** @type {any} */ (globalThis).skep.evaluate(r, (/** @type {unknown} */ report) => /** @type {any} */ (globalThis).__skepReport(report)),
          request,
        );
        if (!answer.ok) {
          process.stderr.write(`${answer.fault.code}: ${answer.fault.message} ${answer.fault.advice}\n`);
          process.exitCode = 1;
          return;
        }
        await keep(answer.report);
        await print(answer.report, earlier, options.json === true);
      } finally {
        await session.close();
      }
    });
}

/**
 * @param {EvaluationReport} report
 * @param {EvaluationReport | null} earlier
 * @param {boolean} json
 */
async function print(report, earlier, json) {
  const { loadSource } = await import("../lib/load-source.mjs");
  const comparison = earlier === null ? null : (await loadSource("src/evaluate/compare-reports.ts")).compareReports(earlier, report);
  if (json) {
    const { summary, ...rest } = report;
    process.stdout.write(`${JSON.stringify({ ...rest, ...(comparison === null ? {} : { comparison }), summary }, null, 2)}\n`);
    return;
  }
  const { reportTable } = await loadSource("src/evaluate/report-table.ts");
  process.stdout.write(`${reportTable(report)}\n`);
  if (comparison === null) return;
  process.stdout.write(`\nsince then: ${comparison.before} to ${comparison.after} of ${comparison.tasks} (${comparison.points} points)\n`);
  process.stdout.write(`gained: ${comparison.gained.join(" ") || "none"}\nlost: ${comparison.lost.join(" ") || "none"}\n`);
}

/**
 * @param {string} path
 * @returns {Promise<EvaluationReport>}
 */
async function readReport(path) {
  const text = await readText(path);
  /** @type {EvaluationReport | null} */
  let report = null;
  try {
    report = JSON.parse(text);
  } catch {
    // Told below, as any other file that is no report.
  }
  if (report?.v !== "skep.evaluation/1") throw new UsageError(`${path} is not a report of an evaluation`);
  return report;
}

/**
 * A report is never left half written.
 * @param {string} path
 * @param {EvaluationReport} report
 */
async function writeReport(path, report) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, `${JSON.stringify(report, null, 2)}\n`);
  await rename(`${path}.part`, path);
}
