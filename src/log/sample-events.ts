import type { AgentEvent, LoggedEvent } from "#domain/agent-event.ts";
import { canonicalJson } from "./canonical-json.ts";
import { chainEvent, GENESIS_HASH } from "./hash-chain.ts";

/** For tests: the events of a run that printed `text`, as the loop tells them. */
export function sampleRun(text = "3\n"): readonly AgentEvent[] {
  const code = `print(${JSON.stringify(text)})`;
  return [
    { type: "run-start", data: { kind: "task", task: "Add 1 and 2", files: [], executor: "pyodide", model: null, seed: 7, attemptLimit: 3 } },
    { type: "match-end", data: { candidates: [], chosen: null, threshold: 0.5, reason: "The library is empty." } },
    { type: "execute-start", data: { attempt: 1, code, codeHash: "c0de", timeoutMs: 60_000 } },
    { type: "execute-output", data: { attempt: 1, stream: "stdout", text } },
    {
      type: "execute-end",
      data: {
        attempt: 1,
        status: "ok",
        exitCode: 0,
        result: null,
        files: [],
        error: null,
        limit: null,
        durationMs: 12,
        environment: { executor: "pyodide", python: "3.14.2", packages: {} },
      },
    },
    {
      type: "run-end",
      data: {
        status: "ok",
        exitCode: 0,
        durationMs: 30,
        model: null,
        executor: "pyodide",
        seed: 7,
        tokens: { prompt: 0, completion: 0 },
        decodeRate: null,
        codeHash: "c0de",
        attempts: 1,
        reason: null,
      },
    },
  ];
}

/** For tests: events as a log keeps them. */
export async function chained(run: string, events: readonly AgentEvent[]): Promise<readonly LoggedEvent[]> {
  const logged: LoggedEvent[] = [];
  for (const [seq, event] of events.entries()) {
    const time = new Date(Date.UTC(2026, 10, 30, 12, 0, 0, seq)).toISOString();
    logged.push(await chainEvent(event, { run, seq, time, prev: logged.at(-1)?.hash ?? GENESIS_HASH }));
  }
  return logged;
}

/** For tests: events as Skep exports them. */
export function linesOf(events: readonly LoggedEvent[]): string {
  return events.map((event) => `${canonicalJson(event)}\n`).join("");
}
