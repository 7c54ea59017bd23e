/**
 * The relay: the only script of the sandboxed document. It holds the interpreter's bytes, starts workers and passes messages
 * between the host's private port and theirs. It never runs guest code: Python lives in the workers.
 */
import workerSource from "virtual:guest-worker";
import type { FrameMessage, HostMessage } from "../protocol/frame-message.ts";
import { InterpreterAssets } from "./interpreter-assets.ts";
import { RelayWorker } from "./relay-worker.ts";

const workers = new Map<number, RelayWorker>();
let assets: InterpreterAssets | null = null;

// The one policy that the document's CSP allows; the worker burns the name for itself.
const policy =
  typeof trustedTypes === "undefined"
    ? { createScriptURL: (url: string) => url }
    : trustedTypes.createPolicy("sandbox", {
        createScriptURL: (url) => {
          if (!url.startsWith("blob:")) throw new TypeError("only blob scripts");
          return url;
        },
      });

function listen(port: MessagePort): void {
  const send = (message: FrameMessage): void => {
    const files = message.type === "gone" ? message.files : message.type === "guest" && message.message.type === "done" ? message.message.files : [];
    const transfer = files.map((file) => file.bytes.buffer);
    port.postMessage(message, transfer as ArrayBuffer[]);
  };
  port.onmessage = (event: MessageEvent<HostMessage>) => {
    receive(event.data, send).catch((thrown: unknown) => send({ type: "boot-failed", message: String(thrown).slice(0, 5000) }));
  };
  send({ type: "hello", isolated: self.crossOriginIsolated, origin: self.origin });
}

async function receive(message: HostMessage, send: (message: FrameMessage) => void): Promise<void> {
  switch (message.type) {
    case "boot": {
      const start = performance.now();
      const workerUrl = policy.createScriptURL(URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" })));
      assets = new InterpreterAssets(message.core, message.lock, workerUrl);
      // With a snapshot at hand there is none to make; the first worker tells whether it fits.
      if (message.snapshot !== null) await assets.frozen.hold(message.snapshot);
      const snapshotBytes = message.snapshot?.memory.byteLength ?? (await assets.makeSnapshot(message.memoryMiB));
      send({ type: "booted", snapshotBytes, bootMs: performance.now() - start });
      return;
    }
    case "hold": {
      const { name } = message.snapshot;
      try {
        await assets?.frozen.hold(message.snapshot);
        send({ type: "held", name, problem: null });
      } catch (thrown) {
        send({ type: "held", name, problem: String(thrown).slice(0, 5000) });
      }
      return;
    }
    case "spawn": {
      if (assets === null) return;
      const { guest } = message;
      const boot = await assets.bootFor(message.memoryMiB, message.snapshot);
      workers.set(guest, new RelayWorker(guest, assets.workerUrl, boot, send, () => workers.delete(guest)));
      return;
    }
    case "guest":
      workers.get(message.guest)?.post(message.message);
      return;
    case "terminate":
      workers.get(message.guest)?.terminate();
      return;
    case "ping":
      send({ type: "pong", nonce: message.nonce });
      return;
  }
}

self.addEventListener("message", function handOver(event: MessageEvent<unknown>) {
  const port = event.ports[0];
  if (event.source !== parent || port === undefined) return;
  self.removeEventListener("message", handOver as EventListener);
  listen(port);
});
