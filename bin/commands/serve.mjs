import { ensureBuilt } from "../../scripts/lib/build.mjs";
import { createServer } from "../../scripts/lib/server.mjs";
import { mountsOf, withExecutorPlaces } from "../lib/executors.mjs";
import { wholeNumberFrom } from "../lib/options.mjs";

/**
 * `skep serve`: the built application with the right headers, on loopback, and the way to remote executors.
 * @param {import("commander").Command} program
 */
export function addServe(program) {
  withExecutorPlaces(program.command("serve"))
    .description("serve the built application on loopback, with the headers that isolate it")
    .option("--port <number>", "port to listen on; 0 takes a free one", wholeNumberFrom(0, 65535), 4173)
    .option("--plain", "send no isolation headers, as a plain static host would")
    .option("--json", "print the address as JSON")
    .action(async (options) => {
      const extraMounts = mountsOf(options);
      await ensureBuilt();
      const server = await createServer({ port: options.port, isolation: options.plain !== true, strictPort: true, extraMounts });
      process.stdout.write(options.json ? `${JSON.stringify({ url: server.url })}\n` : `Skep is at ${server.url} (Ctrl-C ends it)\n`);
      await new Promise((resolve) => {
        for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, resolve);
      });
      await server.close();
    });
}
