import type { AgentTools } from "#agent/agent-tools.ts";
import type { AgentEvent, AgentEventData, AgentEventType, ModelIdentity, TokenUsage } from "#domain/agent-event.ts";
import type { DataFile, FileReference } from "#domain/data-file.ts";
import { sha256 } from "#domain/sha256.ts";
import type { WriteOutcome } from "#log/port.ts";
import type { FileStore } from "#storage/port.ts";

/** Writes a run's events, counts its tokens and keeps its files. One per run. */
export interface RunRecorder {
  readonly run: string;
  readonly model: ModelIdentity | null;
  emit<T extends AgentEventType>(type: T, data: AgentEventData[T]): void;
  /** Keeps files under their hashes; what could not be kept is told by `problems`. */
  keep(files: readonly DataFile[]): Promise<readonly FileReference[]>;
  /** Adds one reply's tokens to the run's. */
  count(usage: TokenUsage): void;
  tokens(): { readonly prompt: number; readonly completion: number };
  /** Tokens per second over all replies, each weighed by its length; null when no engine told. */
  decodeRate(): number | null;
  /** Milliseconds since the run began. */
  elapsed(): number;
  problems(): readonly string[];
  /** Nothing is written after this: work that Stop left behind is not heard any more. */
  close(): void;
  flush(): Promise<WriteOutcome>;
}

export function createRunRecorder(tools: AgentTools, model: ModelIdentity | null): RunRecorder {
  const run = tools.run ?? crypto.randomUUID();
  const writer = tools.log.open(run);
  const started = performance.now();
  const problems: string[] = [];
  let prompt = 0;
  let completion = 0;
  let timedTokens = 0;
  let decodeSeconds = 0;
  let closed = false;
  return {
    run,
    model,
    emit(type, data) {
      if (closed) return;
      const event = { type, data } as AgentEvent;
      writer.append(event);
      tools.onEvent(event);
    },
    keep: async (files) => {
      const references: FileReference[] = [];
      for (const file of files) references.push(await keepFile(file, tools.fileStore, problems));
      return references;
    },
    count(usage) {
      prompt += usage.promptTokens;
      completion += usage.completionTokens;
      if (usage.decodeRate === null || usage.decodeRate <= 0) return;
      timedTokens += usage.completionTokens;
      decodeSeconds += usage.completionTokens / usage.decodeRate;
    },
    tokens: () => ({ prompt, completion }),
    decodeRate: () => (decodeSeconds === 0 ? null : timedTokens / decodeSeconds),
    elapsed: () => Math.round(performance.now() - started),
    problems: () => problems,
    close: () => {
      closed = true;
    },
    flush: () => writer.flush(),
  };
}

async function keepFile(file: DataFile, store: FileStore, problems: string[]): Promise<FileReference> {
  const kept = await store.put(file);
  if (kept.ok) return kept.reference;
  problems.push(`${file.path} was not kept: ${kept.message}`);
  return { path: file.path, size: file.bytes.length, sha256: await sha256(file.bytes) };
}
