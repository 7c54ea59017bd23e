import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "../support/axe.ts";
import { openWithDemo } from "../support/page.ts";

const SCREENS = ["Task", "History", "Library", "Models", "Settings"] as const;
/** A run that fails and is repaired: it leaves an error, a diff and a history. */
async function runRepairDemo(page: Page): Promise<void> {
  await page.getByText(/fails once, then is repaired/).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Total: 246.5 minutes", { timeout: 120_000 });
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test(`every screen is free of axe's WCAG 2.2 AA findings, empty, in ${colorScheme}`, async ({ page }) => {
      await openWithDemo(page);
      for (const screen of SCREENS) {
        await goTo(page, screen);
        await page.waitForTimeout(300);
        await expectNoViolations(page, `${screen}, empty, ${colorScheme}`);
      }
    });

    test(`a run, its tabs, its history and a draft are free of findings in ${colorScheme}`, async ({ page }) => {
      await openWithDemo(page);
      await runRepairDemo(page);
      for (const tab of ["Output", "Figures", "Tables", "Files", "Code", "Log"]) {
        await page.getByRole("tab", { name: tab, exact: true }).click();
        await page.waitForTimeout(500);
        await expectNoViolations(page, `Task, ${tab}, ${colorScheme}`);
      }
      await page.getByRole("tab", { name: "Code", exact: true }).click();
      await page.getByRole("button", { name: "Save snippet" }).click();
      await expect(page.getByRole("dialog", { name: "Save snippet" })).toBeVisible();
      await page.waitForTimeout(400);
      await expectNoViolations(page, `Save snippet, ${colorScheme}`);
      await page.getByRole("dialog").getByRole("button", { name: "Save draft" }).click();
      await expect(page.getByRole("textbox", { name: "Code of the snippet" })).toBeVisible();
      await expectNoViolations(page, `a draft, ${colorScheme}`);
      await goTo(page, "History");
      await expectNoViolations(page, `History, ${colorScheme}`);
      await page.getByRole("list", { name: "Runs" }).getByRole("link").first().click();
      await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Attempt 2");
      await expectNoViolations(page, `a past run, ${colorScheme}`);
    });
  });
}

test("the panels of the status line and the palette are free of findings", async ({ page }) => {
  await openWithDemo(page);
  for (const name of [/^Model/, /^Sandbox/, /^Offline/]) {
    await page.getByRole("banner").getByRole("button", { name }).click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await page.waitForTimeout(300);
    await expectNoViolations(page, `panel ${name}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name })).toBeHidden();
  }
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("textbox", { name: "Search commands, runs and snippets" })).toBeVisible();
  await page.waitForTimeout(300);
  await expectNoViolations(page, "the palette");
});
