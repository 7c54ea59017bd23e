import type { Page } from "@playwright/test";
import type { AskAnswer, Automation } from "../../src/automation/port.ts";

/** Asks in the page itself, so that the browser's own device decides. */
export async function askInPage(page: Page, engine: string, model: string): Promise<AskAnswer> {
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
