import { formatTable } from "./table.mjs";

/** @typedef {import("./table.mjs").Measure} Measure */
/** @typedef {{ ms: number, text: string }} Timed */

/**
 * @typedef {object} Bench
 * @property {import("playwright").Browser} browser
 * @property {string} url of the measured page
 * @property {number} repeats of whatever starts from nothing
 * @property {number} runs for the memory figure
 * @property {() => { cpu: number, bytes: number } | null} tree CPU seconds and memory of the whole browser so far
 * @property {(line: string) => void} say
 */

const IMPORTS = "import numpy, pandas, matplotlib.pyplot\nprint('imported')";
const PACKAGES = ["numpy", "pandas", "matplotlib"];
const HANGS = [
  "print('begun', flush=True)\nwhile True: pass",
  "print('begun', flush=True)\nwhile True:\n    try:\n        pass\n    except BaseException:\n        pass",
  "import time\nprint('begun', flush=True)\ntime.sleep(60)",
];
/** Runs before memory is first looked at. */
const EARLY_RUNS = 10;
const WARM_RUNS = 20;
/** In each new page; one alone is at the mercy of what else the browser does. */
const SPAWNS = 3;

/**
 * @param {Bench} bench
 * @returns {Promise<Measure[]>}
 */
export async function measureSandbox(bench) {
  const starts = await measureStarts(bench);
  // Said as soon as it is known: the rest takes minutes.
  bench.say(formatTable(starts));
  return [...starts, ...(await measureWarm(bench))];
}

/**
 * What starts from nothing: a new browser profile each time, sealed and plain in turn.
 * @param {Bench} bench
 * @returns {Promise<Measure[]>}
 */
async function measureStarts({ browser, url, repeats, tree, say }) {
  /** @type {Record<"sealed" | "bare", { first: Spent[], open: Spent[], spawn: Spent[], imports: Spent[] }>} */
  const spent = { sealed: { first: [], open: [], spawn: [], imports: [] }, bare: { first: [], open: [], spawn: [], imports: [] } };
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    say(`starts, ${repeat + 1} of ${repeats}`);
    for (const kind of /** @type {const} */ (["sealed", "bare"])) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const call = (/** @type {string} */ expression) => page.evaluate(expression);
      const sealed = kind === "sealed";
      const print = sealed ? "bench.sealed.run('print(1)')" : "bench.bare.spawn('print(1)')";
      const imports = sealed ? `bench.sealed.run(${JSON.stringify(IMPORTS)})` : `bench.bare.run(${JSON.stringify(IMPORTS)}, ${JSON.stringify(PACKAGES)})`;
      // The spares that follow a run belong to its cost.
      const settle = async () => void (sealed && (await call("bench.sealed.warm()")));
      const first = await spend(tree, async () => {
        await page.goto(url);
        await page.waitForFunction("globalThis.bench !== undefined");
        expectText(await call(print), "1\n");
      });
      spent[kind].first.push(first);
      // What follows the first run by itself, once for each page: the snapshot with packages and its first interpreter.
      const rest = await spend(tree, async () => {
        if (!sealed) await call("bench.bare.keep()");
        expectText(await call(imports), "imported\n");
        await settle();
      });
      if (!sealed) await call("bench.bare.end()");
      spent[kind].open.push({ ms: first.ms + rest.ms, cpu: first.cpu === null || rest.cpu === null ? null : first.cpu + rest.cpu });
      for (let spawn = 0; spawn < SPAWNS; spawn += 1) {
        spent[kind].spawn.push(
          await spend(tree, async () => {
            await call(print);
            await settle();
          }),
        );
      }
      if (!sealed) await call("bench.bare.keep()");
      spent[kind].imports.push(
        await spend(tree, async () => {
          expectText(await call(imports), "imported\n");
          await settle();
        }),
      );
      await context.close();
    }
  }
  const pair = (/** @type {"first" | "open" | "spawn" | "imports"} */ what, /** @type {"ms" | "cpu"} */ figure) => ({
    ours: median(spent.sealed[what].map((one) => one[figure])),
    baseline: median(spent.bare[what].map((one) => one[figure])),
  });
  return [
    { name: "page load to first print(1), wall", unit: "ms", ...pair("first", "ms"), target: { kind: "ratio", atMost: 0.5 } },
    { name: "page load to first print(1), CPU", unit: "s", ...pair("first", "cpu"), target: { kind: "ratio", atMost: 0.5 } },
    { name: "page load to the three imports and all spares, CPU", unit: "s", ...pair("open", "cpu"), target: { kind: "ratio", atMost: 0.5 } },
    { name: "spawn of a clean interpreter and print(1), CPU", unit: "s", ...pair("spawn", "cpu"), target: { kind: "ratio", atMost: 0.1 } },
    { name: "numpy, pandas and matplotlib in a fresh one, CPU", unit: "s", ...pair("imports", "cpu"), target: { kind: "ratio", atMost: 0.1 } },
    { name: "numpy, pandas and matplotlib in a fresh one, wall", unit: "ms", ...pair("imports", "ms"), target: { kind: "ratio", atMost: 0.1 } },
  ];
}

