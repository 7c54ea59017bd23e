import type { AgentTools, ApprovalQuestion } from "#agent/agent-tools.ts";
import type { AgentEvent } from "#domain/agent-event.ts";
import type { DataFile } from "#domain/data-file.ts";
import type { ExecutionResult } from "#domain/execution-result.ts";
import { sampleResult } from "#domain/sample-result.ts";
import { sha256 } from "#domain/sha256.ts";
import type { Snippet } from "#domain/snippet.ts";
import type { GenerateRequest, Generation, LanguageModel } from "#llm/port.ts";
import type { Execution, ExecutionRequest, Executor } from "#sandbox/port.ts";

/** One scripted reply. `hang` streams its text and then waits for Stop. */
export interface ScriptedReply {
  readonly text: string;
  readonly finish?: Generation["finish"];
  readonly fault?: Generation["fault"];
  readonly hang?: boolean;
}

/** What a program does: a part of its result, or a wait for Stop. */
export type ScriptedRun = Partial<ExecutionResult> | "hang";

export interface Script {
  readonly replies?: readonly (ScriptedReply | string)[];
  readonly run?: (code: string, files: readonly DataFile[]) => ScriptedRun;
  readonly snippets?: readonly Snippet[];
  readonly scores?: readonly number[];
  readonly callTool?: NonNullable<AgentTools["callTool"]>;
  readonly contextSize?: number;
  /** Called once a reply or a program hangs. */
  readonly onHang?: () => void;
  readonly approve?: (question: ApprovalQuestion) => boolean;
  /** The log's writes fail with this message. */
  readonly logFault?: string;
  readonly storeFault?: string;
  readonly model?: string;
}

export interface ScriptedTools extends AgentTools {
  readonly events: AgentEvent[];
  readonly logged: AgentEvent[];
  readonly requests: GenerateRequest[];
  readonly executed: string[];
}

const EMPTY = sampleResult({ durationMs: 5, environment: { executor: "scripted", python: "3.14.2", packages: {} } });

/** Collaborators for tests of the loop. They keep the ports' contracts: order, Stop, one generation at a time, results instead of throws. */
export function createScriptedTools(script: Script): ScriptedTools {
  const events: AgentEvent[] = [];
  const logged: AgentEvent[] = [];
  const requests: GenerateRequest[] = [];
  const executed: string[] = [];
  return {
    events,
    logged,
    requests,
    executed,
    model: script.replies === undefined ? null : scriptedModel(script, requests),
    executor: scriptedExecutor(script, executed),
    library: {
      list: async () => script.snippets ?? [],
      get: async (id) => script.snippets?.find((snippet) => snippet.id === id) ?? null,
      save: async () => ({ ok: false, message: "not in this test" }),
      update: async () => ({ ok: false, message: "not in this test" }),
      remove: async () => ({ ok: false, message: "not in this test" }),
      match: async () => (script.snippets ?? []).map(({ id, name }, index) => ({ id, name, score: script.scores?.[index] ?? 0.9 })),
      subscribe: () => () => {},
    } as AgentTools["library"],
    ...(script.callTool === undefined ? {} : { callTool: script.callTool }),
    log: {
      open: (run: string) => ({
        run,
        append: (event: AgentEvent) => {
          if (script.logFault === undefined) logged.push(event);
        },
        flush: async () => (script.logFault === undefined ? { ok: true } : { ok: false, message: script.logFault }),
      }),
    } as unknown as AgentTools["log"],
    fileStore: {
      put: async (file: DataFile) =>
        script.storeFault === undefined
          ? { ok: true, reference: { path: file.path, size: file.bytes.length, sha256: await sha256(file.bytes) } }
          : { ok: false, message: script.storeFault },
      get: async () => null,
    } as unknown as AgentTools["fileStore"],
    onEvent: (event) => events.push(event),
    askApproval: async (question) => script.approve?.(question) ?? true,
  };
}

function scriptedModel(script: Script, requests: GenerateRequest[]): LanguageModel {
  const identity = { engine: "scripted", model: script.model ?? "test-0.5B", demo: false } as const;
  const state = { kind: "ready", model: identity, loadMs: 1, contextSize: script.contextSize ?? 4096 } as const;
  return {
    engine: "scripted",
    state,
    subscribe: () => () => {},
    load: async () => null,
    unload: async () => {},
    countTokens: async (text) => Math.ceil(text.length / 4),
    generate: async (request, onText, signal) => {
      const given = script.replies?.[requests.length];
      requests.push(request);
      const reply: ScriptedReply = typeof given === "string" ? { text: given } : (given ?? { text: "I do not know." });
      const usage = { promptTokens: 10, completionTokens: 20, decodeRate: 5, prefillRate: 50 };
      let written = "";
      for (let at = 0; at < reply.text.length && !signal.aborted; at += 7) {
        written += reply.text.slice(at, at + 7);
        onText(reply.text.slice(at, at + 7));
        await Promise.resolve();
      }
      if (reply.hang === true) setTimeout(() => script.onHang?.(), 0);
      if (reply.hang === true && !signal.aborted) await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      if (signal.aborted) return { text: written, finish: "aborted", usage, fault: null };
      return { text: written, finish: reply.fault ? "error" : (reply.finish ?? "stop"), usage, fault: reply.fault ?? null };
    },
  };
}

function scriptedExecutor(script: Script, executed: string[]): Executor {
  return {
    name: "scripted",
    capabilities: { state: false, files: true, packages: true, figures: true, network: false, shell: false, interrupt: true, remote: false },
    state: { kind: "ready" },
    describe: () => ["Packages: numpy 2.4.6.", "Show figures with plt.show()."],
    facts: async () => ({ executor: "scripted", python: "3.14.2", packages: { numpy: "2.4.6", pandas: "3.0.2", matplotlib: "3.10.8" }, imports: {} }),
    prepare: async () => {},
    compile: async (code) => (code.split("(").length === code.split(")").length ? null : { message: "'(' was never closed", line: 1, column: 1 }),
    execute: async (request: ExecutionRequest, onProgress, signal): Promise<Execution> => {
      executed.push(request.code);
      const run = script.run?.(request.code, request.files) ?? { output: [{ stream: "stdout", text: "42\n" }] };
      if (run === "hang") {
        onProgress({ type: "output", stream: "stdout", text: "started\n" });
        setTimeout(() => script.onHang?.(), 0);
        if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
        return { result: { ...EMPTY, status: "aborted", exitCode: null, output: [{ stream: "stdout", text: "started\n" }] }, files: [] };
      }
      for (const chunk of run.output ?? []) onProgress({ type: "output", ...chunk });
      for (const display of run.displays ?? []) onProgress({ type: "display", display });
      return { result: { ...EMPTY, ...run }, files: [] };
    },
    subscribe: () => () => {},
    close: () => {},
  };
}

/** A result that an exception ended. */
export function raised(name: string, message: string, line = 1, source = ""): Partial<ExecutionResult> {
  return {
    status: "error",
    exitCode: 1,
    error: { name, message, frames: [{ file: "main.py", line, source, function: "<module>" }], traceback: `${name}: ${message}` },
  };
}
