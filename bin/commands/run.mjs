import { mountsOf, prepareExecutor, withExecutorPlaces } from "../lib/executors.mjs";
import { checkFolder, readWireFiles, writeWireFiles } from "../lib/files.mjs";
import { collect, host, seconds } from "../lib/options.mjs";
import { openPage } from "../lib/page.mjs";
import { printResult } from "../lib/print-result.mjs";
import { readProgram } from "../lib/read-program.mjs";

/**
 * `skep run FILE.py` or `FILE.yaml`: one execution, in the sealed sandbox unless another executor is named.
 * @param {import("commander").Command} program
 */
export function addRun(program) {
  withExecutorPlaces(program.command("run"))
    .description("run one Python file and print what it gave")
    .argument("<file>", "the program, or a view spec (.yaml) that holds one")
    .option("--file <data>", "an input file for the program (may be given several times)", collect, [])
    .option("--executor <name>", "where to run it: pyodide, smolagents, bee or e2b (whose key is taken from E2B_API_KEY)")
    .option("--allow-host <host>", "a host that the program may reach over HTTPS, such as api.example.org (may be given several times)", host, [])
    .option("--timeout <seconds>", "time limit of the program, loading of packages not counted", seconds)
    .option("--out <folder>", "write the files that the program made into this folder")
    .option("--profile <folder>", "keep the browser's storage (history) in this folder")
    .option("--json", "print the ExecutionResult as JSON")
    .action(async (file, options) => {
      const files = await readWireFiles(options.file);
      const code = await readProgram(file, files);
      if (options.out) await checkFolder("--out", options.out);
      // No model is needed, so none is loaded.
      const session = await openPage({ engine: "scripted", profile: options.profile, mounts: mountsOf(options) });
      try {
        await prepareExecutor(session.page, options.executor);
        /** @type {import("../../src/automation/port.ts").ExecuteRequest} */
        const request = { code, files, timeout: options.timeout ?? null, executor: options.executor ?? null, allowHosts: options.allowHost };
        const answer = await session.page.evaluate((r) => /** @type {any} */ (globalThis).skep.execute(r), request);
        printResult(answer.result, options.json === true);
        process.exitCode = answer.result.status === "ok" ? 0 : 1;
        if (options.out) await writeWireFiles(options.out, answer.files);
      } finally {
        await session.close();
      }
    });
}
