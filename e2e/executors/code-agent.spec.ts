import { expect, type Page, test } from "@playwright/test";
import type { Automation } from "../../src/automation/port.ts";
import { hasPackages } from "../support/assets.ts";
import { skep } from "../support/skep.ts";

const TASK = 'Add up these durations and print the total in minutes: "1h 20m", "45m", "2h", "90s".';

test.skip(!hasPackages("smolagents"), "smolagents is not among the fetched assets");

async function runTask(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Task" }).fill(TASK);
  await page.getByRole("button", { name: "Run", exact: true }).click();
}

test("CodeAgent's loop is chosen in Settings and solves a task in steps that share their variables", async ({ page }) => {
  await page.goto("/?engine=scripted");
  await page
    .getByRole("link", { name: "Settings" })
    .or(page.getByRole("button", { name: "Settings" }))
    .click();
  await page.getByRole("radiogroup", { name: "Loop" }).getByText("CodeAgent").click();
  await expect(page.getByText("pyodide keeps none: tasks will not run.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Steps" })).toHaveValue("20");
  await page.getByRole("button", { name: "Use smolagents" }).click();
  await expect(page.getByRole("list", { name: "What smolagents can do" })).toContainText("Steps of one task share their variables");
  await expect(page.getByRole("list", { name: "What smolagents can do" })).toContainText("10,000,000 operations");
  const imports = page.getByRole("textbox", { name: "Authorised imports" });
  await expect(imports).toHaveValue("*");
  await imports.fill("num-py");
  await imports.press("Enter");
  await expect(page.getByText('"num-py" is none')).toBeVisible();
  await imports.fill("json, numpy.*");
  await imports.press("Enter");
  await expect(page.getByRole("list", { name: "What smolagents can do" })).toContainText("unicodedata, json, numpy.*. No others.");

  await page
    .getByRole("link", { name: "Task" })
    .or(page.getByRole("button", { name: "Task" }))
    .first()
    .click();
  await expect(page.getByRole("note", { name: "Where code runs" })).toHaveText("CodeAgent on smolagents: sealed in this tab, no network, no shell");
  await runTask(page);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByText("Final answer")).toBeVisible();
  await expect(timeline.getByText("CodeAgent, 20 steps at most")).toBeVisible();
  await expect(timeline.getByText("Step 1 failed")).toBeVisible();
  await expect(timeline.getByText("AgentExecutionError")).toBeVisible();
  await expect(timeline.getByText("Step 3 ok")).toBeVisible();
  await timeline.getByRole("button", { name: /^(ok )?Observation/ }).click();
  await expect(page.getByRole("region", { name: "Observation of step 2" })).toContainText(
    "Execution logs:\nTotal: 246.5 minutes\nLast output from code snippet:\nNone",
  );
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("246.5");
});

test("the command works in steps, too, and says what it may not", async () => {
  const asked = await skep("ask", TASK, "--engine", "scripted", "--executor", "smolagents", "--loop", "code-agent", "--json");
  expect(asked.exitCode, asked.stderr).toBe(0);
  expect(JSON.parse(asked.stdout)).toMatchObject({ status: "ok", attempts: 3, result: { result: { data: { "text/plain": "246.5" } } } });
  const elsewhere = await skep("ask", TASK, "--engine", "scripted", "--loop", "code-agent");
  expect(elsewhere.exitCode).toBe(1);
  expect(elsewhere.stderr).toContain("SK-LOOP-STATE: CodeAgent's steps share their variables, and the executor pyodide keeps none");
  const imports = await skep("ask", TASK, "--engine", "scripted", "--imports", "num-py");
  expect(imports.exitCode).toBe(2);
  expect(imports.stderr).toContain('--imports "num-py": must be names of modules');
});

test("what an installation has fixed binds the address, the screen and the command's requests", async ({ page }) => {
  const config = { settings: { executor: "smolagents", imports: "json" }, locked: ["executor", "imports"] };
  await page.route("**/skep.config.json", (route) => route.fulfill({ json: config }));
  await page.goto("/?engine=scripted&automation&executor=e2b&imports=*#/settings");
  await page.waitForFunction(() => "skep" in window);
  const refusals = await page.evaluate(async () => {
    const { skep: automation } = window as unknown as { skep: Automation };
    const request = { code: "print(1)", files: [], timeout: null, executor: "pyodide" };
    const ran = await automation.execute(request).then(
      () => "ran",
      (thrown: Error) => thrown.message,
    );
    return [automation.refusal("executor", "pyodide"), automation.refusal("executor", "smolagents"), ran];
  });
  expect(refusals[0]).toBe('this installation has fixed it to "smolagents" (skep.config.json locks "executor")');
  expect(refusals[1]).toBeNull();
  expect(refusals[2]).toContain('executor pyodide: this installation has fixed it to "smolagents"');
  await expect(page.getByText('?executor cannot be changed here: this installation has set it to "smolagents"; it was ignored.')).toBeVisible();
  await expect(page.getByText('?imports cannot be changed here: this installation has set it to "json"; it was ignored.')).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Executor" })).toBeDisabled();
  await expect(page.getByRole("combobox", { name: "Executor" })).toHaveValue("smolagents");
  await expect(page.getByRole("textbox", { name: "Authorised imports" })).toBeDisabled();
});
