/**
 * What memory snapshots and compiled packages are worth: the sealed executor with both, without snapshots, and with packages as they
 * were published, in the same browser, in turn. Figures are of the whole browser; CPU seconds where the system tells them.
 *
 *   node bench/snapshot.mjs [--repeats N]
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { build } from "vite";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { createServer } from "../scripts/lib/server.mjs";
import { measureTree } from "./processor-time.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const KINDS = ["snapshots", "compiled", "source"];
const STEPS = /** @type {const} */ ([
  "page load to first print(1)",
  "page load to the three imports",
  "print(1) and the next spare",
  "the three imports and the next spare",
]);
const IMPORTS = "import numpy, pandas, matplotlib.pyplot\nprint('imported')";
const { values } = parseArgs({ options: { repeats: { type: "string", default: "2" } } });

await build({ root: ROOT, configFile: `${ROOT}bench/vite.config.ts` });
const server = await createServer({
  port: 0,
  dir: `${ROOT}node_modules/.cache/skep-bench`,
  extraMounts: [{ path: "/fetched/", dir: `${ROOT}public/fetched` }],
});
const executablePath = await findChromium();
const browserServer = await chromium.launchServer({
  ...(executablePath === null ? {} : { executablePath }),
  args: ["--no-sandbox", "--disable-background-networking"],
});
/** @type {Record<string, Record<string, {cpu: number, ms: number}[]>>} */
const spent = Object.fromEntries(STEPS.map((step) => [step, Object.fromEntries(KINDS.map((kind) => [kind, []]))]));
try {
  const browser = await chromium.connect(browserServer.wsEndpoint());
  for (let repeat = 0; repeat < Number(values.repeats); repeat += 1) for (const kind of KINDS) await measure(browser, kind);
  await browser.close();
} finally {
  await browserServer.close();
  await server.close();
}
for (const step of STEPS) {
  process.stdout.write(`${step}\n`);
  const source = Math.min(...(spent[step]?.source ?? []).map((one) => one.cpu));
  for (const kind of KINDS) {
    const all = spent[step]?.[kind] ?? [];
    const cpu = Math.min(...all.map((one) => one.cpu));
    const ms = Math.min(...all.map((one) => one.ms));
    process.stdout.write(`  ${kind.padEnd(10)} ${cpu.toFixed(2)} CPU s  ${String(Math.round(ms)).padStart(6)} ms  ${(cpu / source).toFixed(3)} x\n`);
  }
}

/**
 * @param {import("playwright").Browser} browser
 * @param {string} kind
 */
async function measure(browser, kind) {
  process.stderr.write(`${kind}\n`);
  const warm = "bench.sealed.warm()";
  const print = "bench.sealed.run('print(1)')";
  const imports = `bench.sealed.run(${JSON.stringify(IMPORTS)})`;
  for (const [step, first] of /** @type {const} */ ([
    [STEPS[0], print],
    [STEPS[1], imports],
  ])) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await spend(step, kind, async () => {
      await page.goto(`${server.url}bench/page/?using=${kind}`);
      await page.waitForFunction("globalThis.bench !== undefined");
      await page.evaluate(first);
    });
    if (first === imports) {
      await page.evaluate(warm);
      await spend(STEPS[2], kind, async () => void (await page.evaluate(`${print}.then(() => ${warm})`)));
      await spend(STEPS[3], kind, async () => void (await page.evaluate(`${imports}.then(() => ${warm})`)));
    }
    await context.close();
  }
}

/**
 * @param {string} step
 * @param {string} kind
 * @param {() => Promise<void>} act
 */
async function spend(step, kind, act) {
  const pid = browserServer.process().pid ?? 0;
  const before = measureTree(pid);
  const begin = performance.now();
  await act();
  const ms = performance.now() - begin;
  const after = measureTree(pid);
  spent[step]?.[kind]?.push({ ms, cpu: before === null || after === null ? Number.NaN : after.cpu - before.cpu });
}
