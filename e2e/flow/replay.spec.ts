import { expect, test } from "@playwright/test";
import { openWithDemo } from "../support/page.ts";

test("a past run is replayed: the same program in a fresh sandbox gives the same outputs", async ({ page }) => {
  await openWithDemo(page);
  await page.getByText("Add up prime numbers").click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");
  await expect(page.getByRole("button", { name: "Mark wrong" })).toBeVisible();
  await page
    .getByRole("link", { name: "History" })
    .or(page.getByRole("button", { name: "History" }))
    .click();
  await page.getByRole("link", { name: /sum of all prime numbers below 1000/ }).click();
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  const comparison = page.getByRole("region", { name: "Comparison" });
  await expect(comparison.getByText("Same outputs")).toBeVisible({ timeout: 30_000 });
  await comparison.getByRole("link", { name: "Open the replay" }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");
});
