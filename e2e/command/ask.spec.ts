import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { hasPackages } from "../support/assets.ts";
import { eventsOf, skep } from "../support/skep.ts";

const REPAIRED = 'Add up these durations and print the total in minutes: "1h 20m", "45m", "2h", "90s".';

test("the demo fails, is repaired and says so; its events verify, and a changed byte is named", async () => {
  const asked = await skep("ask", REPAIRED, "--engine", "scripted", "--events");
  expect(asked.exitCode, asked.stderr).toBe(0);
  const events = eventsOf(asked.stdout);
  expect(events.map((event) => event.seq)).toEqual(events.map((_event, index) => index));
  expect(events.filter((event) => event.type === "execute-end").map((event) => event.data.status)).toEqual(["error", "ok"]);
  expect(events.filter((event) => event.type === "repair-start")).toHaveLength(1);
  const end = events.at(-1);
  expect(end?.type).toBe("run-end");
  expect(end?.data).toMatchObject({ status: "ok", attempts: 2, model: { engine: "scripted", demo: true } });

  const folder = await mkdtemp(join(tmpdir(), "skep-log-"));
  const log = join(folder, "log.jsonl");
  const text = `${events.map((event) => JSON.stringify(event)).join("\n")}\n`;
  await writeFile(log, text);
  const good = await skep("verify", log, "--json");
  expect(good.exitCode, good.stdout).toBe(0);
  expect(JSON.parse(good.stdout)).toMatchObject({ ok: true, events: events.length });

  await writeFile(log, text.replace("246.5", "246.6"));
  const bad = await skep("verify", log);
  expect(bad.exitCode).toBe(1);
  expect(bad.stdout).toMatch(/^line \d+: event \d+ of run [\w-]+: /);
});

test("a data task on a CSV gives a figure, a table and an exit code of 0", async () => {
  test.skip(!hasPackages("pandas", "matplotlib"), "pandas and matplotlib are not among the fetched assets");
  const task = "Draw the revenue per month and region in sales.csv as a line chart, and show the total of each region.";
  const asked = await skep("ask", task, "--engine", "scripted", "--file", "e2e/fixtures/sales.csv", "--json");
  expect(asked.exitCode, asked.stderr + asked.stdout).toBe(0);
  const answer = JSON.parse(asked.stdout);
  expect(answer.model).toMatchObject({ engine: "scripted", demo: true });
  expect(answer.result.displays[0].data["image/png"].length).toBeGreaterThan(1000);
  expect(answer.result.result.data["application/vnd.skep.table+json"]).toContain("North");
});

test("files that a run made are written where --out says", async () => {
  test.skip(!hasPackages("pandas"), "pandas is not among the fetched assets");
  const out = await mkdtemp(join(tmpdir(), "skep-out-"));
  const task = "Write the units and revenue of each product in sales.csv to a new file summary.csv.";
  const asked = await skep("ask", task, "--engine", "scripted", "--file", "e2e/fixtures/sales.csv", "--out", out);
  expect(asked.exitCode, asked.stderr).toBe(0);
  expect(await readFile(join(out, "summary.csv"), "utf8")).toMatch(/^product,units,revenue\n/);
});

test("a task that the demo does not know is refused in words, never answered with something else", async () => {
  const asked = await skep("ask", "Prove the Riemann hypothesis", "--engine", "scripted", "--json");
  expect(asked.exitCode).toBe(1);
  const answer = JSON.parse(asked.stdout);
  expect(answer).toMatchObject({ status: "error", code: null, fault: { code: "SK-DEMO-UNKNOWN" } });
});

test("a model or file that does not exist is named", async () => {
  const model = await skep("ask", "Add", "--engine", "wllama", "--model", "no/such/model.gguf");
  expect(model.exitCode).toBe(2);
  expect(model.stderr).toContain("no/such/model.gguf");
  const unknown = await skep("ask", "Add", "--engine", "wllama", "--model", "nobody-has-this", "--json");
  expect(unknown.exitCode).toBe(1);
  expect(JSON.parse(unknown.stdout).fault).toMatchObject({ code: "SK-NO-MODEL" });
});
