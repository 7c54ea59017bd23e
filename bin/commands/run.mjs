import { mountsOf, prepareExecutor, withExecutorPlaces } from "../lib/executors.mjs";
import { checkFolder, readWireFiles, writeWireFiles } from "../lib/files.mjs";
import { collect, host, seconds, wholeNumberFrom } from "../lib/options.mjs";
import { openPage } from "../lib/page.mjs";
import { printResult } from "../lib/print-result.mjs";
import { readProgram } from "../lib/read-program.mjs";
import { checkWishes, wishesOf } from "../lib/wishes.mjs";

/**
 * `skep run FILE.py…` or `FILE.yaml`: one execution a file, in the sealed sandbox unless another executor is named.
 * @param {import("commander").Command} program
 */
export function addRun(program) {
  withExecutorPlaces(program.command("run"))
    .description("run Python files and print what they gave; several run in turn until one fails")
    .argument("<file...>", "the programs, or view specs (.yaml) that hold one")
    .option("--keep-state", "run them in one interpreter, so that what one defines is there for the next")
    .option("--file <data>", "an input file for the program (may be given several times)", collect, [])
    .option("--executor <name>", "where to run it: pyodide, smolagents, bee or e2b (whose key is taken from E2B_API_KEY)")
    .option("--allow-host <host>", "a host that the program may reach over HTTPS, such as api.example.org (may be given several times)", host, [])
    .option("--imports <names>", 'what smolagents\' interpreter may import beside its own list, such as "json, numpy.*" or *')
    .option("--timeout <seconds>", "time limit of the program, loading of packages not counted", seconds)
    .option("--memory <MiB>", "memory of the interpreter", wholeNumberFrom(64, 4096))
    .option("--output-limit <characters>", "characters of output kept", wholeNumberFrom(1000, 100_000_000))
    .option("--file-limit <number>", "files kept of those that a program writes", wholeNumberFrom(1, 10_000))
    .option("--file-size <MiB>", "size of those files together", wholeNumberFrom(1, 1024))
    .option("--message-limit <number>", "pieces of output and displays before a program is ended", wholeNumberFrom(100, 10_000_000))
    .option("--out <folder>", "write the files that the program made into this folder")
    .option("--profile <folder>", "keep the browser's storage (history) in this folder")
    .option("--json", "print the ExecutionResult as JSON; of several files, an array of them")
    .action(async (paths, options) => {
      const files = await readWireFiles(options.file);
      const programs = await Promise.all(paths.map((/** @type {string} */ path) => readProgram(path, files)));
      if (options.out) await checkFolder("--out", options.out);
      // No model is needed, so none is loaded.
      const wishes = wishesOf(options);
      const session = await openPage({ engine: "scripted", wishes, profile: options.profile, mounts: mountsOf(options) });
      try {
        await checkWishes(session.page, wishes);
        await prepareExecutor(session.page, options.executor);
        /** @type {import("../../src/domain/execution-result.ts").ExecutionResult[]} */
        const results = [];
        for (const code of programs) {
          /** @type {import("../../src/automation/port.ts").ExecuteRequest} */
          const request = {
            code,
            files,
            timeout: options.timeout ?? null,
            executor: options.executor ?? null,
            allowHosts: options.allowHost,
            limits: limitsOf(options),
            ...(options.keepState === true ? { session: "command" } : {}),
          };
          const answer = await session.page.evaluate((r) => /** @type {any} */ (globalThis).skep.execute(r), request);
          results.push(answer.result);
          if (options.json !== true) printResult(answer.result, false);
          if (options.out) await writeWireFiles(options.out, answer.files);
          if (answer.result.status !== "ok") break;
        }
        if (options.json === true) process.stdout.write(`${JSON.stringify(programs.length === 1 ? results[0] : results, null, 2)}\n`);
        process.exitCode = results.every((result) => result.status === "ok") ? 0 : 1;
      } finally {
        await session.close();
      }
    });
}

/**
 * The bounds that were named; the others are the settings'.
 * @param {Record<string, number | undefined>} options
 */
function limitsOf({ memory, outputLimit, fileLimit, fileSize, messageLimit }) {
  const named = { memoryMiB: memory, outputLimit, fileLimit, fileMiB: fileSize, messageLimit };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}
