import type { ExecutionResult } from "./execution-result.ts";

/** For tests: the result of a program that did nothing and ended well, with what the test is about in place of that. */
export function sampleResult(part: Partial<ExecutionResult> = {}): ExecutionResult {
  return {
    v: "skep.result/1",
    status: "ok",
    exitCode: 0,
    output: [],
    displays: [],
    result: null,
    files: [],
    error: null,
    limit: null,
    durationMs: 1,
    environment: { executor: "test", python: "3.14.2", packages: {} },
    ...part,
  };
}
