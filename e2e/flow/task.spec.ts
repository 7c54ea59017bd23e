import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { ALONE } from "../support/alone.ts";
import { hasPackages } from "../support/assets.ts";
import { openWithDemo } from "../support/page.ts";

async function ask(page: Page, task: string): Promise<void> {
  await page.getByRole("textbox", { name: "Task" }).fill(task);
  await page.getByRole("button", { name: "Run", exact: true }).click();
}

async function showTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name, exact: true }).click();
}

test("a demo task runs, says that its replies are recorded, and is in History with its log after a reload", async ({ page }) => {
  await openWithDemo(page);
  await page.getByText("Add up prime numbers").click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const output = page.getByRole("tabpanel", { name: "Output" });
  await expect(output).toContainText("Their sum is 76127.");
  await expect(page.getByRole("region", { name: "Timeline" }).getByText("demo replies").first()).toBeVisible();

  await page.reload();
  await page
    .getByRole("link", { name: "History" })
    .or(page.getByRole("button", { name: "History" }))
    .click();
  await page.getByRole("link", { name: /sum of all prime numbers below 1000/ }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");
  await showTab(page, "Log");
  const log = page.getByRole("tabpanel", { name: "Log" });
  for (const type of ["run-start", "match-end", "generate-end", "check-end", "execute-end", "run-end"]) await expect(log.getByText(type).first()).toBeVisible();
});

test("a program that fails is repaired; both attempts are kept, with the error and the diff", async ({ page }) => {
  await openWithDemo(page);
  await page.getByText(/fails once, then is repaired/).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Total: 246.5 minutes");
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText("Attempt 1");
  await expect(timeline).toContainText("Attempt 2");
  await expect(timeline).toContainText("ValueError");
});

test("a dropped CSV becomes a chart", async ({ page }) => {
  test.skip(!hasPackages("pandas", "matplotlib"), "pandas and matplotlib are not among the fetched assets");
  await openWithDemo(page);
  await page.getByText(/chart/i).first().click();
  const csv = readFileSync("e2e/fixtures/sales.csv").toString("base64");
  const transfer = await page.evaluateHandle((base64) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], "sales.csv", { type: "text/csv" }));
    return data;
  }, csv);
  for (const type of ["dragenter", "dragover", "drop"]) await page.getByRole("textbox", { name: "Task" }).dispatchEvent(type, { dataTransfer: transfer });
  await expect(page.getByRole("list", { name: "Files of the task" })).toContainText("sales.csv");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  // The first import of pandas and matplotlib can take long on a small machine.
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeVisible({ timeout: 150_000 });
  await showTab(page, "Figures");
  const figure = page.getByRole("tabpanel", { name: "Figures" }).getByRole("img").first();
  await expect(figure).toBeVisible();
  expect(await figure.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(100);
});

test("Stop ends an endless loop within a second, keeps its output, and the next run works", { tag: ALONE }, async ({ page }) => {
  await openWithDemo(page);
  await ask(page, "What is the sum of all prime numbers below 1000?");
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");
  await showTab(page, "Code");
  const editor = page.getByRole("textbox", { name: "Code" });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText('print("begun", flush=True)\nwhile True: pass\n');
  await page.getByRole("button", { name: "Run edited code" }).click();
  await showTab(page, "Output");
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("begun");
  // Timed in the page, from the click to the button that is back: the test's own calls take time too.
  const stopped = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let clickedAt = 0;
        const stop = [...document.querySelectorAll("button")].find((button) => button.textContent?.trim() === "Stop");
        stop?.addEventListener("click", () => (clickedAt = performance.now()), { capture: true });
        const look = (): void => {
          const back = clickedAt > 0 && [...document.querySelectorAll("button")].some((button) => button.textContent?.trim() === "Run");
          if (back) resolve(performance.now() - clickedAt);
          else setTimeout(look, 10);
        };
        look();
      }),
  );
  await page.getByRole("button", { name: "Stop" }).click();
  expect(await stopped).toBeLessThan(1500);
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("begun");
  await ask(page, "What is the sum of all prime numbers below 1000?");
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");
});

test("a run's code is saved as a draft, opened in Library, run again and deleted", async ({ page }) => {
  await openWithDemo(page);
  await ask(page, "What is the sum of all prime numbers below 1000?");
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");
  await showTab(page, "Code");
  await page.getByRole("button", { name: "Save snippet" }).click();
  const dialog = page.getByRole("dialog", { name: "Save snippet" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("prime_sum");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page
    .getByRole("link", { name: "Library" })
    .or(page.getByRole("button", { name: "Library" }))
    .click();
  await page.getByRole("list", { name: "Snippets" }).getByText("prime_sum").click();
  await expect(page.getByText("draft", { exact: false }).first()).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");
});
