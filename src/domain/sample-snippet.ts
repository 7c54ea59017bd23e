import { type Snippet, UNPROVEN } from "./snippet.ts";

const TIME = "2026-11-30T12:00:00.000Z";

/** For tests: a draft called `add`, all of it but what the test is about chosen for it. */
export function sampleSnippet(part: Partial<Snippet> = {}): Snippet {
  return {
    ...UNPROVEN,
    id: "s",
    name: "add",
    description: "",
    code: "",
    tags: [],
    status: "draft",
    version: 1,
    provenance: { run: null, model: null, task: null },
    createdAt: TIME,
    updatedAt: TIME,
    ...part,
  };
}
