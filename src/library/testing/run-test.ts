import type { DataFile } from "#domain/data-file.ts";
import type { ToolSignature } from "#domain/snippet.ts";
import type { Expectation, SnippetTest, SnippetTestResult, TestFile } from "#domain/snippet-test.ts";
import { callParts, type ToolSource, textFile } from "#library/call-program.ts";
import skepValue from "#library/python/skep_value.py?raw";
import type { ExecutionLimits, Executor } from "#sandbox/port.ts";
import { compareObserved } from "./compare-observed.ts";
import { type Observed, observe } from "./observed.ts";

/** A tool that is ready to be called: its source, its signature, and the tools that it imports. */
export interface RunnableTool {
  readonly code: string;
  readonly tool: ToolSignature;
  readonly used: readonly ToolSource[];
}

export interface TestRun {
  readonly result: SnippetTestResult;
  /** What came out; null when the call could not be made. */
  readonly observed: Observed | null;
}

/** Tests are examples: what takes a minute is no example. */
export const TEST_LIMITS: ExecutionLimits = { timeoutMs: 60_000, outputLimit: 1_000_000, memoryMiB: 1_024 };

/** Calls a tool once, in a clean interpreter, with what a test gives it, and holds what came out against what the test expects. */
export async function runTest(executor: Executor, runnable: RunnableTool, test: SnippetTest, signal: AbortSignal): Promise<TestRun> {
  if (!expectsAnything(test.expect)) return broken(test, "The test expects nothing: it would pass whatever came out.");
  const call = await callOnce(executor, runnable, test, signal);
  if (!call.ok) return broken(test, call.message);
  const { observed } = call;
  const { status, error, durationMs } = observed.result;
  const base = { name: test.name, durationMs };
  if (status === "aborted") return broken(test, "The test was stopped.");
  if (status === "refused" || error?.name.startsWith("SK-") === true) return broken(test, error === null ? "The sandbox refused it." : error.message);
  if (status === "timeout") {
    return {
      observed,
      result: {
        ...base,
        verdict: "fail",
        mismatches: [{ what: "time", expected: `within ${TEST_LIMITS.timeoutMs / 1_000} s`, actual: "longer" }],
        message: null,
      },
    };
  }
  const mismatches = compareObserved(test.expect, observed);
  const unexpected = error !== null && mismatches.some(({ what }) => what === "exception");
  return { observed, result: { ...base, verdict: mismatches.length === 0 ? "pass" : "fail", mismatches, message: unexpected ? error.traceback : null } };
}

/** One call of a tool with a test's arguments and files, whatever the test expects. */
export async function callOnce(
  executor: Executor,
  { code, tool, used }: RunnableTool,
  test: Pick<SnippetTest, "arguments" | "files">,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly observed: Observed } | { readonly ok: false; readonly message: string }> {
  const parts = callParts(code, tool, test.arguments, used);
  if (!parts.ok) return { ok: false, message: parts.problems.map(({ path, message }) => `${path} ${message}`).join("; ") };
  const given: DataFile[] = [];
  for (const file of test.files) {
    const bytes = bytesOf(file);
    if (bytes === null) return { ok: false, message: `The file ${file.path} of the test is not base64.` };
    given.push({ path: file.path, bytes });
  }
  const program = `${parts.source}\n\n${parts.setup}import skep_value\nskep_value.keep(${parts.expression})\n`;
  const files = [...parts.files, textFile("skep_value.py", skepValue), ...given];
  return { ok: true, observed: await observe(await executor.execute({ code: program, files, limits: TEST_LIMITS }, () => undefined, signal)) };
}

function expectsAnything({ value, output, files, figures, exception }: Expectation): boolean {
  return value !== undefined || output !== undefined || (files ?? []).length > 0 || figures !== undefined || exception !== undefined;
}

function broken(test: SnippetTest, message: string): TestRun {
  return { observed: null, result: { name: test.name, verdict: "broken", durationMs: 0, mismatches: [], message } };
}

function bytesOf(file: TestFile): Uint8Array | null {
  if ("text" in file) return new TextEncoder().encode(file.text);
  try {
    return Uint8Array.from(atob(file.base64.replace(/\s+/g, "")), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
