import { expect, test } from "@playwright/test";
import { expectNoViolations } from "../support/axe.ts";
import { openWithDemo } from "../support/page.ts";

const PACK = `format: skep.pack/1
snippets:
  - name: label
    description: Makes a label of a name, a date and a kind.
    tags: [text]
    code: |
      import datetime
      from typing import Literal, Optional

      def label(name: str, day: datetime.date, kind: Literal["short", "long"] = "short", count: Optional[int] = None, urgent: bool = False, parts: list[str] = []) -> str:
          """
          Makes a label.

          :param name: what is on it
          :param day: when it was made
          """
          return f"{name} {day:%d.%m.%y}"
    tests:
      - name: two lines
        arguments: { name: "a\\nb", day: "2026-11-30" }
        expect: { value: "a\\nc 30.11.26" }
`;

test("a snippet's tabs, the import and a test's editor are free of findings in both themes, and fit 360 pixels", async ({ page }) => {
  await openWithDemo(page);
  await page.goto("/?engine=scripted#/library");
  await page.getByLabel("Pack file").setInputFiles({ name: "pack.yaml", mimeType: "text/yaml", buffer: Buffer.from(PACK) });
  const importing = page.getByRole("dialog", { name: "Import a pack" });
  await expect(importing.getByText("1 snippet.")).toBeVisible();
  await page.waitForTimeout(300);
  await expectNoViolations(page, "import");
  await importing.getByRole("button", { name: "Import as drafts" }).click();
  await expect(importing.getByText(/1 taken as drafts/)).toBeVisible();
  await importing.getByRole("button", { name: "Done" }).click();
  await page.getByRole("textbox", { name: "Search snippets" }).fill("parts");
  await expect(page.getByRole("list", { name: "Snippets" }).getByRole("link")).toHaveCount(1);
  await expectNoViolations(page, "the list");
  await page.screenshot({ path: test.info().outputPath("list.png") });
  await page.getByRole("link", { name: /label/ }).click();
  for (const tab of ["Call", "Tests", "Review", "Past"]) {
    await page.getByRole("tab", { name: tab }).click();
    if (tab === "Call") await page.getByRole("button", { name: "Call", exact: true }).click();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(300);
      await expectNoViolations(page, `${tab}, ${colorScheme}`);
      await page.screenshot({ path: test.info().outputPath(`${tab} ${colorScheme}.png`) });
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.waitForTimeout(200);
    const wider = await page.evaluate(() => [...document.querySelectorAll("main, main > *")].filter((element) => element.scrollWidth > innerWidth).length);
    expect(wider, `${tab} at 360 pixels`).toBe(0);
    await page.screenshot({ path: test.info().outputPath(`${tab} 360.png`), fullPage: true });
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await page.getByRole("tab", { name: "Tests" }).click();
  await page.getByRole("button", { name: "Write a test" }).click();
  await expect(page.getByRole("dialog", { name: "Write a test" })).toBeVisible();
  for (const part of ["What it prints", "Files that it makes", "Figures that it shows", "An exception that it raises"])
    await page.getByRole("checkbox", { name: part }).check();
  await page.waitForTimeout(300);
  await expectNoViolations(page, "a test's editor");
  await page.screenshot({ path: test.info().outputPath("editor.png") });
});
