import { expect, test } from "@playwright/test";
import { hasModel } from "../support/assets.ts";
import { findLlamaPython, HOW_TO_GET, startLlamaServer } from "../support/llama-server/start.ts";
import { openWithDemo } from "../support/page.ts";

const GGUF = "public/fetched/models/smollm2-135m/SmolLM2-135M-Instruct.Q4_1.gguf";

test("a real llama.cpp server refuses a wrong key, lists its model for the right one, answers, and Stop ends a reply", async ({ page }) => {
  const python = findLlamaPython();
  test.skip(python === null, HOW_TO_GET);
  test.skip(!hasModel("smollm2-135m"), "no model here: npm run assets -- --model smollm2-135m");
  const server = await startLlamaServer(python ?? "", GGUF, "the-right-key");
  try {
    await openWithDemo(page);
    await page.goto("/?engine=scripted#/models");
    await expect(page.getByText(/^Prompts leave this tab/)).toBeVisible();
    await page.getByLabel("Address of the server").fill(server.url);
    await page.getByLabel("Key", { exact: true }).fill("a-wrong-key");
    await page.getByRole("button", { name: "List its models" }).click();
    await expect(page.getByRole("main").getByText(/refused the key \(401\)/)).toBeVisible();
    await page.getByLabel("Key", { exact: true }).fill("the-right-key");
    await page.getByRole("button", { name: "List its models" }).click();
    await page.getByRole("button", { name: /^Load smollm2 \(/ }).click();
    const loaded = page.getByRole("region", { name: "Loaded model" });
    await expect(loaded).toContainText("Ready");
    await expect(loaded).toContainText("Context of 2,048 tokens.");
    await page.getByRole("link", { name: "Task" }).first().click();
    await page.getByRole("textbox", { name: "Task" }).fill("Count from one to one thousand in words, without code.");
    await page.getByRole("textbox", { name: "Task" }).press("Enter");
    await expect(page.getByLabel("Reply so far")).toContainText(/\w/);
    await page.getByRole("button", { name: "Stop" }).first().click();
    await expect(page.getByText(/stopped/i).first()).toBeVisible();
    await page.goto("/?engine=scripted#/models");
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain("the-right-key");
  } finally {
    await server.close();
  }
});
