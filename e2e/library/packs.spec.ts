import { expect, test } from "@playwright/test";
import { openWithDemo } from "../support/page.ts";

const pack = (added: string) => `format: skep.pack/1
snippets:
  - name: add_days
    description: Adds days to a date.
    tags: [date]
    status: core
    code: |
      import datetime

      def add_days(start: datetime.date, days: int) -> datetime.date:
          """
          Adds days to a date.

          :param start: the date
          :param days: how many
          """
          return start + datetime.timedelta(days=${added})
    tests:
      - name: one day
        arguments: { start: "2026-11-30", days: 1 }
        expect: { value: "2026-12-01" }
  - name: half
    description: Halves a number.
    tags: [number]
    code: |
      def half(number: float) -> float:
          return number / 2
    tests:
      - name: three
        arguments: { number: 3 }
        expect: { value: 2 }
`;

test("a pack is shown before it is kept and its gates are asked; a tool of it is called by a form, a test edited by hand, a conflict chosen", async ({
  page,
}) => {
  await openWithDemo(page);
  await page.goto("/?engine=scripted#/library");
  const importing = page.getByRole("dialog", { name: "Import a pack" });
  const importPack = (text: string) => page.getByLabel("Pack file").setInputFiles({ name: "pack.yaml", mimeType: "text/yaml", buffer: Buffer.from(text) });

  await page.getByRole("button", { name: "Packs" }).click();
  await page.getByRole("menuitem", { name: "Add ten starter tools" }).click();
  await expect(importing.getByText("10 snippets.")).toBeVisible();
  await importing.getByRole("button", { name: "Cancel" }).click();
  await importPack("format: skep.pack/1\nsnippets:\n  - !!python/object/apply:os.system [x]\n");
  await expect(importing.getByRole("alert")).toContainText("Line 3: Tags are refused");
  await importing.getByRole("button", { name: "Done" }).click();
  await importPack(pack("days"));
  await expect(importing.getByText("It was core where it comes from; here it starts as a draft.")).toBeVisible();
  await importing.getByRole("button", { name: "Import as drafts" }).click();
  await expect(importing.getByText("2 taken as drafts. 1 of 2 pass every gate on the way to tested.")).toBeVisible();
  await expect(importing.getByRole("list", { name: "What the gates say" })).toContainText("“three” fails: value is 1.5, not 2");
  await importing.getByRole("button", { name: "Done" }).click();

  await page.getByRole("link", { name: /add_days/ }).click();
  await page.getByRole("tab", { name: "Call" }).click();
  const form = page.getByRole("form", { name: "Arguments of add_days" });
  await form.getByLabel("start").fill("2026-12-31");
  await form.getByRole("button", { name: "Call" }).click();
  await expect(form.getByText("is needed")).toBeVisible();
  const days = form.getByRole("textbox", { name: "days" });
  await expect(days).toBeFocused();
  await days.fill("1");
  await form.getByRole("button", { name: "Call" }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("datetime.date(2027, 1, 1)");
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Called a tool");

  await page.goto("/?engine=scripted#/library");
  await page.getByRole("link", { name: /half/ }).click();
  await page.getByRole("tab", { name: "Tests" }).click();
  await page.getByRole("button", { name: "Edit the test three" }).click();
  const editor = page.getByRole("dialog", { name: "Edit the test" });
  await editor.getByRole("textbox", { name: "Expected value" }).fill("one and a half");
  await editor.getByRole("button", { name: "Save test" }).click();
  await expect(editor.getByText("It must be JSON")).toBeVisible();
  await editor.getByRole("textbox", { name: "Expected value" }).fill("1.4");
  await editor.getByRole("button", { name: "Save test" }).click();
  await page.getByRole("button", { name: "Run tests" }).click();
  await expect(page.getByRole("list", { name: "Tests" })).toContainText("value: expected 1.4, got 1.5");

  await page.getByRole("button", { name: "Back to Library" }).click();
  await page.getByRole("button", { name: "Packs" }).click();
  await page.getByRole("menuitem", { name: "Paste a function…" }).click();
  const pasting = page.getByRole("dialog", { name: "Paste a function" });
  await pasting.getByRole("textbox", { name: "Python source" }).fill("def greet(name, *rest) -> str:\n    return name\n");
  await pasting.getByRole("button", { name: "Check it" }).click();
  await expect(pasting.getByText("The tool function must not have *args")).toBeVisible();
  await expect(pasting.getByText("The tool function arguments must have type annotations")).toBeVisible();
  await pasting.getByRole("textbox", { name: "Python source" }).fill('def greet(name: str) -> str:\n    """Greets."""\n    return "Hello " + name\n');
  await pasting.getByRole("button", { name: "Check it" }).click();
  await expect(pasting.getByText("It is a tool: greet(name)")).toBeVisible();
  await pasting.getByRole("button", { name: "Keep it" }).click();
  await importing.getByRole("button", { name: "Cancel" }).click();

  await importPack(pack("days * 1"));
  const choice = importing.getByRole("combobox", { name: "What to do with add_days" });
  await expect(choice).toHaveValue("copy");
  await choice.selectOption("Take theirs as the next version of mine");
  await importing.getByRole("combobox", { name: "What to do with half" }).selectOption("Keep mine, leave it out");
  await importing.getByRole("button", { name: "Import as drafts" }).click();
  await expect(importing.getByText("1 taken as drafts, 1 left out. 1 of 1 pass every gate on the way to tested.")).toBeVisible();
});
