/**
 * bee-code-interpreter over HTTP, three POST routes with JSON in and out:
 *
 *   /v1/execute              {source_code, files, env}                  -> {stdout, stderr, exit_code, files}
 *   /v1/parse-custom-tool    {tool_source_code}                         -> the tool's name, schema, description | 400 {error_messages}
 *   /v1/execute-custom-tool  {tool_source_code, tool_input_json, env}   -> {tool_output_json} | 400 {stderr}
 *
 * 422 is a malformed request, 500 everything else. There is no route for files: they pass by name between calls.
 */
import * as v from "valibot";
import { messageOf } from "#domain/fault.ts";
import {
  type BeeExecuteAnswer,
  type BeeExecuteToolAnswer,
  type BeeParseToolAnswer,
  DetailSchema,
  ExecuteAnswerSchema,
  ExecuteToolAnswerSchema,
  ExecuteToolRefusalSchema,
  InvalidRequestSchema,
  ParseToolAnswerSchema,
  ParseToolRefusalSchema,
  ProxyAnswerSchema,
} from "./bee-answers.ts";
import { type BeeFault, type BeeOutcome, failed, invalid, serviceTimeout, toolRefused, unknownAnswer, unreachable } from "./bee-fault.ts";

/** What the service answers when its inner client gave up waiting for a pod: the text of an exception that has none. */
const GAVE_UP = "";
/** The service's stderr, with exit code -1, when a program ran into its limit. */
const TIMED_OUT = "Execution timed out";
const SHOWN = 200;

export interface BeeClientOptions {
  /** Address without a trailing slash; `/v1/...` is appended. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  /** Milliseconds that the service gives a program. Its release has 60,000 fixed. */
  readonly serviceLimitMs?: number;
}

/** One bee-code-interpreter service. Nothing here throws: each answer is tagged. */
export class BeeClient {
  readonly serviceLimitMs: number;
  readonly #options: BeeClientOptions;

  constructor(options: BeeClientOptions) {
    this.#options = options;
    this.serviceLimitMs = options.serviceLimitMs ?? 60_000;
  }

  /** Runs a program in a fresh pod. @param files absolute path to the service's name of the content */
  async execute(source: string, files: Readonly<Record<string, string>>, signal: AbortSignal): Promise<BeeOutcome<BeeExecuteAnswer>> {
    const started = performance.now();
    const outcome = await this.#call("/v1/execute", { source_code: source, files }, ExecuteAnswerSchema, signal);
    if (outcome.ok) {
      const timedOut = outcome.value.exit_code === -1 && outcome.value.stderr === TIMED_OUT;
      return timedOut ? { ok: false, fault: serviceTimeout(this.serviceLimitMs) } : outcome;
    }
    const late = performance.now() - started >= this.serviceLimitMs * 0.95;
    const gaveUp = outcome.fault.kind === "failed" && outcome.fault.detail === GAVE_UP && late;
    return gaveUp ? { ok: false, fault: serviceTimeout(this.serviceLimitMs) } : outcome;
  }

  /** Name, JSON Schema (as text) and description of a custom tool, or its errors (kind `tool`). Runs nothing. */
  parseTool(source: string, signal: AbortSignal): Promise<BeeOutcome<BeeParseToolAnswer>> {
    return this.#call("/v1/parse-custom-tool", { tool_source_code: source }, ParseToolAnswerSchema, signal);
  }

  /** Calls a custom tool with JSON arguments (as text) in a fresh pod. */
  executeTool(source: string, inputJson: string, signal: AbortSignal): Promise<BeeOutcome<BeeExecuteToolAnswer>> {
    return this.#call("/v1/execute-custom-tool", { tool_source_code: source, tool_input_json: inputJson }, ExecuteToolAnswerSchema, signal);
  }

  async #call<T>(path: string, body: unknown, schema: v.GenericSchema<unknown, T>, signal: AbortSignal): Promise<BeeOutcome<T>> {
    let status: number;
    let text: string;
    try {
      const response = await this.#options.fetch(`${this.#options.baseUrl}${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(body),
        credentials: "omit",
        redirect: "error",
        signal,
      });
      status = response.status;
      text = await response.text();
    } catch (thrown) {
      return { ok: false, fault: signal.aborted ? { kind: "aborted" } : unreachable(messageOf(thrown)) };
    }
    const json = parseJson(text);
    if (status !== 200) return { ok: false, fault: readRefusal(status, json, text) };
    const parsed = v.safeParse(schema, json);
    if (parsed.success) return { ok: true, value: parsed.output };
    if (json === undefined) return { ok: false, fault: unknownAnswer(`status 200 with ${inWords(text)}`) };
    return { ok: false, fault: unknownAnswer(`its answer differs at ${v.getDotPath(parsed.issues[0]) ?? "its root"}`) };
  }
}

function readRefusal(status: number, json: unknown, text: string): BeeFault {
  if (status === 400) {
    const parse = v.safeParse(ParseToolRefusalSchema, json);
    if (parse.success) return toolRefused(parse.output.error_messages);
    const run = v.safeParse(ExecuteToolRefusalSchema, json);
    if (run.success) return toolRefused([run.output.stderr]);
  }
  if (status === 422) {
    const parsed = v.safeParse(InvalidRequestSchema, json);
    if (parsed.success) return invalid(parsed.output.detail.map((item) => `${item.loc.join(".")}: ${item.msg}`).join("; "));
  }
  const proxy = v.safeParse(ProxyAnswerSchema, json);
  if (proxy.success) return unreachable(proxy.output.detail);
  const detail = v.safeParse(DetailSchema, json);
  if (status >= 500 && detail.success) return failed(detail.output.detail);
  // What the service's framework says when a route fails in a way it did not foresee.
  if (status === 500 && text === "Internal Server Error") return failed(text);
  return unknownAnswer(`status ${status} with ${detail.success ? detail.output.detail : inWords(text)}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A foreign answer in one short line: an HTML page by its title. */
function inWords(text: string): string {
  const title = /<title>([^<]*)<\/title>/i.exec(text)?.[1];
  if (title !== undefined) return `a web page, "${title.trim()}"`;
  if (text.trim() === "") return "no text";
  return `"${text.trim().slice(0, SHOWN)}"`;
}
