import { expect, test } from "@playwright/test";
import { openWithDemo } from "../support/page.ts";

test("state is kept where that is switched on, and Restart forgets it", async ({ page }) => {
  await openWithDemo(page);
  await expect(page.getByRole("button", { name: "Restart Python" })).toHaveCount(0);
  const keep = page.getByRole("checkbox", { name: "Keep state" });
  await keep.focus();
  await page.keyboard.press("Space");
  await expect(keep).toBeChecked();
  const restart = page.getByRole("button", { name: "Restart Python" });
  await expect(restart).toBeDisabled();

  await page.getByText("Add up prime numbers").click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");
  await expect(restart).toBeEnabled();
  await page.getByRole("tab", { name: "Log", exact: true }).click();
  await expect(page.getByRole("tabpanel", { name: "Log" })).toContainText("state kept");
  await restart.click();
  await expect(restart).toBeDisabled();

  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Keep state" })).toBeChecked();
});
