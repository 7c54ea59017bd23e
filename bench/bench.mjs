/**
 * `npm run bench`: the sealed executor beside a plain Pyodide worker, in the same browser, in the same run. Prints each figure with
 * its target and whether it was met, and writes bench/results/sandbox.json.
 *
 *   node bench/bench.mjs [--repeats N] [--runs N]
 */
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { build } from "vite";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { createServer } from "../scripts/lib/server.mjs";
import { measureTree } from "./processor-time.mjs";
import { measureSandbox } from "./sandbox-measures.mjs";
import { formatTable } from "./table.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({ options: { repeats: { type: "string", default: "3" }, runs: { type: "string", default: "200" } } });

await build({ root: ROOT, configFile: `${ROOT}bench/vite.config.ts` });
const site = `${ROOT}node_modules/.cache/skep-bench`;
const server = await createServer({
  port: 0,
  dir: site,
  extraMounts: [
    { path: "/fetched/", dir: `${ROOT}public/fetched` },
    { path: "/bare/", dir: `${ROOT}node_modules/pyodide` },
    { path: "/bare-worker.mjs", file: `${ROOT}bench/page/bare-worker.mjs` },
  ],
});
const executablePath = await findChromium();
const browserServer = await chromium.launchServer({
  ...(executablePath === null ? {} : { executablePath }),
  args: ["--no-sandbox", "--disable-background-networking"],
});
try {
  const browser = await chromium.connect(browserServer.wsEndpoint());
  const pid = browserServer.process().pid ?? 0;
  const measures = await measureSandbox({
    browser,
    url: `${server.url}bench/page/`,
    repeats: Number(values.repeats),
    runs: Number(values.runs),
    tree: () => measureTree(pid),
    say: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(`${formatTable(measures)}\n`);
  const report = { when: new Date().toISOString(), browser: browser.version(), processors: cpus().length, measures };
  await mkdir(`${ROOT}bench/results`, { recursive: true });
  await writeFile(`${ROOT}bench/results/sandbox.json`, `${JSON.stringify(report, null, 2)}\n`);
  await browser.close();
} finally {
  await browserServer.close();
  await server.close();
}
