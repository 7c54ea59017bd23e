import { expect, test } from "@playwright/test";
import { askInPage } from "../support/ask-in-page.ts";

test("without shader-f16 a 16-bit build is refused before any download, and its f32 build is offered in its place", async ({ page }) => {
  await page.goto("/?engine=scripted");
  const f16 = await page.evaluate(async () => (await navigator.gpu?.requestAdapter())?.features.has("shader-f16") ?? null);
  test.skip(f16 !== false, f16 === null ? "no WebGPU in this browser" : "this machine's adapter has shader-f16");
  const hub: string[] = [];
  page.on("request", (request) => /huggingface|githubusercontent/.test(request.url()) && hub.push(request.url()));
  const answer = await askInPage(page, "webllm", "Llama-3.2-1B-Instruct-q4f16_1-MLC");
  expect(answer.fault).toMatchObject({ code: "SK-NO-F16", advice: expect.stringContaining("f32") });
  expect(hub).toEqual([]);

  await page.goto("/?engine=webllm&model=Llama-3.2-1B-Instruct-q4f16_1-MLC#/models");
  const models = page.getByRole("list", { name: "Models" });
  const narrow = models.getByRole("listitem").filter({ hasText: "Llama 3.2 1B Instruct (f16)" });
  await expect(narrow).toContainText("16-bit shaders (shader-f16), which this graphics adapter lacks. Take the f32 build.");
  await expect(narrow.getByRole("button", { name: /^Download/ })).toBeDisabled();
  const wide = models.getByRole("listitem").filter({ hasText: "Llama 3.2 1B Instruct (f32)" });
  await expect(wide.getByRole("button", { name: /^Download/ })).toBeEnabled();
  expect(hub).toEqual([]);
});
