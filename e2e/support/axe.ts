import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Whatever axe finds against WCAG 2.2 AA on the page as it is. */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  // A tooltip that is half faded out is half as readable; away from every control there is none.
  await page.mouse.move(640, 799);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
  expect(found, where).toEqual([]);
}
