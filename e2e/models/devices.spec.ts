import { expect, type Page, test } from "@playwright/test";
import { findChromium } from "../../scripts/lib/chromium.mjs";
import type { Automation } from "../../src/automation/port.ts";

/** Asks in the page itself, so that the browser's own device decides. */
async function ask(page: Page, engine: string, model: string) {
  await page.goto("/?automation=1&engine=scripted");
  await page.waitForFunction(() => "skep" in window);
  return page.evaluate(
    async ([engineName, modelId]) => {
      const { skep } = window as unknown as { readonly skep: Automation };
      const request = {
        task: "Print 1.",
        files: [],
        engine: engineName ?? "",
        model: modelId ?? "",
        executor: null,
        timeout: null,
        attempts: 1,
        maxTokens: 8,
        temperature: 0,
        seed: null,
      };
      return skep.ask(request, null);
    },
    [engine, model],
  );
}

const chromium = await findChromium();
const executable = chromium === null ? {} : { executablePath: chromium };

test.describe("without a graphics adapter", () => {
  test.use({ launchOptions: { ...executable, args: ["--no-sandbox", "--disable-background-networking", "--disable-features=WebGPU"] } });

  test("WebLLM says so before any download, and what to do", async ({ page }) => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const answer = await ask(page, "webllm", "Llama-3.2-1B-Instruct-q4f32_1-MLC");
    expect(answer.fault).toMatchObject({ code: "SK-NO-WEBGPU", advice: expect.stringContaining("CPU") });
    expect(requests.filter((url) => url.includes("huggingface") || url.includes("githubusercontent"))).toEqual([]);
  });

  test("Models says of each WebGPU model why it does not run here", async ({ page }) => {
    await page.goto("/?engine=scripted#/models");
    await expect(page.getByText("It needs WebGPU:").first()).toBeVisible();
  });
});

test("without shader-f16 a 16-bit build is refused before any download, with the way out", async ({ page }) => {
  await page.goto("/?engine=scripted");
  const f16 = await page.evaluate(async () => (await navigator.gpu?.requestAdapter())?.features.has("shader-f16") ?? null);
  test.skip(f16 !== false, f16 === null ? "no WebGPU in this browser" : "this machine's adapter has shader-f16");
  const answer = await ask(page, "webllm", "Llama-3.2-1B-Instruct-q4f16_1-MLC");
  expect(answer.fault).toMatchObject({ code: "SK-NO-F16", advice: expect.stringContaining("f32") });
});
