import type { AgentEvent } from "#domain/agent-event.ts";
import { TABLE_MIME } from "#domain/execution-result.ts";

const CODE = 'import pandas as pd\n\nprint(pd.read_csv("sales.csv")["amt"].sum())\n';
const REPAIRED = CODE.replace("amt", "amount");
const ENVIRONMENT = { executor: "pyodide", python: "3.14.2", packages: { pandas: "3.0.2" } };
const MODEL = { engine: "scripted", model: "Demo replies", demo: true };
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const runStart: AgentEvent = {
  type: "run-start",
  data: {
    kind: "task",
    task: "Total the amount in sales.csv",
    files: [{ path: "sales.csv", size: 22, sha256: "a1".repeat(32) }],
    executor: "pyodide",
    model: MODEL,
    seed: 1,
    attemptLimit: 3,
  },
};

const write = (attempt: number, code: string): readonly AgentEvent[] => [
  {
    type: "generate-start",
    data: { attempt, promptHash: "b2".repeat(32), messages: [{ role: "user", content: "Total the amount in sales.csv" }], temperature: 0 },
  },
  { type: "generate-delta", data: { attempt, text: "```python\n" } },
  { type: "generate-delta", data: { attempt, text: `${code}\`\`\`` } },
  {
    type: "generate-end",
    data: {
      attempt,
      reply: `\`\`\`python\n${code}\`\`\``,
      finish: "stop",
      usage: { promptTokens: 80, completionTokens: 24, decodeRate: 41.2, prefillRate: null },
      durationMs: 5100,
      fault: null,
    },
  },
  { type: "check-end", data: { attempt, code, codeHash: "c3".repeat(32), findings: [], passed: true } },
  { type: "execute-start", data: { attempt, code, codeHash: "c3".repeat(32), timeoutMs: 60_000 } },
];

/** A task whose first attempt fails and whose second draws, tabulates and writes a file. For tests of the stores and the view. */
export const failedAndRepaired: readonly AgentEvent[] = [
  runStart,
  {
    type: "match-end",
    data: {
      candidates: [{ id: "s1", name: "total_by_region", score: 0.31 }],
      chosen: null,
      threshold: 0.6,
      reason: "The best tool scores 0.31; one is used from 0.60.",
    },
  },
  ...write(1, CODE),
  { type: "package-load", data: { attempt: 1, names: ["pandas"], state: "end", message: "", durationMs: 2100 } },
  { type: "execute-output", data: { attempt: 1, stream: "stdout", text: "reading\n" } },
  {
    type: "execute-end",
    data: {
      attempt: 1,
      status: "error",
      exitCode: 1,
      result: null,
      files: [],
      error: {
        name: "KeyError",
        message: "'amt'",
        frames: [{ file: "main.py", line: 3, source: 'print(pd.read_csv("sales.csv")["amt"].sum())', function: "<module>" }],
        traceback: "Traceback (most recent call last):\n  File \"main.py\", line 3, in <module>\nKeyError: 'amt'",
      },
      limit: null,
      durationMs: 810,
      environment: ENVIRONMENT,
    },
  },
  { type: "repair-start", data: { attempt: 2, reason: "KeyError: 'amt'", constraints: ["There is no column 'amt'."], strategy: "patch" } },
  ...write(2, REPAIRED),
  { type: "execute-output", data: { attempt: 2, stream: "stdout", text: "311.5\n" } },
  { type: "execute-display", data: { attempt: 2, display: { data: { "image/png": PIXEL, "text/plain": "Amount per region" }, metadata: {} } } },
  {
    type: "execute-end",
    data: {
      attempt: 2,
      status: "ok",
      exitCode: 0,
      result: {
        data: {
          [TABLE_MIME]: JSON.stringify({
            columns: ["region", "amount"],
            dtypes: ["object", "int64"],
            index: ["0"],
            rows: [["North", "9007199254740993"]],
            totalRows: 1,
          }),
          "text/plain": "  region  amount\n0  North  9007199254740993",
        },
      },
      files: [{ path: "totals.csv", size: 12, sha256: "d4".repeat(32), change: "new" }],
      error: null,
      limit: null,
      durationMs: 1210,
      environment: ENVIRONMENT,
    },
  },
  {
    type: "run-end",
    data: {
      status: "ok",
      exitCode: 0,
      durationMs: 13_300,
      model: MODEL,
      executor: "pyodide",
      seed: 1,
      tokens: { prompt: 160, completion: 48 },
      decodeRate: 40.6,
      codeHash: "c3".repeat(32),
      attempts: 2,
      reason: null,
    },
  },
];
