import * as v from "valibot";
import type { AgentEventData, AgentEventType } from "#domain/agent-event.ts";

const TEXT = v.string();
const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0));
const NUMBER = v.number();
const ATTEMPT = { attempt: COUNT };
const SHA256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const STATUS = v.picklist(["ok", "error", "timeout", "aborted", "refused"]);
const STREAM = v.picklist(["stdout", "stderr"]);
const TEXTS = v.record(v.string(), v.string());
const MODEL = v.object({ engine: TEXT, model: TEXT, name: v.exactOptional(TEXT), demo: v.boolean() });
const FILE = v.object({ path: TEXT, size: COUNT, sha256: SHA256 });
const FAULT = v.object({ code: TEXT, message: TEXT, advice: TEXT, kept: v.exactOptional(TEXT) });
const USAGE = v.object({
  promptTokens: COUNT,
  cachedTokens: v.exactOptional(COUNT),
  completionTokens: COUNT,
  decodeRate: v.nullable(NUMBER),
  prefillRate: v.nullable(NUMBER),
});
const FINDING = v.object({
  check: TEXT,
  severity: v.picklist(["error", "warning"]),
  message: TEXT,
  fix: TEXT,
  line: v.nullable(COUNT),
  column: v.nullable(COUNT),
});
const CHANGE = v.object({ path: TEXT, size: COUNT, sha256: v.union([SHA256, v.literal("")]), change: v.picklist(["new", "changed", "deleted"]) });
const FRAME = v.object({ file: TEXT, line: COUNT, source: TEXT, function: TEXT });
const RUN_ERROR = v.object({ name: TEXT, message: TEXT, frames: v.array(FRAME), traceback: TEXT });
const LIMIT = v.object({ name: v.picklist(["wall-time", "memory", "output", "files", "messages", "displays"]), kept: v.nullable(TEXT) });

/** What each type of event must carry. The compiler keeps it in step with the domain. */
const DATA: { readonly [T in AgentEventType]: v.GenericSchema<unknown, AgentEventData[T]> } = {
  "run-start": v.object({
    kind: v.picklist(["task", "code"]),
    task: TEXT,
    files: v.array(FILE),
    executor: TEXT,
    model: v.nullable(MODEL),
    seed: v.nullable(NUMBER),
    attemptLimit: COUNT,
    loop: v.exactOptional(v.literal("code-agent")),
  }),
  "match-end": v.object({
    candidates: v.array(v.object({ id: TEXT, name: TEXT, score: NUMBER })),
    chosen: v.nullable(TEXT),
    threshold: NUMBER,
    reason: TEXT,
  }),
  "generate-start": v.object({
    ...ATTEMPT,
    promptHash: TEXT,
    promptVersion: v.exactOptional(COUNT),
    messages: v.array(v.object({ role: TEXT, content: TEXT })),
    temperature: NUMBER,
    penalty: v.exactOptional(NUMBER),
  }),
  "generate-delta": v.object({ ...ATTEMPT, text: TEXT }),
  "generate-end": v.object({
    ...ATTEMPT,
    reply: TEXT,
    finish: v.picklist(["stop", "length", "aborted", "error"]),
    usage: USAGE,
    durationMs: NUMBER,
    fault: v.nullable(FAULT),
  }),
  "check-end": v.object({ ...ATTEMPT, code: v.nullable(TEXT), codeHash: v.nullable(TEXT), findings: v.array(FINDING), passed: v.boolean() }),
  "answer-check": v.object({ ...ATTEMPT, findings: v.array(FINDING) }),
  "package-load": v.object({
    ...ATTEMPT,
    names: v.array(TEXT),
    state: v.picklist(["start", "progress", "end", "error"]),
    message: TEXT,
    durationMs: v.nullable(NUMBER),
  }),
  "execute-start": v.object({ ...ATTEMPT, code: TEXT, codeHash: TEXT, timeoutMs: NUMBER, inputs: v.exactOptional(v.array(FILE)) }),
  "execute-output": v.object({ ...ATTEMPT, stream: STREAM, text: TEXT }),
  "execute-display": v.object({ ...ATTEMPT, display: v.object({ data: TEXTS, metadata: TEXTS }) }),
  "execute-end": v.object({
    ...ATTEMPT,
    status: STATUS,
    exitCode: v.nullable(NUMBER),
    result: v.nullable(v.object({ data: TEXTS })),
    files: v.array(CHANGE),
    error: v.nullable(RUN_ERROR),
    limit: v.nullable(LIMIT),
    durationMs: NUMBER,
    environment: v.object({ executor: TEXT, python: TEXT, packages: TEXTS }),
  }),
  "repair-start": v.object({ ...ATTEMPT, reason: TEXT, constraints: v.array(TEXT), strategy: TEXT }),
  "observe-end": v.object({
    ...ATTEMPT,
    observation: v.nullable(TEXT),
    error: v.nullable(v.object({ type: TEXT, message: TEXT })),
    finalAnswer: v.boolean(),
  }),
  "agreement-end": v.object({
    answers: v.array(v.object({ text: TEXT, attempts: v.array(COUNT), weight: NUMBER })),
    chosen: COUNT,
    confidence: NUMBER,
    reason: TEXT,
  }),
  "approval-ask": v.object({ ...ATTEMPT, question: TEXT }),
  "approval-answer": v.object({ ...ATTEMPT, approved: v.boolean() }),
  "network-ask": v.object({ host: TEXT, url: TEXT, method: v.exactOptional(TEXT), bodyBytes: v.exactOptional(v.number()) }),
  "network-answer": v.object({ host: TEXT, granted: v.boolean(), outcome: v.exactOptional(TEXT) }),
  "run-end": v.object({
    status: STATUS,
    exitCode: v.nullable(NUMBER),
    durationMs: NUMBER,
    model: v.nullable(MODEL),
    executor: TEXT,
    seed: v.nullable(NUMBER),
    tokens: v.object({ prompt: COUNT, completion: COUNT }),
    decodeRate: v.nullable(NUMBER),
    codeHash: v.nullable(TEXT),
    attempts: COUNT,
    reason: v.nullable(TEXT),
    fault: v.exactOptional(FAULT),
  }),
};

export const EVENT_TYPES: readonly AgentEventType[] = Object.keys(DATA) as AgentEventType[];

/**
 * What an event of this type lacks, in words; null when its data is whole. A reader renders imported events, so a
 * chain that fits is not enough.
 */
export function dataFault(type: AgentEventType, data: unknown): string | null {
  const outcome = v.safeParse(DATA[type], data);
  if (outcome.success) return null;
  const [issue] = outcome.issues;
  return `${v.getDotPath(issue) ?? "data"}: ${issue.message}`;
}
