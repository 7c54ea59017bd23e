import type { FrameMessage, GoneCause } from "../protocol/frame-message.ts";
import { type GuestMessage, parseGuestMessage } from "../protocol/guest-message.ts";
import { DEFAULT_RUN_LIMITS, FETCH_TOTAL_BYTES, type RunLimits } from "../protocol/limits.ts";
import { SIGNAL_BYTES, SIGNALS } from "../protocol/signals.ts";
import type { WorkerMessage } from "../protocol/worker-message.ts";
import { AnswerShelf } from "./answer-shelf.ts";
import type { WorkerBoot } from "./worker-boot.ts";

type Fatal = Extract<GuestMessage, { type: "fatal" }>;
const NOTHING_KNOWN: Pick<Fatal, "trace" | "exitCode" | "files"> = { trace: "", exitCode: null, files: [] };

/** What a `gone` message with the cause `flood` names. */
type LimitName = "messages" | "output" | "files";

const SIGINT = 2;
/** Slack over the output bound for the texts of the tail, which repeat. */
const TAIL_REPEATS = 400;

/**
 * One worker as the relay sees it: hostile from its first message. It is given its number by the host, it speaks through one
 * private port, its messages are parsed and counted, and it may end each run that the host began once. `worker.onmessage` is never set, so
 * `self.postMessage` from Python reaches nobody.
 */
export class RelayWorker {
  readonly guest: number;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #signals: Int32Array | null;
  readonly #answers: AnswerShelf | null;
  readonly #send: (message: FrameMessage) => void;
  readonly #onGone: () => void;
  #limits: RunLimits = DEFAULT_RUN_LIMITS;
  #messages = 0;
  #characters = 0;
  #fetchBytes = 0;
  #finished = false;
  #gone = false;

  constructor(guest: number, workerUrl: string, boot: Omit<WorkerBoot, "port" | "signals">, send: (message: FrameMessage) => void, onGone: () => void) {
    this.guest = guest;
    this.#send = send;
    this.#onGone = onGone;
    const signals = self.crossOriginIsolated ? new SharedArrayBuffer(SIGNAL_BYTES) : null;
    this.#signals = signals === null ? null : new Int32Array(signals);
    this.#answers = this.#signals === null ? null : new AnswerShelf(this.#signals);
    const channel = new MessageChannel();
    this.#port = channel.port1;
    this.#port.onmessage = (event: MessageEvent<unknown>) => this.#receive(event.data);
    this.#port.onmessageerror = () => this.#end("error", "the worker sent what cannot be read");
    // Fires when the other end is gone: a worker that closed or crashed says nothing else.
    this.#port.addEventListener("close", () => this.#end("closed", "the interpreter stopped without a word"));
    this.#worker = new Worker(workerUrl, { name: `guest-${guest}` });
    this.#worker.onerror = (event) => this.#end("error", event.message || "the worker failed");
    this.#worker.postMessage({ ...boot, signals, port: channel.port2 } satisfies WorkerBoot, [channel.port2]);
  }

  post(message: WorkerMessage): void {
    if (this.#gone) return;
    if (message.type === "run") this.#begin(message.program.limits);
    if (message.type === "interrupt") this.#interrupt();
    if (message.type === "fetched" && this.#answers?.take(message.request, message.answer) === true) return;
    this.#port.postMessage(message);
  }

  terminate(): void {
    this.#end("terminated", "");
  }

  /** Each program that the host sends is counted, and may end, by itself. A signal that came too late for the last one is not the next one's. */
  #begin(limits: RunLimits): void {
    this.#limits = limits;
    if (!this.#finished) return;
    this.#finished = false;
    this.#messages = 0;
    this.#characters = 0;
    this.#fetchBytes = 0;
    if (this.#signals !== null) Atomics.store(this.#signals, SIGNALS.interrupt, 0);
  }

  /** Wakes a worker that computes (the signal cell) or sleeps (the sleep cell); one that awaits gets the message. */
  #interrupt(): void {
    if (this.#signals === null) return;
    new Uint8Array(this.#signals.buffer)[SIGNALS.interrupt] = SIGINT;
    Atomics.notify(this.#signals, SIGNALS.sleep);
  }

  #receive(data: unknown): void {
    if (this.#gone || this.#finished) return;
    this.#messages += 1;
    if (this.#answers?.collect(data) === true) return;
    const message = parseGuestMessage(data);
    if (message !== null) this.#characters += charactersOf(message);
    const exceeded = this.#exceeded(message);
    if (exceeded !== null) this.#end("flood", exceeded);
    else if (message === null) this.#send({ type: "dropped", guest: this.guest });
    else if (message.type === "fatal") this.#end("fatal", message.message, message);
    else if (message.type === "failed") this.#end("failed", message.message);
    else {
      if (message.type === "done") this.#finished = true;
      if (message.type === "fetch" && message.waits) this.#answers?.expect(message.request);
      this.#send({ type: "guest", guest: this.guest, message });
    }
  }

  /** Name of the bound that the worker has broken with this message, or null. */
  #exceeded(message: GuestMessage | null): LimitName | null {
    const limits = this.#limits;
    if (this.#messages > limits.messageCount) return "messages";
    if (this.#characters > limits.displayCharacters + limits.outputCharacters * TAIL_REPEATS) return "output";
    if (message?.type === "fetch") {
      this.#fetchBytes += message.body?.byteLength ?? 0;
      return this.#fetchBytes > FETCH_TOTAL_BYTES ? "messages" : null;
    }
    if (message?.type !== "done" && message?.type !== "fatal") return null;
    let bytes = 0;
    for (const file of message.files) bytes += file.bytes.byteLength;
    return bytes > limits.fileBytes || message.files.length > limits.fileCount ? "files" : null;
  }

  #end(cause: GoneCause, message: string, { trace, exitCode, files }: Pick<Fatal, "trace" | "exitCode" | "files"> = NOTHING_KNOWN): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#port.onmessage = null;
    this.#port.close();
    this.#worker.onerror = null;
    this.#worker.terminate();
    this.#send({ type: "gone", guest: this.guest, cause, message: message.slice(0, 5000), trace: trace.slice(0, 10_000), exitCode, files });
    this.#onGone();
  }
}

function charactersOf(message: GuestMessage): number {
  let characters = 0;
  if (message.type === "output" || message.type === "tail") for (const chunk of message.chunks) characters += chunk.text.length;
  if (message.type === "display") for (const text of Object.values(message.data)) characters += text.length;
  if (message.type === "done" && message.outcome.result !== null) {
    for (const text of Object.values(message.outcome.result.data)) characters += text.length;
  }
  return characters;
}
