import { expect, test } from "vitest";
import type { SnippetStatus, SnippetVersion, StatusChange } from "#domain/snippet.ts";
import { lastReviewed } from "./last-reviewed.ts";

const TIME = "2026-11-30T12:00:00.000Z";
const step = (from: SnippetStatus, to: SnippetStatus, version: number): StatusChange => ({ time: TIME, from, to, version, reason: "r" });
const version = (number: number): SnippetVersion => ({
  snippet: "s",
  version: number,
  time: TIME,
  body: { name: "f", description: "", code: String(number), tests: [], packages: [], uses: [] },
});
const VERSIONS = [version(4), version(3), version(2), version(1)];

test("the newest version before this one that was reviewed, whatever came after", () => {
  const trail = [
    step("draft", "tested", 1),
    step("tested", "reviewed", 1),
    step("reviewed", "draft", 2),
    step("tested", "reviewed", 2),
    step("reviewed", "core", 2),
  ];
  expect(lastReviewed({ trail: [...trail, step("core", "draft", 3), step("draft", "tested", 4)], version: 4 }, VERSIONS)?.version).toBe(2);
  expect(lastReviewed({ trail, version: 2 }, VERSIONS)?.version).toBe(1);
});

test("none where nobody reviewed, or where a demotion is all there is", () => {
  expect(lastReviewed({ trail: [], version: 4 }, VERSIONS)).toBeNull();
  expect(lastReviewed({ trail: [step("core", "reviewed", 1)], version: 2 }, VERSIONS)).toBeNull();
  expect(lastReviewed({ trail: [step("tested", "reviewed", 1)], version: 2 }, [version(2)])).toBeNull();
});
