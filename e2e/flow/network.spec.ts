import { expect, type Page, test } from "@playwright/test";
import { type GrantingHost, startGrantingHost } from "../isolation/granting-host.ts";
import { expectNoViolations } from "../support/axe.ts";
import { openWithDemo } from "../support/page.ts";

let server: GrantingHost;
test.beforeAll(async () => {
  server = await startGrantingHost();
});
test.afterAll(() => server.close());

async function openCode(page: Page): Promise<void> {
  await openWithDemo(page);
  await page.getByText("Add up prime numbers").click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");
}

async function runCode(page: Page, code: string): Promise<void> {
  await page.getByRole("tab", { name: "Code", exact: true }).click();
  await page.getByRole("textbox", { name: "Code" }).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(code);
  await page.getByRole("button", { name: /^Run (again|edited code)$/ }).click();
}

async function go(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name }).click();
}

test("the network is off until it is turned on; a host is asked about, refused, allowed, kept and revoked; Stop takes the question back", async ({ page }) => {
  await openCode(page);
  const fetches = `import urllib.request\nprint(urllib.request.urlopen("http://${server.host}/asked?x=1").read().decode())\n`;
  const output = page.getByRole("tabpanel", { name: "Output" });
  const dialog = page.getByRole("dialog", { name: "The program asks for the network" });
  const status = page.getByRole("button", { name: /^Sandbox: / });
  await expect(status).toHaveAccessibleName("Sandbox: sealed, 0 hosts");
  await runCode(page, `try:\n    ${fetches.split("\n").join("\n    ")}pass\nexcept OSError as error:\n    print(error)\n`);
  await page.getByRole("tab", { name: "Output", exact: true }).click();
  await expect(output).toContainText("no network");

  await go(page, "Settings");
  await page.getByRole("radiogroup", { name: "Network" }).getByText("Ask me").click();
  await expect(status).toHaveAccessibleName("Sandbox: asks for hosts, 0 hosts granted");
  await go(page, "Task");

  await runCode(page, fetches);
  await expect(dialog).toContainText(server.host);
  await expect(dialog).toContainText("GET /asked?x=1");
  await expect(dialog).toContainText("A local address");
  await expectNoViolations(page, "the question");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("list", { name: "Steps" })).toContainText("Network refused");
  expect(server.requests).toEqual([]);

  await runCode(page, fetches);
  await dialog.getByRole("button", { name: "Stop the run" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: /^Run (again|edited code)$/ })).toBeEnabled();
  expect(server.requests).toEqual([]);

  await runCode(page, fetches);
  await dialog.getByRole("button", { name: "Always allow" }).click();
  await page.getByRole("tab", { name: "Output", exact: true }).click();
  await expect(output).toContainText("granted");
  await expect(page.getByRole("list", { name: "Steps" })).toContainText("Network granted");
  await expect(status).toHaveAccessibleName("Sandbox: asks for hosts, 1 host granted");
  await page.reload();
  await openCode(page);
  await runCode(page, fetches);
  await page.getByRole("tab", { name: "Output", exact: true }).click();
  await expect(output).toContainText("granted");
  expect(server.requests.length).toBe(2);

  await go(page, "Settings");
  const kept = page.getByRole("list", { name: "Hosts that are always allowed" });
  await expect(kept).toContainText(server.host);
  await expectNoViolations(page, "Settings with a granted host");
  await kept.getByRole("button", { name: `Revoke ${server.host}` }).click();
  await expect(kept).toBeHidden();
  await expect(status).toHaveAccessibleName("Sandbox: asks for hosts, 0 hosts granted");
});
