import { expect, test } from "@playwright/test";
import { openWithDemo } from "../support/page.ts";

test("a solved task becomes a core tool, which answers the next time without a model; one changed character makes it a draft", async ({ page }) => {
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
  await page.getByRole("tab", { name: "Tests" }).click();
  await page.getByRole("button", { name: "Record from its run" }).click();
  await expect(ladder.getByText(/expects what the call gave/)).toBeVisible();
  await ladder.getByRole("button", { name: "Promote to tested" }).click();
  await expect(ladder.getByText("It is tested now.")).toBeVisible();

  await ladder.getByRole("button", { name: "Read and review" }).click();
  const review = page.getByRole("form", { name: "Review" });
  await expect(page.getByRole("region", { name: "Changes since the last reviewed version" })).toContainText("all of it is new");
  await review.getByRole("button", { name: "Promote to reviewed" }).click();
  await expect(ladder.getByText(/The review has no name under it.*did not tick the tests/)).toBeVisible();
  await review.getByRole("textbox", { name: "Reviewer" }).fill("Ada");
  await review.getByRole("textbox", { name: "Review note" }).fill("Read every line.");
  for (const check of await review.getByRole("checkbox").all()) await check.check();
  await review.getByRole("button", { name: "Promote to reviewed" }).click();
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
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText("used prime_sum");
  await expect(timeline).toContainText("1.00");
  await expect(timeline).not.toContainText("Wrote code");

  await page.goto("/?engine=scripted#/library");
  await page.getByRole("link", { name: /prime_sum/ }).click();
  await expect(page.getByText("1 time, 1 of them ok")).toBeVisible();
  await page.getByRole("textbox", { name: "Code of the snippet" }).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("#");
  await expect(page.getByText("Saving changed code sends this snippet back to draft.")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(ladder.locator("[aria-current=step]")).toHaveText("draft");

  await page.getByRole("tab", { name: "Past" }).click();
  await expect(page.getByRole("list", { name: "Steps on the ladder" })).toContainText("Its code changed.");
  await page.getByRole("button", { name: "Roll back to", exact: false }).first().click();
  const reason = page.getByRole("dialog", { name: /Roll back to/ });
  await reason.getByRole("textbox", { name: "Reason" }).fill("The # was a slip.");
  await reason.getByRole("button", { name: /Roll back to/ }).click();
  await expect(page.getByRole("list", { name: "Steps on the ladder" })).toContainText("The # was a slip.");

  await page.goto("/?engine=scripted#/task");
  await page.getByRole("textbox", { name: "Task" }).fill("prime sum");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(timeline).toContainText("none fits");
});
