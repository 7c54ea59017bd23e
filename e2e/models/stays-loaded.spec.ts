import { type Browser, expect, type Page, test } from "@playwright/test";
import type { Automation } from "../../src/automation/port.ts";
import { ALONE } from "../support/alone.ts";
import { hasModel } from "../support/assets.ts";

const MODEL = "smollm2-135m";

/** What the status line said of the model, in turn. */
type Labels = readonly string[];

/** Follows the status line from inside. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const labels: string[] = [];
    setInterval(() => {
      const label = document.querySelector('[aria-label^="Model:"]')?.getAttribute("aria-label") ?? "";
      if (label !== "" && labels.at(-1) !== label) labels.push(label);
    }, 40);
    Object.assign(window, { modelLabels: labels });
  });
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ph: string;
  /** Microseconds of the thread's own time: other work on the machine does not count. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Milliseconds that each task of the page's thread took while something went on, the longest first. */
async function tasksWhile(browser: Browser, page: Page, wait: () => Promise<void>): Promise<readonly number[]> {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await wait();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threads = new Set(
    traceEvents.filter((event) => event.name === "thread_name" && event.args?.name === "CrRendererMain").map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter((event) => event.ph === "X" && /RunTask/.test(event.name) && threads.has(`${event.pid}/${event.tid}`));
  return tasks.map(({ tdur = 0 }) => tdur / 1000).sort((one, other) => other - one);
}

function execute(page: Page, code: string, timeout: number) {
  return page.evaluate(
    async (request) => {
      const { skep } = window as unknown as { readonly skep: Automation };
      return (await skep.execute({ files: [], executor: null, ...request })).result.status;
    },
    { code, timeout },
  );
}

function ask(page: Page, maxTokens: number) {
  return page.evaluate((limit) => {
    const { skep } = window as unknown as { readonly skep: Automation };
    const rest = { files: [], engine: null, model: null, executor: null, timeout: null, attempts: 1, maxTokens: limit, temperature: 0, seed: null };
    return skep.ask({ task: "Print 1.", ...rest }, null);
  }, maxTokens);
}

async function openWithModel(page: Page): Promise<void> {
  await page.goto(`/?automation=1&engine=wllama&model=${MODEL}`);
  await page.waitForFunction(() => "skep" in window);
  await expect(page.getByRole("button", { name: /^Model: .*, ready/ })).toBeVisible();
}

test("a model stays loaded across runs, Stop and a sandbox that dies, and the page stays quick while it writes", { tag: ALONE }, async ({ page, browser }) => {
  test.skip(!hasModel(MODEL), `no model here: npm run assets -- --model ${MODEL}`);
  await watch(page);
  await openWithModel(page);
  await page.getByRole("textbox", { name: "Task" }).fill("Write a poem about bees in a hundred lines.");
  await page.getByRole("textbox", { name: "Task" }).press("Enter");
  await expect(page.getByLabel("Reply so far")).toContainText(/\w/);
  const tasks = await tasksWhile(browser, page, () => page.waitForTimeout(4000));
  expect(tasks.length).toBeGreaterThan(20);
  expect(tasks[0], "the longest task of the page in ms while tokens stream").toBeLessThan(50);
  await page.getByRole("button", { name: "Stop" }).first().click();
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeVisible();

  expect(await execute(page, "while True: pass", 1)).toBe("timeout");
  expect(await execute(page, "import sys\nsys.setrecursionlimit(10**8)\ndef f(): return f()\nf()", 30)).not.toBe("ok");
  expect(await ask(page, 4)).toMatchObject({ model: { engine: "wllama", model: MODEL }, tokens: { completion: 4 } });

  const labels = await page.evaluate(() => (window as unknown as { readonly modelLabels: Labels }).modelLabels);
  const ready = labels.findIndex((label) => label.includes(", ready"));
  expect(
    labels.slice(ready).filter((label) => !/, (ready|writing)/.test(label)),
    "the model was loaded once",
  ).toEqual([]);
});

test("on a host that sends no headers of ours the page is not isolated, and the CPU engine writes on one thread", async ({ page }) => {
  test.skip(!hasModel(MODEL), `no model here: npm run assets -- --model ${MODEL}`);
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const { "cross-origin-embedder-policy": _embedder, "cross-origin-opener-policy": _opener, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await openWithModel(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  expect(await ask(page, 4)).toMatchObject({ model: { engine: "wllama" }, tokens: { completion: 4 } });
  await page.goto("/?engine=scripted#/models");
  await expect(page.getByText(/one thread, because this page is not isolated/)).toBeVisible();
});
