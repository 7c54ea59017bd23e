import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page, test } from "@playwright/test";
import { findChromium } from "../../scripts/lib/chromium.mjs";
import { createServer } from "../../scripts/lib/server.mjs";
import { hasModel, hasPackages } from "../support/assets.ts";

const MODEL = "smollm2-135m";

/** A browser with a profile of its own on disk, as a person's is. */
async function openBrowser(profile: string): Promise<BrowserContext> {
  const executablePath = await findChromium();
  return chromium.launchPersistentContext(profile, {
    ...(executablePath === null ? {} : { executablePath }),
    headless: true,
    args: ["--no-sandbox", "--disable-background-networking"],
    serviceWorkers: "allow",
  });
}

async function askDemo(page: Page, name: RegExp): Promise<void> {
  await page.getByText(name).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
}

test("after one visit, with the server stopped and the browser restarted, the page, Python, charts, repair and a model work", async () => {
  test.setTimeout(300_000);
  const profile = await mkdtemp(join(tmpdir(), "skep-offline-"));
  const server = await createServer({ port: 0 });
  let browser = await openBrowser(profile);
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}?engine=scripted`);
    if (hasModel(MODEL)) {
      await page.goto(`${server.url}?engine=wllama&model=${MODEL}`);
      await expect(page.getByRole("banner").getByRole("button", { name: /^Model: .*ready/ })).toBeVisible({ timeout: 120_000 });
    }
    const offline = page.getByRole("button", { name: /^Offline:/ });
    await offline.click();
    await expect(page.getByText(/are kept in this browser: they work with the server stopped/)).toBeVisible({ timeout: 120_000 });
  } finally {
    await browser.close();
    await server.close();
  }

  browser = await openBrowser(profile);
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}?engine=scripted`);
    await expect(fetch(server.url)).rejects.toThrow();
    await askDemo(page, /fails once, then is repaired/);
    await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Total: 246.5 minutes");

    if (hasPackages("pandas", "matplotlib")) {
      await page.goto(`${server.url}?engine=scripted#/task`);
      await page.reload();
      await askDemo(page, /Chart the sales of a CSV/);
      await page.getByRole("tab", { name: "Figures" }).click();
      await expect(page.getByRole("tabpanel", { name: "Figures" }).getByRole("img").first()).toBeVisible({ timeout: 120_000 });
    }
    if (hasModel(MODEL)) {
      await page.goto(`${server.url}?engine=wllama&model=${MODEL}`);
      await expect(page.getByRole("banner").getByRole("button", { name: /^Model: .*ready/ })).toBeVisible({ timeout: 120_000 });
      await page.getByRole("textbox", { name: "Task" }).fill("Print the word hello.");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await expect(page.getByRole("region", { name: "Timeline" })).toContainText(/tok\/s/, { timeout: 120_000 });
    }
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
});
