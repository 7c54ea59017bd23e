import { expect, test } from "vitest";
import { CODE_TAGS } from "#prompt/code-agent/code-tags.ts";
import recorded from "./fixtures/code-agent.json" with { type: "json" };
import { readCode } from "./read-code.ts";

/** Asked only of replies without a block: Python's own word on these is in the recording. */
const isPython = async (text: string): Promise<boolean> => recorded.parse.some((entry) => entry.text === text && entry.code === text);

test.each(recorded.parse)("$tags: $text is read as smolagents reads it", async ({ text, tags, code, error }) => {
  const read = await readCode(text, CODE_TAGS[tags as "code" | "markdown"], isPython);
  expect(read).toEqual(
    code === undefined ? { ok: false, message: `Error in code parsing:\n${error}\nMake sure to provide correct code blobs.` } : { ok: true, code },
  );
});

test.each(recorded.fix)("a variable called final_answer does not hide the tool: $code", async ({ code, fixed }) => {
  expect(await readCode(`<code>\n${code}\n</code>`, CODE_TAGS.code, isPython)).toEqual({ ok: true, code: fixed });
});
