import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import type { Automation } from "../../src/automation/port.ts";
import type { ExecutionResult } from "../../src/domain/execution-result.ts";
import { hasPackages } from "../support/assets.ts";
import { findPython } from "../support/python-server.ts";
import { skep } from "../support/skep.ts";
import { ask, E2B_KEY, execute, type FourExecutors, openFourExecutors } from "./four-executors.ts";
import { SNIPPETS, type Snippet } from "./snippets.ts";

const NAMES = ["pyodide", "smolagents", "bee", "e2b"];
/** bee-code-interpreter returns what a program prints, not what it evaluates to. */
const WITHOUT_VALUES = ["bee"];

test.describe.configure({ mode: "serial" });
test.skip(findPython() === null, "the local bee and E2B services need Python 3.10 or newer");

let four: FourExecutors;
let automated: Page;
test.beforeAll(async () => {
  four = await openFourExecutors();
  automated = await four.automated();
});
test.afterAll(() => four?.close());

function textOf(result: ExecutionResult, stream: "stdout" | "stderr"): string {
  return result.output
    .filter((chunk) => chunk.stream === stream)
    .map((chunk) => chunk.text)
    .join("");
}

function expectResult(result: ExecutionResult, snippet: Snippet, executor: string): void {
  expect(result, JSON.stringify(result.error)).toMatchObject({
    v: "skep.result/1",
    status: snippet.status,
    exitCode: snippet.exitCode,
    displays: [],
    limit: null,
  });
  expect(textOf(result, "stdout")).toBe(snippet.stdout);
  expect(textOf(result, "stderr")).toBe("");
  expect(result.environment).toMatchObject({ executor, python: expect.stringMatching(/^3\.\d+/) });
  expect(result.error?.name).toBe(snippet.error?.[0]);
  if (snippet.error !== undefined && snippet.error[1] > 0) expect(result.error?.frames.at(-1)).toMatchObject({ file: "main.py", line: snippet.error[1] });
  expect(result.files.map((file) => [file.path, file.change])).toEqual((snippet.changes ?? []).map(([path, change]) => [path, change]));
  expect(result.result?.data["text/plain"]).toBe(WITHOUT_VALUES.includes(executor) ? undefined : snippet.value);
}

for (const executor of NAMES) {
  test(`${executor} gives every snippet the same result`, async () => {
    test.skip(executor === "smolagents" && !hasPackages("smolagents"), "smolagents is not among the fetched assets");
    for (const snippet of SNIPPETS) {
      await test.step(snippet.title, async () => {
        const { result, files } = await execute(automated, executor, snippet.code, snippet.files ?? []);
        expectResult(result, snippet, executor);
        for (const [path, , content] of snippet.changes ?? []) {
          expect(Buffer.from(files.find((file) => file.path === path)?.base64 ?? "", "base64").toString()).toBe(content);
        }
      });
    }
  });

  test(`the agent solves the same task on ${executor}, with a repair on the way`, async () => {
    test.skip(executor === "smolagents" && !hasPackages("smolagents"), "smolagents is not among the fetched assets");
    const answer = await ask(automated, executor, 'Add up these durations and print the total in minutes: "1h 20m", "45m", "2h", "90s".');
    expect(answer).toMatchObject({ status: "ok", attempts: 2, model: { demo: true }, fault: null });
    expect(textOf(answer.result as ExecutionResult, "stdout")).toContain("Total: 246.5 minutes");
    expect(answer.result?.environment.executor).toBe(executor);
  });
}

test("the command runs a program on each, files and exit code included", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skep-executors-"));
  const program = join(folder, "program.py");
  await writeFile(program, "print(open('in.txt').read())\nopen('out.txt', 'w').write('made')");
  await writeFile(join(folder, "in.txt"), "given");
  process.env.E2B_API_KEY = E2B_KEY;
  for (const executor of ["bee", "e2b"]) {
    const out = join(folder, executor);
    const places = ["--bee", four.bee.url, "--e2b", four.e2b.url];
    const ended = await skep("run", program, "--file", join(folder, "in.txt"), "--out", out, "--executor", executor, ...places, "--json");
    expect(ended.exitCode, ended.stderr).toBe(0);
    expect(textOf(JSON.parse(ended.stdout) as ExecutionResult, "stdout")).toBe("given\n");
    expect(await readFile(join(out, "out.txt"), "utf8")).toBe("made");
    expect(ended.stdout + ended.stderr).not.toContain(E2B_KEY);
  }
  const unknown = await skep("run", program, "--executor", "nowhere");
  expect(unknown.exitCode).toBe(2);
  expect(unknown.stderr).toContain("there are pyodide, smolagents, bee, e2b");
});

