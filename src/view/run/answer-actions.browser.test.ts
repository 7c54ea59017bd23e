import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { AgentEvent } from "#domain/agent-event.ts";
import type { TaskRequest } from "#state/agent-actions.ts";
import { createFakePorts, type FakePorts } from "#state/fake-ports.ts";
import { failedAndRepaired } from "#state/sample-events.ts";
import type { Stores } from "#state/stores.ts";
import { openApp } from "#view/app-for-tests.ts";

/** A page that answers every task with the given events, and keeps what it was asked. */
async function open(
  events: readonly AgentEvent[],
  change: (ports: FakePorts) => void = () => undefined,
): Promise<{ readonly stores: Stores; readonly asked: TaskRequest[] }> {
  const asked: TaskRequest[] = [];
  const ports = createFakePorts(events, {
    runTask: async (request, { onEvent }) => {
      asked.push(request);
      for (const event of events) onEvent(event);
      return { run: "run-1", status: "ok", log: { ok: true } };
    },
  });
  ports.kept.files.set("a1".repeat(32), new Uint8Array([49]));
  change(ports);
  return { stores: await openApp(ports), asked };
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

async function ask(): Promise<void> {
  await page.getByRole("textbox", { name: "Task" }).fill("Total the amount");
  await button("Run").click();
}

test("an answer is marked wrong in the person's words, by keyboard too", async () => {
  const { asked } = await open(failedAndRepaired);
  await ask();
  await button("Mark wrong").click();
  const words = page.getByRole("textbox", { name: "What is wrong?" });
  await expect.element(words).toHaveFocus();
  await expect.element(button("Repair")).toBeInViewport();
  await words.fill("Only the north.");
  await button("Repair").click();
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]).toMatchObject({ wrong: { words: "Only the north." }, useLibrary: false });
  await expect.element(button("Mark wrong")).toBeVisible();
});

test("an answer that a tool gave can be replaced by new code", async () => {
  const byTool = failedAndRepaired.map((event) => (event.type === "match-end" ? { ...event, data: { ...event.data, chosen: "s1" } } : event));
  const { asked } = await open(byTool);
  await ask();
  await button("Write new code instead").click();
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]).toMatchObject({ wrong: null, useLibrary: false });
});

test("an answer that the model gave offers no such thing", async () => {
  await open(failedAndRepaired);
  await ask();
  await expect.element(button("Mark wrong")).toBeVisible();
  await expect.element(button("Write new code instead")).not.toBeInTheDocument();
});

test("a doubtful answer is shown with its rivals and its cost", async () => {
  const agreement: AgentEvent = {
    type: "agreement-end",
    data: {
      answers: [
        { text: "311.5", attempts: [2], weight: 1 },
        { text: "299", attempts: [1], weight: 1 },
      ],
      chosen: 2,
      confidence: 0.5,
      reason: "1 of 2 programs gave this answer",
    },
  };
  const end = failedAndRepaired.at(-1);
  if (end?.type !== "run-end") throw new Error("the sample run lost its end");
  const model = { engine: "wllama", model: "coder", demo: false };
  const told: AgentEvent = { ...end, data: { ...end.data, model, tokens: { prompt: 700, completion: 300 }, durationMs: 12_000 } };
  await open([...failedAndRepaired.slice(0, -1), agreement, told]);
  await ask();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect.element(timeline.getByRole("button", { name: /Answers differ.*1 rival answer.*50 %/ })).toHaveAttribute("aria-expanded", "true");
  await expect.element(timeline.getByText("299")).toBeVisible();
  await expect.element(timeline.getByText(/12 s, 2 attempts, 1,000 tokens/)).toBeVisible();
});

test("how many programs may answer is chosen beside the task", async () => {
  const { stores, asked } = await open(failedAndRepaired);
  const select = page.getByRole("combobox", { name: "Answers" });
  await select.selectOptions("Thorough, 10 programs");
  await expect.poll(() => stores.settings.getState().settings).toMatchObject({ mode: "thorough", candidateLimit: 10 });
  await select.selectOptions("Careful");
  await ask();
  await expect.poll(() => asked[0]?.settings).toMatchObject({ mode: "careful", candidateLimit: 10 });
});

