import { expect, test } from "@playwright/test";
import { findChromium } from "../../scripts/lib/chromium.mjs";
import { askInPage } from "../support/ask-in-page.ts";

const chromium = await findChromium();

test.use({
  launchOptions: {
    ...(chromium === null ? {} : { executablePath: chromium }),
    args: ["--no-sandbox", "--disable-background-networking", "--disable-features=WebGPU"],
  },
});

test("without a graphics adapter WebLLM says so before any download, and what to do", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const answer = await askInPage(page, "webllm", "Llama-3.2-1B-Instruct-q4f32_1-MLC");
  expect(answer.fault).toMatchObject({ code: "SK-NO-WEBGPU", advice: expect.stringContaining("CPU") });
  expect(requests.filter((url) => url.includes("huggingface") || url.includes("githubusercontent"))).toEqual([]);
});

test("without a graphics adapter Models says of a WebGPU model why it does not run", async ({ page }) => {
  await page.goto("/?engine=scripted#/models");
  await expect(page.getByText("It needs WebGPU:").first()).toBeVisible();
});
