import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { AgentEvent } from "#domain/agent-event.ts";
import type { RunCallbacks, RunOutcome } from "#state/agent-actions.ts";
import { createFakePorts, type FakePorts } from "#state/fake-ports.ts";
import { failedAndRepaired } from "#state/sample-events.ts";
import type { StorePorts } from "#state/store-ports.ts";
import type { Stores } from "#state/stores.ts";
import { openApp } from "./app-for-tests.ts";

async function open(
  change: (ports: FakePorts) => Partial<StorePorts> = () => ({}),
  events: readonly AgentEvent[] = failedAndRepaired,
  size?: Parameters<typeof openApp>[1],
): Promise<Stores> {
  const ports = createFakePorts(events);
  return openApp({ ...ports, ...change(ports) }, size);
}

const task = () => page.getByRole("textbox", { name: "Task" });
const tab = (name: string) => page.getByRole("tab", { name, exact: true });

async function ask(text: string): Promise<void> {
  await task().fill(text);
  await userEvent.keyboard("{Enter}");
}

test("a run is read from the task to its results, and the demo is labelled", async () => {
  await open();
  await ask("Total the amount");
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect.element(timeline.getByRole("button", { name: /Attempt 1 failed/ })).toHaveAttribute("aria-expanded", "true");
  await expect.element(timeline.getByRole("button", { name: /Attempt 2 ok/ })).toHaveAttribute("aria-expanded", "false");
  await expect.element(timeline.getByText("There is no column 'amt'.")).toBeVisible();
  await expect.element(timeline.getByText("Demo replies")).toBeVisible();
  await expect.element(page.getByRole("tabpanel", { name: "Output" })).toHaveTextContent(/311\.5/);
  await tab("Tables").click();
  await expect.element(page.getByRole("cell", { name: "9007199254740993" })).toBeVisible();
  await tab("Figures").click();
  await expect.element(page.getByRole("img", { name: "Amount per region" })).toBeVisible();
  await tab("Files").click();
  await expect.element(page.getByRole("button", { name: "Save totals.csv" })).toBeEnabled();
  await tab("Log").click();
  await page.getByRole("button", { name: "Verify" }).click();
  await expect.element(page.getByText(/The log is whole/)).toBeVisible();
});

test("an attempt can be chosen, and its own output is shown", async () => {
  await open();
  await ask("Total the amount");
  await page.getByRole("combobox", { name: "Attempt shown" }).selectOptions("1");
  await expect.element(page.getByRole("tabpanel", { name: "Output" })).toHaveTextContent(/reading.*KeyError/s);
});

test("the composer stays where it is while a run streams, and Stop stands where Run stood", async () => {
  let tell: RunCallbacks["onEvent"] = () => undefined;
  let end: (outcome: RunOutcome) => void = () => undefined;
  await open(() => ({
    agent: {
      runTask: (_request, callbacks) => {
        tell = callbacks.onEvent;
        return new Promise((resolve) => {
          end = resolve;
        });
      },
      runCode: () => Promise.reject(new Error("not asked for")),
    },
  }));
  await task().fill("x");
  const before = task().element().getBoundingClientRect();
  const run = page.getByRole("button", { name: "Run", exact: true }).element().getBoundingClientRect();
  await userEvent.keyboard("{Enter}");
  const stop = page.getByRole("button", { name: "Stop" });
  await expect.element(stop).toBeVisible();
  for (const event of failedAndRepaired) {
    tell(event);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(task().element().getBoundingClientRect().top).toBe(before.top);
  }
  expect(stop.element().getBoundingClientRect().top).toBe(run.top);
  end({ run: "run-1", status: "ok", log: { ok: true } });
  await expect.element(page.getByRole("button", { name: "Run", exact: true })).toBeVisible();
});

const MARKER = "http://127.0.0.1:9/marker";
const HOSTILE = `<h3>Shown</h3><script>parent.document.title="owned"</script><img src="${MARKER}.png" onerror="parent.document.title='owned'"><a href="${MARKER}" id="link">link</a><form action="${MARKER}"><button>send</button></form><meta http-equiv="refresh" content="0;url=${MARKER}"><style>@import url(${MARKER}.css)</style>`;

test("shown HTML is sealed: no script, no opener, no same origin", async () => {
  const events: AgentEvent[] = failedAndRepaired.map((event) =>
    event.type === "execute-display" ? { ...event, data: { ...event.data, display: { data: { "text/html": HOSTILE }, metadata: {} } } } : event,
  );
  await open(() => ({}), events);
  await ask("x");
  const frame = page.getByTitle("HTML of the program, sealed");
  await expect.element(frame).toBeVisible();
  const element = frame.element() as HTMLIFrameElement;
  expect(element.getAttribute("sandbox")).toBe("");
  expect(element.contentDocument).toBeNull();
  expect(element.srcdoc.indexOf("Content-Security-Policy")).toBeLessThan(element.srcdoc.indexOf("<h3>"));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(document.title).not.toBe("owned");
  const asked = performance.getEntriesByType("resource").filter(({ name }) => name.startsWith(MARKER));
  expect(asked).toEqual([]);
});

test("text that a program prints is text: no markup, no link", async () => {
  const events: AgentEvent[] = failedAndRepaired.map((event) =>
    event.type === "execute-output" ? { ...event, data: { ...event.data, text: '<b id="bold">bold</b> https://example.com\n' } } : event,
  );
  await open(() => ({}), events);
  await ask("x");
  await expect.element(page.getByRole("tabpanel", { name: "Output" })).toHaveTextContent(/<b id="bold">bold<\/b> https:\/\/example\.com/);
  expect(document.getElementById("bold")).toBeNull();
  expect(document.querySelectorAll('a[href^="https://example.com"]')).toHaveLength(0);
});

