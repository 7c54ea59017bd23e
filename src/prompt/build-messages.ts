import { describeFile } from "./describe-file.ts";
import { environmentLines } from "./environment-lines.ts";
import type { FileSummary } from "./file-summary.ts";
import type { ModelClass } from "./model-class.ts";
import { withoutPastedRows } from "./pasted-table.ts";
import { systemPrompt } from "./system-prompt.ts";

export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** An attempt that failed, as the model is shown it. */
export interface EarlierAttempt {
  readonly code: string;
  /** What went wrong: the error with the person's own frames, the offending line, the end of the output. */
  readonly report: string;
}

export interface PromptRequest {
  readonly task: string;
  readonly files: readonly FileSummary[];
  /** The executor's own description, one fact each. */
  readonly environment: readonly string[];
  /** What earlier attempts taught, one line each. */
  readonly constraints: readonly string[];
  /** The attempt to correct, or null to write from scratch. */
  readonly earlier: EarlierAttempt | null;
  /** What is asked last, such as to correct the program or to take another way; the empty string for a first attempt. */
  readonly instruction: string;
  readonly model: ModelClass;
}

export interface PromptBudget {
  /** Tokens of the model's context. */
  readonly contextSize: number;
  /** Tokens kept free for the reply. */
  readonly replyTokens: number;
  /** Tokens of a text, or an estimate. */
  readonly countTokens: (text: string) => Promise<number>;
}

export type BuiltPrompt =
  | {
      readonly ok: true;
      readonly messages: readonly PromptMessage[];
      readonly tokens: number /** What was left out to fit. */;
      readonly leftOut: readonly string[];
    }
  | { readonly ok: false; readonly tokens: number; readonly room: number };

/** Tokens that a chat template adds around each message. */
const TEMPLATE_TOKENS = 8;

/**
 * Ever shorter versions, the first that fits is taken: fewer sample rows, no environment, the end of the report, no earlier code, and of rows
 * that were pasted into the task only the first, since all of them are a file of the run.
 */
const CUTS = [
  { rows: 3, environment: true, report: 1500, code: true, columns: 60, pasted: true, leftOut: [] },
  { rows: 1, environment: true, report: 700, code: true, columns: 60, pasted: true, leftOut: ["sample rows"] },
  { rows: 0, environment: false, report: 400, code: true, columns: 40, pasted: true, leftOut: ["sample rows", "environment"] },
  { rows: 0, environment: false, report: 300, code: false, columns: 20, pasted: true, leftOut: ["sample rows", "environment", "earlier program"] },
  { rows: 0, environment: false, report: 0, code: false, columns: 8, pasted: true, leftOut: ["sample rows", "environment", "earlier program", "report"] },
  {
    rows: 0,
    environment: false,
    report: 0,
    code: false,
    columns: 8,
    pasted: false,
    leftOut: ["sample rows", "environment", "earlier program", "report", "pasted rows"],
  },
] as const;
type Cut = (typeof CUTS)[number];

/** Writes the messages for one attempt, cut until they fit beside the reply. The task's own words are never cut: a task that is too long fails. */
export async function buildMessages(request: PromptRequest, budget: PromptBudget): Promise<BuiltPrompt> {
  const room = budget.contextSize - budget.replyTokens;
  let tokens = 0;
  for (const cut of CUTS) {
    const messages = write(request, cut);
    tokens = 0;
    for (const message of messages) tokens += TEMPLATE_TOKENS + (await budget.countTokens(message.content));
    if (tokens <= room) return { ok: true, messages, tokens, leftOut: cut.leftOut };
  }
  return { ok: false, tokens, room };
}

function write(request: PromptRequest, cut: Cut): PromptMessage[] {
  const system = { role: "system", content: systemPrompt(request.model) } as const;
  const facts = [
    ...request.files.map((file) => describeFile({ ...file, columns: file.columns.slice(0, cut.columns) }, cut.rows)),
    ...(cut.environment ? environmentLines(request.environment, request.model, request.task, request.files.length > 0) : []),
  ];
  const words = cut.pasted
    ? request.task
    : (withoutPastedRows(
        request.task,
        request.files.map(({ path }) => path),
      ) ?? request.task);
  const task = [words.trim(), ...facts].join("\n\n");
  const notes = request.constraints.join("\n");
  if (request.earlier === null || !cut.code) {
    const report = request.earlier === null || cut.report === 0 ? "" : tail(request.earlier.report, cut.report);
    return [system, { role: "user", content: joined([task, report === "" ? "" : `An earlier program failed:\n${report}`, notes, request.instruction]) }];
  }
  return [
    system,
    { role: "user", content: task },
    { role: "assistant", content: `\`\`\`python\n${request.earlier.code}\n\`\`\`` },
    { role: "user", content: joined([tail(request.earlier.report, cut.report), notes, request.instruction]) },
  ];
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

function tail(text: string, limit: number): string {
  return text.length <= limit ? text : `…${text.slice(text.length - limit)}`;
}