test("where CodeAgent works there is nothing to choose, and the reason is said; a step's code says that it runs alone, or where", async () => {
  const steps = failedAndRepaired.map((event) => (event.type === "run-start" ? { ...event, data: { ...event.data, loop: "code-agent" as const } } : event));
  const { stores } = await open(steps, (ports) => {
    Object.assign(ports.executors[0]?.capabilities ?? {}, { state: true });
  });
  await stores.settings.getState().change({ loop: "code-agent", mode: "thorough" });
  const select = page.getByRole("combobox", { name: "Answers" });
  await expect.element(select).toBeDisabled();
  await expect.element(select).toHaveAccessibleDescription("CodeAgent makes one program, in steps: there is nothing to compare.");
  await ask();
  await page.getByRole("tab", { name: "Code", exact: true }).click();
  const note = page.getByRole("tabpanel", { name: "Code" }).getByRole("note");
  await expect.element(note).toHaveTextContent(/runs alone, in a clean interpreter/);
  await page.getByRole("checkbox", { name: "Keep state" }).click();
  await expect.element(note).toHaveTextContent(/in the interpreter that is kept/);
  await stores.settings.getState().change({ loop: "skep" });
  await expect.element(select).toHaveValue("thorough 5");
  stores.navigation.getState().go("settings");
  await expect.element(page.getByRole("radiogroup", { name: "Answers" })).toBeEnabled();
  await stores.settings.getState().change({ loop: "code-agent" });
  await expect.element(page.getByRole("radio", { name: "Careful" })).toBeDisabled();
  await expect.element(page.getByRole("radiogroup", { name: "Answers" })).toHaveAccessibleDescription(/Not with CodeAgent/);
  await expect.element(page.getByRole("textbox", { name: "Attempts" })).toBeDisabled();
});

test("a past run is replayed and compared in History", async () => {
  const logged = (run: string) =>
    failedAndRepaired.map(
      (event, seq) => ({ ...event, v: "skep.event/1", run, seq, time: "2026-11-30T12:00:00.000Z", prev: "", hash: `${run}${seq}` }) as const,
    );
  const record = (id: string, task: string) => ({
    id,
    kind: "task" as const,
    task,
    status: "ok" as const,
    startedAt: "2026-11-30T12:00:00.000Z",
    durationMs: 1000,
    model: null,
    executor: "pyodide",
    attempts: 1,
    tokens: { prompt: 0, completion: 0 },
    code: "print(1)",
    summary: "",
    files: [],
    lastHash: "",
  });
  const { stores } = await open(failedAndRepaired, (ports) => {
    ports.kept.records = [record("one", "Total the amount in sales.csv"), record("two", "Another")];
    ports.kept.events.set("one", logged("one"));
    ports.kept.events.set("two", logged("two"));
    ports.agent.runCode = async () => ({ run: "two", status: "ok", log: { ok: true } });
    ports.replay.compare = (before, after) => ({
      same: before[0]?.run === after[0]?.run,
      differences: [{ output: "stdout", before: "311.5", after: "299" }],
      notes: ["pandas: 3.0.2, then 3.1.0."],
    });
  });
  stores.navigation.getState().go("history", "one");
  await button("Replay").click();
  const comparison = page.getByRole("region", { name: "Comparison" });
  await expect.element(comparison.getByText("1 output differs")).toBeVisible();
  await expect.element(comparison.getByText("299")).toBeVisible();
  await expect.element(comparison.getByText("pandas: 3.0.2, then 3.1.0.")).toBeVisible();
  await comparison.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("combobox", { name: "Compare with" }).selectOptions("two");
  await expect.element(comparison.getByRole("link", { name: "Open the other run" })).toHaveAttribute("href", "#/history/two");
});
