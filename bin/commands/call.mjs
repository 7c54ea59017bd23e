import { basename } from "node:path";
import { mountsOf, prepareExecutor, withExecutorPlaces } from "../lib/executors.mjs";
import { checkFolder, readText, readWireFiles, writeWireFiles } from "../lib/files.mjs";
import { collect, jsonObject, seconds } from "../lib/options.mjs";
import { openPage } from "../lib/page.mjs";
import { printResult } from "../lib/print-result.mjs";
import { UsageError } from "../lib/usage-error.mjs";
import { checkWishes, wishesOf } from "../lib/wishes.mjs";

/**
 * `skep call NAME`: one call of a tool, of a pack or of a kept library, with arguments that its schema allows.
 * @param {import("commander").Command} program
 */
export function addCall(program) {
  withExecutorPlaces(program.command("call"))
    .description("call a tool by name with arguments as JSON, and print what it gave")
    .argument("<name>", "the tool")
    .option("--pack <pack>", "the pack that the tool is in (.yaml, .json or .py); without it, the library of --profile")
    .option("--args <json>", "the arguments, a JSON object by parameter", jsonObject, {})
    .option("--file <data>", "an input file for the tool (may be given several times)", collect, [])
    .option("--executor <name>", "where to run it: pyodide, smolagents, bee or e2b (whose key is taken from E2B_API_KEY)")
    .option("--timeout <seconds>", "time limit of the call, loading of packages not counted", seconds)
    .option("--out <folder>", "write the files that the tool made into this folder")
    .option("--profile <folder>", "the browser's storage (library and history) in this folder")
    .option("--json", "print the ExecutionResult as JSON")
    .action(async (name, options) => {
      if (options.pack === undefined && options.profile === undefined) throw new UsageError("name where the tool is: --pack PACK.yaml or --profile FOLDER");
      const pack = options.pack === undefined ? null : { text: await readText(options.pack), fileName: basename(options.pack) };
      const files = await readWireFiles(options.file);
      if (options.out) await checkFolder("--out", options.out);
      // No model is needed, so none is loaded.
      const session = await openPage({ engine: "scripted", profile: options.profile, mounts: mountsOf(options) });
      try {
        await checkWishes(session.page, wishesOf({ timeout: options.timeout }));
        await prepareExecutor(session.page, options.executor);
        /** @type {import("../../src/automation/port.ts").CallRequest} */
        const request = { name, arguments: options.args, pack, files, timeout: options.timeout ?? null, executor: options.executor ?? null };
        /** @type {import("../../src/automation/port.ts").CallAnswer} */
        const answer = await session.page.evaluate((text) => /** @type {any} */ (globalThis).skep.call(JSON.parse(text)), JSON.stringify(request));
        if (!answer.ok) throw new UsageError(answer.problems.map(({ path, message }) => (path === "" ? message : `--args: ${path} ${message}`)).join("\n"));
        printResult(answer.result, options.json === true);
        process.exitCode = answer.result.status === "ok" ? 0 : 1;
        if (options.out) await writeWireFiles(options.out, answer.files);
      } finally {
        await session.close();
      }
    });
}