/**
 * What a page that has been open for a while does.
 * @param {Bench} bench
 * @returns {Promise<Measure[]>}
 */
async function measureWarm({ browser, url, runs, tree, say }) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction("globalThis.bench !== undefined");
  const call = (/** @type {string} */ expression) => /** @type {Promise<Timed>} */ (page.evaluate(expression));
  say(`warm runs, ${WARM_RUNS}`);
  await call("bench.bare.keep()");
  const plain = [];
  for (let run = 0; run < WARM_RUNS; run += 1) plain.push((await call("bench.bare.run('1 + 1')")).ms);
  await call("bench.bare.end()");
  const sealed = [];
  for (let run = 0; run < WARM_RUNS; run += 1) {
    await call("bench.sealed.warm()");
    sealed.push((await call("bench.sealed.run('1 + 1')")).ms);
  }
  say("Stop");
  const stops = [];
  for (const code of HANGS) {
    await call("bench.sealed.warm()");
    const stopped = await call(`bench.sealed.stop(${JSON.stringify(code)})`);
    expectText(stopped, "aborted");
    stops.push(stopped.ms);
  }
  say(`memory over ${runs} runs`);
  /** @type {(number | null)[]} */
  const memory = [];
  for (let run = 1; run <= runs; run += 1) {
    await call("bench.sealed.run('x = [0] * 100000')");
    if (run !== EARLY_RUNS && run !== runs) continue;
    await call("bench.sealed.warm()");
    await page.waitForTimeout(3000);
    memory.push(tree()?.bytes ?? null);
  }
  await page.close();
  const [early = null, late = null] = memory;
  const mebibytes = (/** @type {number | null} */ bytes) => (bytes === null ? null : bytes / 2 ** 20);
  const overhead = (median(sealed) ?? 0) - (median(plain) ?? 0);
  return [
    { name: "one run in a fresh state, median wall", unit: "ms", ours: median(sealed), baseline: median(plain), target: { kind: "absolute", atMost: 150 } },
    { name: "overhead of a run over bare runPython", unit: "ms", ours: overhead, baseline: null, target: { kind: "absolute", atMost: 30 } },
    { name: "Stop, the slowest of three hangs", unit: "ms", ours: Math.max(...stops), baseline: null, target: { kind: "absolute", atMost: 1000 } },
    {
      name: `memory after ${runs} runs, against after ${EARLY_RUNS}`,
      unit: "MiB",
      ours: mebibytes(late),
      baseline: mebibytes(early),
      target: { kind: "ratio", atMost: 1.2 },
    },
  ];
}

/** @typedef {{ ms: number, cpu: number | null }} Spent */

/**
 * Wall time and CPU time of the whole browser while something happens.
 * @param {Bench["tree"]} tree
 * @param {() => Promise<void>} act
 * @returns {Promise<Spent>}
 */
async function spend(tree, act) {
  const before = tree();
  const begin = performance.now();
  await act();
  const ms = performance.now() - begin;
  const after = tree();
  return { ms, cpu: before === null || after === null ? null : after.cpu - before.cpu };
}

/**
 * @param {readonly (number | null)[]} values
 * @returns {number | null}
 */
function median(values) {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? null;
}

/** @param {unknown} measured @param {string} text */
function expectText(measured, text) {
  const got = /** @type {Timed} */ (measured).text;
  if (got !== text) throw new Error(`expected ${JSON.stringify(text)}, got ${JSON.stringify(got)}`);
}
