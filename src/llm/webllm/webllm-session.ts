import type { Fault } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";
import { abortedGeneration, failedGeneration } from "../generation.ts";
import type { GenerateRequest, Generation, LoadProgress } from "../port.ts";
import type { EngineSession, SessionDeath } from "../session-engine.ts";
import { stopGrace } from "../stop-grace.ts";
import type { EngineMessage, EngineRecord, PageMessage, WebllmCache } from "./engine-messages.ts";
import { webllmGenerateFault, webllmLoadFault } from "./webllm-fault.ts";

export interface WebllmStartOptions {
  readonly createWorker: () => Worker;
  readonly record: EngineRecord;
  readonly cache: WebllmCache;
  readonly name: string;
  /** Bytes of the weights, for progress; null when not known. */
  readonly totalBytes: number | null;
  readonly onProgress: (progress: LoadProgress) => void;
}

export type WebllmStart = { readonly ok: true; readonly session: WebllmSession } | { readonly ok: false; readonly fault: Fault };

/** A load that tells nothing for so long has hung: drivers do. */
const LOAD_SILENCE_MS = 180_000;

interface Reply {
  text: string;
  readonly onText: (text: string) => void;
  readonly signal: AbortSignal;
  readonly end: (generation: Generation) => void;
}

/** One model in WebLLM's worker. */
export class WebllmSession implements EngineSession {
  readonly contextSize: number;
  readonly died: Promise<SessionDeath>;
  readonly #worker: Worker;
  #die: (death: SessionDeath) => void = () => {};
  #reply: Reply | null = null;
  #draining: Promise<unknown> = Promise.resolve();
  readonly #counts = new Map<number, (tokens: number | null) => void>();
  #asked = 0;

  private constructor(worker: Worker, contextSize: number) {
    this.#worker = worker;
    this.contextSize = contextSize;
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
    worker.onmessage = (event: MessageEvent<EngineMessage>) => this.#take(event.data);
    worker.onerror = (event) => this.#fail(() => engineFault.engine(event.message ?? "its worker ended"));
  }

  /** Loads a model whose files are in reach. Abort ends the worker at once. */
  static start(options: WebllmStartOptions, signal: AbortSignal): Promise<WebllmStart> {
    const { record, cache, onProgress, name } = options;
    return new Promise((resolve) => {
      const worker = options.createWorker();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const settle = (start: WebllmStart): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        if (!start.ok) worker.terminate();
        resolve(start);
      };
      const fail = (fault: Fault): void => settle({ ok: false, fault });
      const stop = (): void => fail(engineFault.loadStopped(true));
      const alive = (): void => {
        clearTimeout(timer);
        timer = setTimeout(
          () => fail(engineFault.engine(`nothing happened for ${LOAD_SILENCE_MS / 60_000} minutes while ${name} was loaded`)),
          LOAD_SILENCE_MS,
        );
      };
      worker.onmessage = ({ data }: MessageEvent<EngineMessage>) => {
        alive();
        if (data.kind === "progress") onProgress(readProgress(data.fraction, data.text, options.totalBytes));
        else if (data.kind === "loaded") settle({ ok: true, session: new WebllmSession(worker, record.contextSize) });
        else if (data.kind === "failed") fail(webllmLoadFault(data.name, data.message, name));
        // Memory is taken ahead of time, so a device that is lost while loading had too little of it.
        else if (data.kind === "device-lost") fail(engineFault.noMemory(data.detail));
      };
      worker.onerror = (event) => fail(engineFault.engine(event.message ?? "its worker did not start"));
      signal.addEventListener("abort", stop);
      if (signal.aborted) return stop();
      alive();
      worker.postMessage({ kind: "load", record, cache } satisfies PageMessage);
    });
  }

  async idle(milliseconds: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), milliseconds);
    });
    return Promise.race([this.#draining.then(() => true), late]).finally(() => clearTimeout(timer));
  }

  generate(request: GenerateRequest, onText: (text: string) => void, signal: AbortSignal): Promise<Generation> {
    const done = new Promise<Generation>((end) => {
      this.#reply = { text: "", onText, signal, end };
    });
    const reply = this.#reply;
    const stop = (): void => this.#send({ kind: "stop" });
    signal.addEventListener("abort", stop, { once: true });
    this.#draining = done.finally(() => signal.removeEventListener("abort", stop));
    this.#send({ kind: "generate", request });
    return Promise.race([done, stopGrace(signal).then(() => abortedGeneration(reply?.text ?? ""))]);
  }

  countTokens(text: string): Promise<number | null> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#counts.set(id, resolve);
      this.#send({ kind: "count", id, text });
    });
  }

  async close(): Promise<void> {
    this.#worker.terminate();
    this.#leaveUncounted();
    this.#finish((reply) => abortedGeneration(reply.text));
  }

  #take(message: EngineMessage): void {
    switch (message.kind) {
      case "text":
        // What comes after Stop is not part of the answer that was given.
        if (this.#reply === null || this.#reply.signal.aborted) break;
        this.#reply.text += message.text;
        this.#reply.onText(message.text);
        break;
      case "end": {
        const { finish, usage } = message;
        this.#finish((reply) => ({ text: reply.text, finish: reply.signal.aborted || finish === "abort" ? "aborted" : finish, usage, fault: null }));
        break;
      }
      case "failed": {
        const fault = webllmGenerateFault(message.name, message.message, this.contextSize);
        this.#finish((reply) => (reply.signal.aborted ? abortedGeneration(reply.text) : failedGeneration(fault, reply.text)));
        break;
      }
      case "counted":
        this.#counts.get(message.id)?.(message.tokens);
        this.#counts.delete(message.id);
        break;
      case "device-lost":
        this.#fail((again) => engineFault.deviceLost(message.detail, again));
    }
  }

  #fail(fault: (again: boolean) => Fault): void {
    this.#finish((reply) => failedGeneration(fault(false), reply.text));
    this.#leaveUncounted();
    this.#die({ fault, recoverable: true });
  }

  #leaveUncounted(): void {
    for (const resolve of this.#counts.values()) resolve(null);
    this.#counts.clear();
  }

  #finish(make: (reply: Reply) => Generation): void {
    const reply = this.#reply;
    this.#reply = null;
    if (reply !== null) reply.end(make(reply));
  }

  #send(message: PageMessage): void {
    this.#worker.postMessage(message);
  }
}

/** WebLLM tells its steps in sentences; the fraction belongs to the step. */
function readProgress(fraction: number, text: string, totalBytes: number | null): LoadProgress {
  const loaded = totalBytes === null ? 0 : Math.round(fraction * totalBytes);
  if (/^Fetching param/.test(text)) return { phase: "download", loaded, total: totalBytes, message: "Downloading" };
  if (/^Loading model|^Start to fetch/.test(text)) return { phase: "read", loaded, total: totalBytes, message: "Moving the weights to the graphics device" };
  return { phase: "compile", loaded: Math.round(fraction * 100), total: 100, message: "Preparing the graphics programs" };
}
