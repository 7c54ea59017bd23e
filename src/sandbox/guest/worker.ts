/**
 * The worker: an interpreter that runs one program, or the steps of one task. It is started by the relay, speaks through a private
 * port that only this closure holds, and is thrown away after that. Primitives that are used after a program has started are taken
 * before it; a later step may find what an earlier one changed, and can only deceive its own run.
 */
import type { GuestMessage } from "../protocol/guest-message.ts";
import { DEFAULT_RUN_LIMITS, type RunLimits } from "../protocol/limits.ts";
import { type CollectMessage, SIGNALS } from "../protocol/signals.ts";
import type { WorkerMessage } from "../protocol/worker-message.ts";
import { bootInterpreter, type Interpreter } from "./boot-interpreter.ts";
import { FetchDesk } from "./fetch-desk.ts";
import { connectHarness } from "./harness.ts";
import { OutputSender } from "./output-sender.ts";
import { PackageDesk } from "./package-desk.ts";
import { runProgram } from "./run-program.ts";
import { scrubRealm } from "./scrub-realm.ts";
import { watchFatalErrors } from "./watch-fatal-errors.ts";
import type { WorkerBoot } from "./worker-boot.ts";
import { watchWrittenFiles } from "./written-files.ts";

/** A method or getter as a function of its object, immune to later changes of the prototype. */
const free = <T>(method: unknown): T => Function.prototype.call.bind(method as () => void) as T;

// Pyodide takes a worker that has importScripts for one that cannot import modules; this one can.
for (let target: object | null = self; target !== null; target = Object.getPrototypeOf(target)) Reflect.deleteProperty(target, "importScripts");

self.onmessage = (event: MessageEvent<WorkerBoot>) => {
  self.onmessage = null;
  const { port } = event.data;
  const postMessage = free<(port: MessagePort, message: unknown, transfer: Transferable[]) => void>(MessagePort.prototype.postMessage);
  const send = (message: GuestMessage | CollectMessage, transfer: Transferable[] = []): void => postMessage(port, message, transfer);
  start(event.data, send).catch((thrown: unknown) => {
    send({ type: "failed", message: String(thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown).slice(0, 10_000) });
  });
};

async function start(boot: WorkerBoot, send: (message: GuestMessage | CollectMessage, transfer?: Transferable[]) => void): Promise<void> {
  const begin = performance.now();
  const interpreter = await bootInterpreter(boot);
  const { python } = interpreter;
  if (boot.snapshot === null && boot.frozen === null) {
    const memory = (python as unknown as { makeMemorySnapshot(): Uint8Array<ArrayBuffer> }).makeMemorySnapshot();
    send({ type: "snapshot", bytes: memory }, [memory.buffer]);
    return;
  }
  forgetBoot(interpreter);
  const signals = boot.signals === null ? null : new Int32Array(boot.signals);
  if (signals !== null) python.setInterruptBuffer(new Uint8Array(signals.buffer));
  scrubRealm(interpreter.fetch);

  const harness = connectHarness(python);
  const output = new OutputSender(send);
  const written = watchWrittenFiles(python);
  let limits: RunLimits = DEFAULT_RUN_LIMITS;
  const reportFatal = watchFatalErrors(python, output, send, () => written(limits));
  const wait = Atomics.wait;
  const network = new FetchDesk(send, signals);
  harness.install({
    display: (data, metadata) => {
      output.flush();
      send({ type: "display", data: JSON.parse(data), metadata: JSON.parse(metadata) });
    },
    flush: () => output.flush(),
    sleep: (milliseconds) => {
      output.flush();
      if (signals === null) return false;
      wait(signals, SIGNALS.sleep, 0, milliseconds);
      return true;
    },
    network,
  });
  const packages = new PackageDesk(send);
  interpreter.demand = (distribution) => packages.ask([], [distribution]);
  listen(boot.port, (message) => {
    switch (message.type) {
      case "compile":
        send({ type: "compiled", request: message.request, error: JSON.parse(harness.compile(message.code)) });
        return;
      case "run":
        limits = message.program.limits;
        runProgram(message.program, { interpreter, harness, output, packages, send }).catch(reportFatal);
        return;
      case "packages":
        for (const { name, blob } of message.blobs) interpreter.packages.set(name, blob);
        packages.answer(message);
        return;
      case "fetched":
        network.answer(message.request, message.answer);
        return;
      case "interrupt":
        // Reached only while the program awaits: one that computes or sleeps sees the signal cell.
        if (signals !== null) new Uint8Array(signals.buffer)[0] = 0;
        harness.cancel();
        return;
    }
  });
  send({ type: "ready", python: harness.version(), bootMs: performance.now() - begin });
}

/** Messages of the private port, read with primitives that the program cannot have changed. */
function listen(port: MessagePort, receive: (message: WorkerMessage) => void): void {
  const data = free<(event: MessageEvent<WorkerMessage>) => WorkerMessage>(Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data")?.get);
  port.addEventListener("message", (event: MessageEvent<WorkerMessage>) => receive(data(event)));
  port.start();
}

/** The snapshot is 30 MB and more: the interpreter holds on to it unless told otherwise. */
function forgetBoot(interpreter: Interpreter): void {
  const internals = interpreter.python as unknown as { readonly _api: { readonly config: { _loadSnapshot?: unknown } } };
  internals._api.config._loadSnapshot = undefined;
}