test("a dropped file becomes a chip that can be removed", async () => {
  await open();
  const transfer = new DataTransfer();
  transfer.items.add(new File(["a;b\n1;2\n"], "data.csv", { type: "text/csv" }));
  for (const type of ["dragenter", "dragover", "drop"])
    task()
      .element()
      .dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  await expect.element(page.getByRole("list", { name: "Files of the task" })).toHaveTextContent(/data\.csv/);
  // Where nothing takes files, the browser does not open them in place of the application either.
  const beside = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
  page.getByRole("banner").element().dispatchEvent(beside);
  expect(beside.defaultPrevented).toBe(true);
  await page.getByRole("button", { name: "Remove data.csv" }).click();
  await expect.element(page.getByRole("list", { name: "Files of the task" })).not.toBeInTheDocument();
});

test("Enter runs, Shift+Enter makes a line, an empty task does not run", async () => {
  const stores = await open();
  await task().click();
  await userEvent.keyboard("{Enter}");
  expect(stores.task.getState().timeline).toBeNull();
  await userEvent.keyboard("one{Shift>}{Enter}{/Shift}two");
  await expect.element(task()).toHaveValue("one\ntwo");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("region", { name: "Timeline" })).toHaveTextContent(/Attempt 2 ok/);
});

test("a question before a run is answered by a button that names what happens", async () => {
  let answered: boolean | null = null;
  await open(() => ({
    agent: {
      runTask: async (_request, { onEvent, askApproval }) => {
        for (const event of failedAndRepaired.slice(0, 6)) onEvent(event);
        answered = await askApproval({ attempt: 1, question: "Run this code?", code: "print(1)" });
        return { run: "run-1", status: "refused", log: { ok: true } };
      },
      runCode: () => Promise.reject(new Error("not asked for")),
    },
  }));
  await ask("x");
  await expect.element(page.getByRole("button", { name: "Run this code" })).toBeVisible();
  await page.getByRole("button", { name: "Do not run" }).click();
  await expect.element(page.getByRole("button", { name: "Run this code" })).not.toBeInTheDocument();
  expect(answered).toBe(false);
});

test("code is edited and run again", async () => {
  const codes: string[] = [];
  await open((ports) => ({
    agent: {
      ...ports.agent,
      runCode: async ({ code }) => {
        codes.push(code);
        return { run: "run-2", status: "ok", log: { ok: true } };
      },
    },
  }));
  await ask("x");
  await tab("Code").click();
  const editor = page.getByRole("textbox", { name: "Code" });
  await expect.element(editor).toBeVisible();
  await editor.click();
  await userEvent.keyboard("{Control>}a{/Control}print(42)");
  await page.getByRole("button", { name: "Run edited code" }).click();
  await expect.poll(() => codes).toEqual(["print(42)"]);
});

test("a run's code is saved as a draft and opens in Library", async () => {
  const stores = await open();
  await ask("x");
  await tab("Code").click();
  await page.getByRole("button", { name: "Save snippet" }).click();
  const dialog = page.getByRole("dialog", { name: "Save snippet" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("total_amount");
  await dialog.getByRole("button", { name: "Save draft" }).click();
  await expect
    .poll(() => stores.library.getState().snippets?.map(({ name, status, provenance }) => [name, status, provenance.run]))
    .toEqual([["total_amount", "draft", "run-1"]]);
  expect(stores.navigation.getState()).toMatchObject({ screen: "library", item: "snippet-1" });
  await expect.element(page.getByRole("textbox", { name: "Code of the snippet" })).toBeVisible();
});

test("ten thousand runs are a short list in the page", async () => {
  await open((ports) => {
    ports.kept.records = Array.from({ length: 10_000 }, (_, index) => ({
      id: `run-${index}`,
      kind: "task",
      task: `Task number ${index}`,
      status: "ok",
      startedAt: "2026-11-30T12:00:00.000Z",
      durationMs: 1000,
      model: null,
      executor: "pyodide",
      attempts: 1,
      tokens: { prompt: 0, completion: 0 },
      code: null,
      summary: "",
      files: [],
      lastHash: "",
    }));
    return {};
  }).then((stores) => stores.navigation.getState().go("history"));
  await expect.element(page.getByText("10,000 runs")).toBeVisible();
  expect(document.querySelectorAll('[aria-label="Runs"] li').length).toBeLessThan(60);
  await page.getByRole("textbox", { name: "Search runs" }).fill("number 9999");
  await expect.element(page.getByRole("link", { name: /Task number 9999/ })).toBeVisible();
});

test("no screen is wider than a page of 360 pixels", async () => {
  const stores = await open(() => ({}), failedAndRepaired, { width: 360, height: 740 });
  await ask("x");
  await expect.element(page.getByRole("region", { name: "Timeline" })).toHaveTextContent(/Done/);
  for (const screen of ["task", "history", "library", "models", "settings"] as const) {
    stores.navigation.getState().go(screen);
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(new RegExp(screen, "i"));
    expect(document.documentElement.scrollWidth, screen).toBeLessThanOrEqual(360);
    const main = document.querySelector("main");
    expect(main?.scrollWidth, screen).toBeLessThanOrEqual(360);
  }
});
