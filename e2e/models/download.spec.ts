import { expect, test } from "@playwright/test";
import { startCutServer } from "../support/cut-server.ts";

const TOTAL = 3_000_000;
const CUT_AT = 1_000_000;

test("a download that is cut in the middle is named, survives a reload, goes on at its byte and gives its space back", async ({ page }) => {
  const file = new Uint8Array(TOTAL).fill(7);
  file.set(new TextEncoder().encode("GGUF"));
  const server = await startCutServer(file, CUT_AT);
  await page.addInitScript(() => {
    const asked = { count: 0 };
    Object.assign(window, { persistAsked: asked });
    navigator.storage.persist = async () => {
      asked.count += 1;
      return false;
    };
  });
  try {
    await page.goto("/?engine=scripted#/models");
    await page.getByLabel("Address of the model").fill(`${server.url}/tiny.gguf`);
    await page.getByRole("button", { name: "Add to the list" }).click();
    const row = page.getByRole("list", { name: "Models" }).getByRole("listitem").filter({ hasText: "Added by its address" });
    await row.getByRole("button", { name: "Download tiny" }).click();
    await expect(page.getByRole("main").getByText(/tiny was not downloaded: The download of .*tiny\.gguf broke off/)).toBeVisible();
    await expect(page.getByRole("main").getByText(/the next try goes on from there.*\(SK-DOWNLOAD\)/)).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { persistAsked: { count: number } }).persistAsked.count)).toBe(1);

    await page.reload();
    await expect(row).toContainText("1 MB downloaded so far");
    server.cut = false;
    await row.getByRole("button", { name: "Download tiny" }).click();
    await expect(row).toContainText("on this device");
    expect(server.ranges[0]).toBeNull();
    expect(server.ranges.at(-1)).toBe(`bytes=${CUT_AT}-`);
    const kept = await page.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("skep-models");
      const sizes: number[] = [];
      for await (const entry of (folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values()) {
        if (entry.name.endsWith("tiny.gguf")) sizes.push((await entry.getFile()).size);
      }
      return sizes;
    });
    expect(kept).toEqual([TOTAL]);

    // It starts like a GGUF and is none: said so, with what to do.
    await row.getByRole("button", { name: "Load tiny" }).click();
    await expect(page.getByRole("region", { name: "Loaded model" }).getByRole("alert")).toContainText("This is not a model that can be loaded");
    await row.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete 3 MB" }).click();
    await expect(page.getByRole("main").getByText(/^3 MB were freed/)).toBeVisible();
    await row.getByRole("button", { name: "Remove tiny from the list" }).click();
    await expect(row).toHaveCount(0);
  } finally {
    await server.close();
  }
});
