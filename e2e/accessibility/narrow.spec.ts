import { expect, type Page, test } from "@playwright/test";
import { openWithDemo } from "../support/page.ts";

test.use({ viewport: { width: 360, height: 740 } });

async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const wider = await page.evaluate(() => {
    const all = [document.documentElement, ...document.querySelectorAll("main, main > *, header, nav")];
    return all.filter((element) => element.scrollWidth > innerWidth).map((element) => `${element.tagName} ${element.className}`);
  });
  expect(wider, where).toEqual([]);
}

test("at 360 pixels every screen is usable and none scrolls sideways", async ({ page }) => {
  await openWithDemo(page);
  await page.getByText(/fails once, then is repaired/).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Total: 246.5 minutes", { timeout: 120_000 });
  for (const tab of ["Output", "Code", "Log"]) {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await expectNoSidewaysScroll(page, `Task, ${tab}`);
  }
  await expect(page.getByRole("textbox", { name: "Task" })).toBeInViewport();
  for (const name of ["History", "Library", "Models", "Settings"]) {
    const link = page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name });
    expect((await link.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
    await link.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expectNoSidewaysScroll(page, name);
  }
});

test("text enlarged to 200 % still fits, without sideways scroll", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 800 });
  await openWithDemo(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  for (const name of ["Task", "History", "Library", "Models", "Settings"]) {
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expectNoSidewaysScroll(page, `${name} at 200 %`);
  }
});
