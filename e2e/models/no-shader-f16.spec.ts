import { expect, test } from "@playwright/test";
import { askInPage } from "../support/ask-in-page.ts";

test("without shader-f16 a 16-bit build is refused before any download, with the way out", async ({ page }) => {
  await page.goto("/?engine=scripted");
  const f16 = await page.evaluate(async () => (await navigator.gpu?.requestAdapter())?.features.has("shader-f16") ?? null);
  test.skip(f16 !== false, f16 === null ? "no WebGPU in this browser" : "this machine's adapter has shader-f16");
  const answer = await askInPage(page, "webllm", "Llama-3.2-1B-Instruct-q4f16_1-MLC");
  expect(answer.fault).toMatchObject({ code: "SK-NO-F16", advice: expect.stringContaining("f32") });
});
