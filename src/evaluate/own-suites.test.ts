import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseSuite } from "./parse-suite.ts";

const folder = new URL("../../bench/suites/", import.meta.url);

test.each(readdirSync(folder).filter((name) => name.endsWith(".json")))("%s is whole: each task can be judged, and has an id of its own", (name) => {
  const parsed = parseSuite(readFileSync(new URL(name, folder), "utf8"), name);
  if (!parsed.ok) throw new Error(parsed.message);
  const ids = parsed.suite.tasks.map((task) => task.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(20);
});