test("a remote executor says what it can, asks before each run, and a refusal sends nothing", async () => {
  const page = await four.browser.newPage();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/executors/bee/v1/execute")) sent.push(request.postData() ?? "");
  });
  await page.goto(`${four.url}?engine=scripted&executor=bee`);
  const place = page.getByRole("note", { name: "Where code runs" });
  await expect(place).toHaveText("Runs in bee: the code will be sent there, after your yes; network, shell commands");
  await page.getByText("Add up prime numbers").click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("note").getByText("Run this program in bee? The code leaves this machine.")).toBeVisible();
  expect(sent.filter((body) => body.includes("is_prime"))).toEqual([]);
  await page.getByRole("button", { name: "Do not run" }).click();
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeVisible();
  expect(sent.filter((body) => body.includes("is_prime"))).toEqual([]);

  await page
    .getByText("Add up prime numbers")
    .or(page.getByRole("textbox", { name: "Task" }))
    .first()
    .click();
  await page.getByRole("textbox", { name: "Task" }).fill("What is the sum of all prime numbers below 1000?");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Send to bee and run" }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");
  expect(sent.filter((body) => body.includes("is_prime"))).toHaveLength(1);
  await page.close();
});

test("the executor is switched in Settings, its key asked for, and the same task runs again; the key is nowhere but in its header", async () => {
  const page = await four.browser.newPage();
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("request", (request) => said.push(request.url(), request.postData() ?? ""));
  await page.goto(`${four.url}?engine=scripted&automation`);
  const task = "What is the sum of all prime numbers below 1000?";
  await page.getByRole("textbox", { name: "Task" }).fill(task);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");

  await page
    .getByRole("link", { name: "Settings" })
    .or(page.getByRole("button", { name: "Settings" }))
    .click();
  await expect(page.getByRole("list", { name: "What pyodide can do" })).toContainText("No network for programs");
  await page.getByRole("combobox", { name: "Executor" }).selectOption("e2b");
  await expect(page.getByText("Code and files of every run are sent to e2b.")).toBeVisible();
  await expect(page.getByRole("list", { name: "What e2b can do" })).toContainText("Shell commands work");
  await expect(page.getByRole("list", { name: "What e2b can do" })).toContainText("ends five minutes after the last");
  await page.getByLabel("E2B API key", { exact: true }).fill("not a key");
  await page.getByRole("button", { name: "Use key" }).click();
  await expect(page.getByText("This is not such a key.")).toBeVisible();
  await page.getByLabel("E2B API key", { exact: true }).fill(E2B_KEY);
  await page.getByRole("button", { name: "Use key" }).click();
  await expect(page.getByRole("button", { name: "Forget the key" })).toBeVisible();

  await page
    .getByRole("link", { name: "Task" })
    .or(page.getByRole("button", { name: "Task" }))
    .first()
    .click();
  await page.getByRole("textbox", { name: "Task" }).fill(task);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Send to e2b and run" }).click();
  await expect(page.getByRole("tabpanel", { name: "Output" })).toContainText("Their sum is 76127.");

  const stored = await page.evaluate(everythingStored);
  expect(stored).toContain("e2b");
  expect(stored).not.toContain(E2B_KEY);
  const exported = await page.evaluate(() => (window as unknown as { skep: Automation }).skep.log(null));
  expect(exported).toContain('"executor":"e2b"');
  const shown = await page.evaluate(() => document.documentElement.outerHTML);
  for (const text of [page.url(), exported, shown, ...said]) expect(text).not.toContain(E2B_KEY);
  await page.close();
});

test("a service that is down is named, and the run's code and files are kept", async () => {
  const page = await four.automated();
  await page.route("**/executors/bee/**", (route) =>
    route.fulfill({ status: 500, contentType: "text/html", body: "<html><title>502 Bad Gateway</title></html>" }),
  );
  const { run, result } = await execute(page, "bee", "print(1)", [{ path: "in.txt", base64: btoa("given") }]);
  expect(result).toMatchObject({ status: "error", exitCode: null, error: { name: "SK-EXECUTOR-ANSWER" } });
  expect(result.error?.message).toContain("502 Bad Gateway");
  expect(result.error?.message).toContain("Code and files are kept");
  const log = await page.evaluate((id) => (window as unknown as { skep: Automation }).skep.log(id), run);
  expect(log).toContain('"code":"print(1)"');
  expect(log).toContain('"path":"in.txt"');
  expect(log).toContain('"type":"run-end"');
  await page.close();
});

/** Runs in the page: all that this origin keeps, as text. */
async function everythingStored(): Promise<string> {
  const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name ?? "");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of database.objectStoreNames) {
      found.push(
        await new Promise((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error);
        }),
      );
    }
    database.close();
  }
  return JSON.stringify(found);
}
