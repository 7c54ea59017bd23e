import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { AgentEvent } from "#domain/agent-event.ts";
import type { RunRecord } from "#domain/run-record.ts";
import { sampleSnippet } from "#domain/sample-snippet.ts";
import type { SnippetVersion } from "#domain/snippet.ts";
import { createFakePorts, type FakePorts } from "#state/fake-ports.ts";
import { failedAndRepaired } from "#state/sample-events.ts";
import { openApp } from "./app-for-tests.ts";

const TIME = "2026-11-30T12:00:00.000Z";

const SNIPPET = sampleSnippet({
  id: "s1",
  description: "Adds.",
  code: "def add(a: int, b: int) -> int:\n    return a + b\n",
  version: 3,
  tests: ["one", "two"].map((name) => ({ name, arguments: { a: 1, b: 2 }, files: [], expect: { value: 3 } })),
});

const VERSIONS: readonly SnippetVersion[] = [3, 2, 1].map((version) => ({ snippet: "s1", version, time: TIME, body: { ...SNIPPET, code: `# ${version}` } }));

const record = (id: string): RunRecord => ({
  id,
  kind: "task",
  task: `Task of ${id}`,
  status: "ok",
  startedAt: TIME,
  durationMs: 1000,
  model: null,
  executor: "pyodide",
  attempts: 2,
  tokens: { prompt: 1, completion: 1 },
  code: "print(1)",
  summary: "",
  files: [],
  lastHash: "",
});

/** Two of everything that a screen can show more than once: models that are here, snippets, tests, versions, runs, tables, hosts. */
function fill(ports: FakePorts): void {
  for (const id of ["webllm-llama", "wllama-coder"]) ports.presence.set(id, { kind: "complete", bytes: 1e9, checked: true });
  ports.kept.snippets = [SNIPPET, { ...SNIPPET, id: "s2", name: "subtract" }];
  ports.kept.records = ["run-1", "run-2"].map(record);
  ports.kept.events.set(
    "run-1",
    TWICE.map((event, seq) => ({ ...event, v: "skep.event/1", run: "run-1", seq, time: TIME, prev: "", hash: `${seq}` })),
  );
  ports.snippetHistory.versions = async () => VERSIONS;
  ports.workshop.inspect = async () => ({ ok: true, tool: { name: "add", description: "Adds.", parameters: PARAMETERS, returns: "int" }, errors: [] });
  ports.network.grants = async () => ["a.example.org", "b.example.org"].map((host) => ({ host, grantedAt: TIME }));
  ports.network.packages = async () => ["humanize", "tabulate"].map((name) => ({ name, version: "1.0", bytes: 1 }));
}

const PARAMETERS = { type: "object", properties: { a: { type: "integer" }, b: { type: "integer" } }, required: ["a", "b"] };

/** The sample run, with every display shown a second time. */
const TWICE: readonly AgentEvent[] = failedAndRepaired.flatMap((event): readonly AgentEvent[] => (event.type === "execute-display" ? [event, event] : [event]));

/** What a screen reader calls a control: of its own label, of what labels it, or of its text. */
function nameOf(element: Element): string {
  const label = element.getAttribute("aria-label");
  if (label !== null) return label;
  const by = (element.getAttribute("aria-labelledby") ?? "").split(" ").flatMap((id) => document.getElementById(id)?.textContent ?? []);
  if (by.length > 0) return by.join(" ");
  const labels = [...((element as HTMLInputElement).labels ?? [])].map((one) => one.textContent ?? "");
  return (labels.length > 0 ? labels.join(" ") : (element.textContent ?? "")).replace(/\s+/g, " ").trim();
}

/** What a person can use on the screen, and a screen reader tells. */
function controls(): Element[] {
  return [...document.querySelectorAll("button, a[href], input, select, textarea, [role=button], [role=textbox], [role=tab]")].filter(
    (element) => element.getClientRects().length > 0 && element.closest("[aria-hidden=true], [inert]") === null,
  );
}

/** Controls with one name that do different things: a link may stand twice when it leads to one place. */
function repeated(): string[] {
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const element of controls()) {
    const kind = element instanceof HTMLAnchorElement ? "link" : (element.getAttribute("role") ?? element.getAttribute("type") ?? element.localName);
    // A radio is told with its group.
    const key = `${kind} “${nameOf(element)}”${kind === "radio" ? ` of ${(element as HTMLInputElement).name}` : ""}`;
    const target = element instanceof HTMLAnchorElement ? element.href : key;
    if (seen.has(key) && (kind !== "link" || seen.get(key) !== target)) twice.push(key);
    seen.set(key, target);
  }
  return twice;
}

/** Controls that have no name at all. */
function unnamed(): string[] {
  return controls()
    .filter((element) => nameOf(element) === "")
    .map((element) => element.outerHTML.slice(0, 120));
}

test("no two controls of a screen have one name, and none has none", async () => {
  const ports = createFakePorts(TWICE);
  fill(ports);
  const stores = await openApp(ports);
  const check = (screen: string): void => {
    expect({ screen, repeated: repeated(), unnamed: unnamed() }).toEqual({ screen, repeated: [], unnamed: [] });
  };
  const tabs = async (screen: string, names: readonly string[]): Promise<void> => {
    for (const name of names) {
      const tab = page.getByRole("tab", { name, exact: true });
      await tab.click();
      await expect.element(tab).toHaveAttribute("aria-selected", "true");
      check(`${screen}, ${name}`);
    }
  };
  const results = ["Output", "Figures", "Tables", "Files", "Code", "Log"];
  check("task");
  stores.task.getState().setText("Total");
  await stores.task.getState().runTask();
  await expect.element(page.getByRole("region", { name: "Timeline" })).toHaveTextContent(/Done/);
  for (const step of page.getByRole("region", { name: "Timeline" }).getByRole("button", { expanded: false }).elements()) (step as HTMLElement).click();
  await tabs("run", results);
  stores.navigation.getState().go("history");
  await expect.element(page.getByRole("list", { name: "Runs" })).toBeVisible();
  check("history");
  stores.navigation.getState().go("history", "run-1");
  await expect.element(page.getByRole("button", { name: "Replay" })).toBeVisible();
  await tabs("past run", results);
  stores.navigation.getState().go("library");
  await expect.element(page.getByRole("list", { name: "Snippets" })).toBeVisible();
  check("library");
  stores.navigation.getState().go("library", "s1");
  await tabs("snippet", ["Call", "Tests", "Review", "Past"]);
  stores.navigation.getState().go("models");
  await expect.element(page.getByRole("button", { name: "Delete Llama 3.2 3B" })).toBeVisible();
  check("models");
  stores.navigation.getState().go("settings");
  await expect.element(page.getByRole("button", { name: "Revoke a.example.org" })).toBeVisible();
  check("settings");
});
