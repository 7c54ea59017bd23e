import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { openWithDemo } from "../support/page.ts";

test("a run becomes a view spec, a notebook and a link; the spec and the link open without running, and give the same output", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openWithDemo(page);
  await page.getByText("Add up prime numbers").click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const output = page.getByRole("tabpanel", { name: "Output" });
  await expect(output).toContainText("Their sum is 76127.");
  const printed = await output.textContent();

  await page.getByRole("tab", { name: "Code", exact: true }).click();
  const share = async (item: string): Promise<string> => {
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: item }).click()]);
    return download.path();
  };
  const spec = readFileSync(await share("View spec"), "utf8");
  expect(spec).toMatch(/^format: skep.view\/1\ntype: python\ntitle: .*prime numbers/);
  expect(spec).toContain("\ncode: |-\n");
  const notebook = JSON.parse(readFileSync(await share("Notebook"), "utf8"));
  expect(notebook.cells[1].outputs[0]).toMatchObject({ output_type: "stream", name: "stdout" });
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("menuitem", { name: "Copy a link" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  await page.getByRole("button", { name: "New task" }).click();
  await page.getByRole("button", { name: "Open a view spec" }).click({ trial: true });
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open a view spec" }).click()]);
  await chooser.setFiles({ name: "shared.skep.yaml", mimeType: "application/yaml", buffer: Buffer.from(spec) });
  const opened = page.getByRole("region", { name: "Opened view spec" });
  await expect(opened).toContainText("Opened, not run.");
  await opened.getByRole("button", { name: "Run this code" }).click();
  await expect(output).toHaveText(printed ?? "");

  await page.goto(link);
  await expect(opened).toContainText("Opened, not run.");
  expect(new URL(page.url()).hash).toBe("#/task");
  await opened.getByRole("button", { name: "Run this code" }).click();
  await expect(output).toHaveText(printed ?? "");
});
