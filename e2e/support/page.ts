import { expect, type Page } from "@playwright/test";

/** Opens the application with the recorded replies, whatever models this machine has. */
export async function openWithDemo(page: Page): Promise<void> {
  await page.goto("/?engine=scripted");
  await expect(page.getByRole("textbox", { name: "Task" })).toBeVisible();
}
