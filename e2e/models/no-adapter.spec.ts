import { expect, test } from "@playwright/test";
import { findChromium } from "../../scripts/lib/chromium.mjs";
import { askInPage } from "../support/ask-in-page.ts";

const chromium = await findChromium();

// Without --enable-unsafe-webgpu a browser without a graphics card has the interface and no adapter.
test.use({
  launchOptions: { ...(chromium === null ? {} : { executablePath: chromium }), args: ["--no-sandbox", "--disable-background-networking"] },
});

test("without a graphics adapter WebLLM says so before any download, and Models shows why and offers the CPU", async ({ page }) => {
  const hub: string[] = [];
  page.on("request", (request) => /huggingface|githubusercontent/.test(request.url()) && hub.push(request.url()));
  const answer = await askInPage(page, "webllm", "Llama-3.2-1B-Instruct-q4f32_1-MLC");
  const adapter = await page.evaluate(async () => (await navigator.gpu?.requestAdapter()) ?? null);
  test.skip(adapter !== null, "this machine has a graphics adapter of its own");
  expect(answer.fault).toMatchObject({ code: "SK-NO-WEBGPU", message: expect.stringContaining("no graphics adapter"), advice: expect.stringContaining("CPU") });
  expect(hub).toEqual([]);

  await page.goto("/?engine=scripted#/models");
  const models = page.getByRole("list", { name: "Models" });
  const llama = models.getByRole("listitem").filter({ hasText: "Llama 3.2 1B Instruct (f32)" });
  await expect(llama).toContainText("It needs WebGPU: no graphics adapter was found");
  await expect(llama.getByRole("button", { name: /^Download/ })).toBeDisabled();
  await expect(page.getByText(/^This device: no WebGPU/)).toBeVisible();
  const coder = models.getByRole("listitem").filter({ hasText: "Qwen2.5 Coder 0.5B Instruct (Q4_K_M)" });
  await expect(coder.getByRole("button", { name: /^Download/ })).toBeEnabled();
});
