import { expect, type Page, test } from "@playwright/test";
import { openWithDemo } from "../support/page.ts";

const focused = (page: Page) => page.locator(":focus");

/** Presses Tab until the wanted control has the focus; fails when it cannot be reached. */
async function tabTo(page: Page, name: string | RegExp, limit = 60): Promise<void> {
  const seen: string[] = [];
  for (let step = 0; step < limit; step += 1) {
    await page.keyboard.press("Tab");
    // A region that has the focus holds the text of everything in it: its own name is what labels it.
    const label = await focused(page).evaluate((element) => {
      const labelledBy = element.getAttribute("aria-labelledby");
      const heading = labelledBy === null ? null : document.getElementById(labelledBy);
      return element.getAttribute("aria-label") ?? (heading ?? element).textContent ?? "";
    });
    seen.push(label.trim().slice(0, 40));
    if (typeof name === "string" ? label.trim() === name : name.test(label)) return;
  }
  throw new Error(`${name} was not reached by Tab; passed: ${seen.join(" | ")}`);
}

/** Whether what has the focus shows it: an outline, or a ring around its box. */
async function showsFocus(page: Page): Promise<boolean> {
  return focused(page).evaluate((element) => {
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if ((style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none") return true;
    }
    return false;
  });
}

test("without a pointer: a task is asked, its failure read, its log verified, and the run found again", async ({ page }) => {
  await openWithDemo(page);
  await tabTo(page, /fails once, then is repaired/);
  expect(await showsFocus(page)).toBe(true);
  await page.keyboard.press("Enter");
  await tabTo(page, "Task");
  expect(await showsFocus(page)).toBe(true);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Total: 246.5 minutes", { timeout: 120_000 });

  await tabTo(page, "Output");
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Log", exact: true })).toBeFocused();
  await tabTo(page, "Verify");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/The log is whole/)).toBeVisible();

  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("textbox", { name: "Search commands, runs and snippets" })).toBeFocused();
  await page.keyboard.type("History");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("History");
  await tabTo(page, /Add up these durations/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Attempt 1 failed");
});

test("a dialog takes the focus, keeps it, and gives it back", async ({ page }) => {
  await openWithDemo(page);
  const sandbox = page.getByRole("banner").getByRole("button", { name: /^Sandbox/ });
  await sandbox.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: /^Sandbox/ });
  await expect(panel).toBeVisible();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("Tab");
  expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(sandbox).toBeFocused();
});

test("the first Tab offers to skip to the screen", async ({ page }) => {
  await openWithDemo(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Skip to the screen" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the split moves by arrow keys and stays where it was put after a reload", async ({ page }) => {
  await openWithDemo(page);
  const handle = page.getByRole("separator", { name: "Width of the panes" });
  const before = (await handle.boundingBox())?.x ?? 0;
  await handle.focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
  const moved = (await handle.boundingBox())?.x ?? 0;
  expect(moved).toBeGreaterThan(before + 20);
  await page.reload();
  await expect.poll(async () => Math.abs(((await handle.boundingBox())?.x ?? 0) - moved)).toBeLessThan(3);
});

test("a run's turns are told in a live region", async ({ page }) => {
  await openWithDemo(page);
  await page.getByText("Add up prime numbers").click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: /Run ended: Ok/ })).toHaveCount(1, { timeout: 120_000 });
});
