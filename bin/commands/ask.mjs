import { Option } from "commander";
import { mountsOf, prepareExecutor, withExecutorPlaces } from "../lib/executors.mjs";
import { checkFolder, readWireFiles, writeWireFiles } from "../lib/files.mjs";
import { localModel } from "../lib/local-model.mjs";
import { collect, ENGINES, host, numberFromZero, seconds, wholeNumber, wholeNumberFrom } from "../lib/options.mjs";
import { openPage } from "../lib/page.mjs";
import { printResult } from "../lib/print-result.mjs";
import { write } from "../lib/printable.mjs";
import { UsageError } from "../lib/usage-error.mjs";
import { checkWishes, wishesOf } from "../lib/wishes.mjs";

/**
 * `skep ask TASK`: the whole agent loop.
 * @param {import("commander").Command} program
 */
export function addAsk(program) {
  withExecutorPlaces(program.command("ask"))
    .description("give the agent a task and print what came of it")
    .argument("<task>", "what you want, in your words")
    .option("--file <data>", "an input file (may be given several times)", collect, [])
    .addOption(new Option("--engine <name>", "what answers; endpoint is a server, scripted the demo replies").choices(ENGINES))
    .option("--model <id>", "a model of the catalogue, the path of a GGUF file, or for --engine endpoint an address such as http://127.0.0.1:8080/v1#NAME")
    .option("--executor <name>", "where the code runs")
    .option("--allow-host <host>", "a host that programs may reach over HTTPS, such as api.example.org (may be given several times)", host, [])
    .addOption(
      new Option("--loop <name>", "skep: one program, repaired; code-agent: smolagents' steps (with --executor smolagents)").choices(["skep", "code-agent"]),
    )
    .addOption(
      new Option(
        "--mode <name>",
        "how many programs may answer: the first that works; more, until two agree; or --candidates (not with --loop code-agent)",
      ).choices(["fast", "careful", "thorough"]),
    )
    .option("--candidates <count>", "programs that careful and thorough compare at most", wholeNumberFrom(2, 20))
    .option("--steps <count>", "steps of code-agent at most", wholeNumberFrom(1, 100))
    .addOption(new Option("--code-tags <name>", "what stands around code in code-agent's replies").choices(["code", "markdown"]))
    .option("--imports <names>", 'what smolagents\' interpreter may import beside its own list, such as "json, numpy.*" or *')
    .option("--timeout <seconds>", "time limit of each execution", seconds)
    .option("--attempts <count>", "attempts per task, the first included", wholeNumberFrom(1, 20))
    .option("--max-tokens <count>", "tokens of each reply at most", wholeNumber)
    .option("--temperature <number>", "0 is greedy", numberFromZero)
    .option("--seed <number>", "seed of the engine's sampling", wholeNumber)
    .option("--out <folder>", "write the files that the program made into this folder")
    .option("--profile <folder>", "keep the browser's storage (history, cached models) in this folder")
    .option("--events", "print the event log, one JSON object a line, as it happens")
    .option("--json", "print the answer as JSON")
    .option("--verbose", "print the page's console to stderr")
    .action(async (task, options) => {
      if (task.trim() === "") throw new UsageError("the task is empty");
      const files = await readWireFiles(options.file);
      if (options.loop === "code-agent" && (options.mode ?? "fast") !== "fast")
        throw new UsageError(`--mode ${options.mode} does not go with --loop code-agent: its steps make one program, and nothing is compared`);
      if (options.out) await checkFolder("--out", options.out);
      const model = localModel(options.model);
      const wishes = wishesOf(options);
      const session = await openPage({
        wishes,
        // A model that is named is loaded for the task; until then there is no need of one.
        engine: options.engine === undefined && model === null && options.model === undefined ? undefined : "scripted",
        profile: options.profile,
        mounts: [...(model?.mounts ?? []), ...mountsOf(options)],
        ...(options.verbose ? { onConsole: (/** @type {string} */ text) => process.stderr.write(`${text}\n`) } : {}),
      });
      try {
        await checkWishes(session.page, wishes);
        await prepareExecutor(session.page, options.executor);
        /** @type {import("../../src/automation/port.ts").AskRequest} */
        const request = {
          task,
          files,
          engine: options.engine ?? (model ? "wllama" : null),
          model: model ? new URL(model.path, session.url).href : (options.model ?? null),
          executor: options.executor ?? null,
          timeout: options.timeout ?? null,
          attempts: options.attempts ?? null,
          ...(options.mode === undefined ? {} : { mode: options.mode }),
          ...(options.candidates === undefined ? {} : { candidates: options.candidates }),
          maxTokens: options.maxTokens ?? null,
          temperature: options.temperature ?? null,
          seed: options.seed ?? null,
          allowHosts: options.allowHost,
        };
        await session.page.exposeFunction("__skepEvent", (/** @type {string} */ line) => {
          if (options.events) process.stdout.write(`${line}\n`);
        });
        const answer = await session.page.evaluate(
          (r) =>
            /** @type {any} */ (globalThis).skep.ask(r, (/** @type {unknown} */ event) => /** @type {any} */ (globalThis).__skepEvent(JSON.stringify(event))),
          request,
        );
        if (options.json) process.stdout.write(`${JSON.stringify({ ...answer, files: undefined }, null, options.events ? 0 : 2)}\n`);
        else if (!options.events) printAnswer(answer);
        process.exitCode = answer.status === "ok" ? 0 : 1;
        if (options.out) await writeWireFiles(options.out, answer.files);
      } finally {
        await session.close();
      }
    });
}

/** @param {import("../../src/automation/port.ts").AskAnswer} answer */
function printAnswer(answer) {
  if (answer.model)
    process.stderr.write(`${answer.model.demo ? "demo replies" : `${answer.model.engine} ${answer.model.model}`}, attempts: ${answer.attempts}\n`);
  if (answer.code !== null) write(process.stderr, `${answer.code}\n\n`);
  if (answer.result !== null) printResult(answer.result, false);
  if (answer.fault !== null) process.stderr.write(`${answer.fault.code}: ${answer.fault.message} ${answer.fault.advice}\n`);
}
