import { expect, type Page, test } from "@playwright/test";
import type { Automation } from "../../src/automation/port.ts";
import { hasModel } from "../support/assets.ts";

const MODEL = "smollm2-135m";

interface Watched {
  /** What the status line said of the model, each once. */
  readonly labels: readonly string[];
  /** Milliseconds of the page's tasks over 50 ms since the last reset. */
  readonly long: number[];
}

/** Follows the status line and the page's long tasks from inside. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const labels: string[] = [];
    const long: number[] = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration))).observe({ entryTypes: ["longtask"] });
    setInterval(() => {
      const label = document.querySelector('[aria-label^="Model:"]')?.getAttribute("aria-label") ?? "";
      if (label !== "" && labels.at(-1) !== label) labels.push(label);
    }, 40);
    Object.assign(window, { watched: { labels, long } });
  });
}

const watched = (page: Page): Promise<Watched> => page.evaluate(() => (window as unknown as { readonly watched: Watched }).watched);

function execute(page: Page, code: string, timeout: number) {
  return page.evaluate(
    async (request) => {
      const { skep } = window as unknown as { readonly skep: Automation };
      return (await skep.execute({ files: [], executor: null, ...request })).result.status;
    },
    { code, timeout },
  );
}

for (const isolated of [true, false]) {
  test(`a model stays loaded across runs, Stop and a sandbox that dies, ${isolated ? "isolated" : "without isolation on one thread"}, and the page stays quick while it writes`, async ({
    page,
  }) => {
    test.skip(!hasModel(MODEL), `no model here: npm run assets -- --model ${MODEL}`);
    // A host that sends no headers of ours.
    if (!isolated) {
      await page.route("**/*", async (route) => {
        if (route.request().resourceType() !== "document") return route.fallback();
        const response = await route.fetch();
        const { "cross-origin-embedder-policy": _embedder, "cross-origin-opener-policy": _opener, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
    }
    await watch(page);
    await page.goto(`/?automation=1&engine=wllama&model=${MODEL}`);
    await page.waitForFunction(() => "skep" in window);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(isolated);
    await expect(page.getByRole("button", { name: /^Model: .*, ready/ })).toBeVisible();
    if (!isolated) await expect(page.getByRole("button", { name: /^Model:/ })).toBeVisible();

    await page.evaluate(() => (window as unknown as { watched: Watched }).watched.long.splice(0));
    await page.getByRole("textbox", { name: "Task" }).fill("Write a poem about bees in a hundred lines.");
    await page.getByRole("textbox", { name: "Task" }).press("Enter");
    await expect(page.getByLabel("Reply so far")).toContainText(/\w/);
    await page.waitForTimeout(isolated ? 3000 : 500);
    if (isolated) expect((await watched(page)).long, "tasks of the page over 50 ms while tokens stream").toEqual([]);
    await page.getByRole("button", { name: "Stop" }).first().click();
    await expect(page.getByRole("button", { name: "Run", exact: true })).toBeVisible();

    expect(await execute(page, "while True: pass", 1)).toBe("timeout");
    if (isolated) expect(await execute(page, "import sys\nsys.setrecursionlimit(10**8)\ndef f(): return f()\nf()", 30)).not.toBe("ok");
    const answer = await page.evaluate(() => {
      const { skep } = window as unknown as { readonly skep: Automation };
      const rest = { files: [], engine: null, model: null, executor: null, timeout: null, attempts: 1, maxTokens: 4, temperature: 0, seed: null };
      return skep.ask({ task: "Print 1.", ...rest }, null);
    });
    expect(answer).toMatchObject({ model: { engine: "wllama", model: MODEL }, tokens: { completion: 4 } });

    const { labels } = await watched(page);
    const ready = labels.findIndex((label) => label.includes(", ready"));
    expect(
      labels.slice(ready).filter((label) => !/, (ready|writing)/.test(label)),
      "the model was loaded once",
    ).toEqual([]);
  });
}
