import type { LoggedEvent } from "#domain/agent-event.ts";
import type { FileReference } from "#domain/data-file.ts";
import { INTERRUPTED_REASON } from "#domain/interrupted-reason.ts";
import type { RunRecord } from "#domain/run-record.ts";
import { moduleKeys } from "#domain/tool-module.ts";

/** Characters of a run's summary. */
const SUMMARY_LENGTH = 200;

/** A record in the making: the record, and what the next events need to go on with it. */
export interface RecordInProgress {
  readonly record: RunRecord;
  /** The first line of the attempt's output as far as it came; null once it is complete or something else won. */
  readonly firstLine: string | null;
  readonly codeHash: string | null;
  /** SHA-256 of every file that was named so far, each once. */
  readonly fileHashes: readonly string[];
  /** Ids of the snippets that answered in place of a model, and a key for each tool that theirs import. */
  readonly tools: readonly string[];
}

/** A run's record from its events, in order; null without any. */
export function runRecordOf(events: readonly LoggedEvent[]): RecordInProgress | null {
  return events.reduce<RecordInProgress | null>(reduceRecord, null);
}

/** The record after one more event. */
export function reduceRecord(before: RecordInProgress | null, event: LoggedEvent): RecordInProgress {
  const open = before ?? emptyRecord(event);
  const next = reduceData(open, event);
  return { ...next, record: { ...next.record, lastHash: event.hash } };
}

function emptyRecord({ run, time }: LoggedEvent): RecordInProgress {
  return {
    record: {
      id: run,
      kind: "code",
      task: "",
      status: "running",
      startedAt: time,
      durationMs: null,
      model: null,
      executor: "",
      attempts: 0,
      tokens: { prompt: 0, completion: 0 },
      code: null,
      summary: "",
      files: [],
      lastHash: "",
    },
    firstLine: "",
    codeHash: null,
    fileHashes: [],
    tools: [],
  };
}

function reduceData(open: RecordInProgress, event: LoggedEvent): RecordInProgress {
  const { record } = open;
  const change = (part: Partial<RunRecord>): RecordInProgress => ({ ...open, record: { ...record, ...part } });
  switch (event.type) {
    case "run-start": {
      const { kind, task, model, executor, files } = event.data;
      return withTools(withFiles(change({ kind, task, model, executor }), files), moduleKeys(files));
    }
    case "match-end":
      return event.data.chosen === null ? open : withTools(open, [event.data.chosen]);
    case "generate-start":
      return change({ attempts: Math.max(record.attempts, event.data.attempt) });
    case "generate-end": {
      const { usage, fault } = event.data;
      const tokens = { prompt: record.tokens.prompt + usage.promptTokens, completion: record.tokens.completion + usage.completionTokens };
      return change(fault === null ? { tokens } : { tokens, summary: summaryOf(fault.message) });
    }
    case "check-end":
      return event.data.code === null ? open : { ...change({ code: event.data.code }), codeHash: event.data.codeHash };
    case "execute-start": {
      const { attempt, code, codeHash, inputs = [] } = event.data;
      return {
        ...change({ code, attempts: Math.max(record.attempts, attempt), summary: "" }),
        firstLine: "",
        codeHash,
        fileHashes: [...new Set([...open.fileHashes, ...inputs.map(({ sha256 }) => sha256)])],
        tools: [...new Set([...open.tools, ...moduleKeys(inputs)])],
      };
    }
    case "execute-output":
      return withOutput(open, event.data.text);
    case "execute-end":
      return withExecution(open, event.data);
    case "run-end": {
      const { status, durationMs, model, executor, tokens, attempts, reason } = event.data;
      const interrupted = status === "aborted" && reason === INTERRUPTED_REASON;
      return change({
        status: interrupted ? "interrupted" : status,
        durationMs,
        model: model ?? record.model,
        executor: executor === "" ? record.executor : executor,
        tokens,
        attempts,
        summary: record.summary === "" && reason !== null ? summaryOf(reason) : record.summary,
      });
    }
    default:
      return open;
  }
}

/** The first line that is not blank, once its end (or enough of it) came. */
function withOutput(open: RecordInProgress, text: string): RecordInProgress {
  if (open.firstLine === null) return open;
  const soFar = (open.firstLine + text).trimStart();
  const end = soFar.indexOf("\n");
  const line = end === -1 ? soFar : soFar.slice(0, end);
  const complete = end !== -1 || line.length >= SUMMARY_LENGTH;
  return { ...open, record: { ...open.record, summary: summaryOf(line) }, firstLine: complete ? null : line };
}

function withExecution(open: RecordInProgress, data: Extract<LoggedEvent, { type: "execute-end" }>["data"]): RecordInProgress {
  const { error, result, files } = data;
  const outputs = files.filter((file) => file.change !== "deleted").map(({ path, size, sha256 }) => ({ path, size, sha256 }));
  const next = withFiles(open, outputs);
  let { summary } = next.record;
  if (error !== null) summary = summaryOf(error.message === "" ? error.name : `${error.name}: ${error.message}`);
  else if (summary === "") summary = summaryOf(result?.data["text/plain"] ?? outputs.map((file) => file.path).join(", "));
  return { ...next, record: { ...next.record, summary }, firstLine: null };
}

function withTools(open: RecordInProgress, tools: readonly string[]): RecordInProgress {
  return { ...open, tools: [...new Set([...open.tools, ...tools])] };
}

/** Files by path, a later one in place of an earlier one of the same name. */
function withFiles(open: RecordInProgress, files: readonly FileReference[]): RecordInProgress {
  const byPath = new Map([...open.record.files, ...files].map((file) => [file.path, file]));
  const hashes = new Set([...open.fileHashes, ...files.map((file) => file.sha256)]);
  return { ...open, record: { ...open.record, files: [...byPath.values()] }, fileHashes: [...hashes] };
}

function summaryOf(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? "";
  return line.length <= SUMMARY_LENGTH ? line : `${line.slice(0, SUMMARY_LENGTH - 1)}…`;
}
