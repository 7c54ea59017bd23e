import { expect, test } from "@playwright/test";
import { openWithDemo } from "../support/page.ts";

test("a solved task becomes a core tool, which answers the next time without a model; one changed character, and it does not", async ({ page }) => {
  await openWithDemo(page);
  await page.getByText("Add up prime numbers").click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");

  await page.getByRole("tab", { name: "Code", exact: true }).click();
  await page.getByRole("button", { name: "Save snippet" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Save snippet" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("prime_sum");
  await dialog.getByRole("button", { name: "Save draft" }).click();

  await page.getByRole("button", { name: "Make it a function" }).click();
  await page.getByRole("dialog", { name: "Make it a function" }).getByRole("button", { name: "Make function" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();

  const ladder = page.getByRole("region", { name: "Ladder" });
  await ladder.getByText("Record a test").click();
  await ladder.getByRole("button", { name: "Record test" }).click();
  await expect(ladder.getByText(/expects what the call gave/)).toBeVisible();
  await ladder.getByRole("button", { name: "Promote to tested" }).click();
  await expect(ladder.getByText("It is tested now.")).toBeVisible();

  await ladder.getByRole("button", { name: "Promote to reviewed" }).click();
  await expect(ladder.getByText(/The review has no name under it/)).toBeVisible();
  await ladder.getByRole("textbox", { name: "Reviewer" }).fill("Ada");
  await ladder.getByRole("textbox", { name: "Review note" }).fill("Read every line.");
  for (const check of await ladder.getByRole("checkbox").all()) await check.check();
  await ladder.getByRole("button", { name: "Promote to reviewed" }).click();
  await expect(ladder.getByText("It is reviewed now.")).toBeVisible();
  await ladder.getByRole("button", { name: "Promote to core" }).click();
  await expect(ladder.getByText("It is core now.")).toBeVisible();

  await page
    .getByRole("link", { name: "Task" })
    .or(page.getByRole("button", { name: "Task" }))
    .first()
    .click();
  await page.getByRole("textbox", { name: "Task" }).fill("prime sum");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText(/prime_sum does this, with a score of 1.00/);
});
