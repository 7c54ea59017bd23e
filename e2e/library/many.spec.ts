import { expect, type Page, test } from "@playwright/test";
import { ALONE } from "../support/alone.ts";
import { openWithDemo } from "../support/page.ts";

const COUNT = 10_000;
/** Milliseconds; several times what a quiet machine of two cores takes, so that a busy one passes and a list that draws everything does not. */
const OPENING = 12_000;
const LETTER = 700;

/** Puts snippets into the browser's storage, past the application. */
async function seed(page: Page, count: number): Promise<void> {
  await page.evaluate(async (total) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("skep");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const write = database.transaction("snippets", "readwrite");
    const store = write.objectStore("snippets");
    const body = "    total = 0\n    for row in rows:\n        total += row\n    return total\n".repeat(8);
    for (let number = 0; number < total; number++) {
      const time = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
      store.put({
        id: `many-${number}`,
        name: `tool_${number}`,
        description: `Adds up the rows of table ${number % 97}.`,
        code: `def tool_${number}(rows: list[int]) -> int:\n${body}`,
        tags: [`table${number % 97}`, "sum"],
        status: number % 3 === 0 ? "tested" : "draft",
        version: 1,
        provenance: { run: null, model: null, task: null },
        createdAt: time,
        updatedAt: time,
        tool: null,
        tests: [],
        packages: [],
        uses: [],
        evidence: null,
        review: null,
        trail: [],
        deprecated: null,
      });
    }
    await new Promise<void>((resolve, reject) => {
      write.oncomplete = () => resolve();
      write.onerror = () => reject(write.error);
    });
    database.close();
  }, count);
}

test("with 10,000 snippets the list opens, scrolls and follows the typing", { tag: ALONE }, async ({ page }) => {
  await openWithDemo(page);
  await seed(page, COUNT);
  const begin = Date.now();
  await page.goto("/?engine=scripted&many=1#/library");
  const rows = page.getByRole("list", { name: "Snippets" });
  await expect(rows.getByRole("link").first()).toBeVisible();
  const opening = Date.now() - begin;
  await expect(page.getByText("10000 snippets").or(page.getByText("10,000 snippets"))).toBeVisible();
  expect(await rows.getByRole("listitem").count()).toBeLessThan(60);

  // From a letter to the picture that shows it.
  await page.evaluate(() => {
    const taken: number[] = [];
    Object.assign(window, { taken });
    document.addEventListener(
      "keydown",
      () => {
        const pressed = performance.now();
        requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - pressed)));
      },
      true,
    );
  });
  await page.getByRole("textbox", { name: "Search snippets" }).click();
  await page.keyboard.type("tool_4242", { delay: 60 });
  await expect(rows.getByRole("link")).toHaveCount(1);
  const taken = await page.evaluate(() => [...(window as unknown as { taken: number[] }).taken].sort((one, other) => one - other));
  const slowest = taken.at(-1) ?? Number.POSITIVE_INFINITY;
  const middle = taken[Math.floor(taken.length / 2)] ?? Number.POSITIVE_INFINITY;
  test
    .info()
    .annotations.push({ type: "measured", description: `opening ${opening} ms; a letter ${Math.round(middle)} ms, the slowest ${Math.round(slowest)} ms` });
  console.log(`10,000 snippets: opening ${opening} ms; a letter ${Math.round(middle)} ms, the slowest ${Math.round(slowest)} ms`);
  expect(opening).toBeLessThan(OPENING);
  expect(middle).toBeLessThan(LETTER);

  await page.getByRole("textbox", { name: "Search snippets" }).fill("");
  await rows.getByRole("link").first().hover();
  await page.mouse.wheel(0, 200_000);
  await expect(rows.getByRole("link", { name: /tool_\d+/ }).first()).toBeVisible();
  await page
    .getByRole("combobox", { name: "Tags" })
    .or(page.getByRole("textbox", { name: "Tags" }))
    .first()
    .fill("table5");
  await page.getByRole("option", { name: "table5", exact: true }).click();
  await expect(page.getByText(/^10[34] snippets$/)).toBeVisible();
});
