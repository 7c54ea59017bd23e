import { type FrameMessage, type HostMessage, parseFrameMessage } from "../protocol/frame-message.ts";

const HELLO_TIMEOUT_MS = 20_000;

/**
 * Owns the sandboxed document: an opaque origin without network, hidden, spoken to through one private port. The host listens to
 * that port and to nothing else of the frame, so no other window can speak in its name.
 */
export class SandboxFrame {
  readonly #element: HTMLIFrameElement;
  readonly #url: string;
  readonly #receive: (message: FrameMessage) => void;
  readonly #onLost: () => void;
  #port: MessagePort | null = null;
  /** Messages from the frame that matched no schema. */
  dropped = 0;

  constructor(url: string, receive: (message: FrameMessage) => void, onLost: () => void) {
    this.#url = url;
    this.#receive = receive;
    this.#onLost = onLost;
    const element = document.createElement("iframe");
    element.setAttribute("sandbox", "allow-scripts");
    element.setAttribute("allow", "cross-origin-isolated *");
    element.setAttribute("referrerpolicy", "no-referrer");
    element.setAttribute("title", "Python sandbox");
    element.setAttribute("aria-hidden", "true");
    element.hidden = true;
    this.#element = element;
  }

  /** @returns null when the relay has answered, else why it did not */
  async open(): Promise<string | null> {
    const channel = new MessageChannel();
    this.#port = channel.port1;
    // Fires when the other end is gone with its document or its process; browsers without it leave that to the pings.
    channel.port1.addEventListener("close", () => {
      if (this.#port !== null) this.#onLost();
    });
    const answered = new Promise<string | null>((resolve) => {
      const deadline = setTimeout(() => resolve("the sandboxed document did not answer"), HELLO_TIMEOUT_MS);
      channel.port1.onmessage = (event: MessageEvent<unknown>) => {
        const message = parseFrameMessage(event.data);
        if (message === null) {
          this.dropped += 1;
          return;
        }
        if (message.type === "hello") {
          clearTimeout(deadline);
          resolve(message.origin === "null" ? null : "the sandboxed document is not sealed: it has an origin");
          return;
        }
        this.#receive(message);
      };
    });
    const loaded = new Promise<void>((resolve) => {
      this.#element.onload = () => resolve();
    });
    this.#element.src = this.#url;
    document.body.append(this.#element);
    await loaded;
    // The frame's origin is opaque: no target origin can name it. What is sent is the port alone.
    this.#element.contentWindow?.postMessage(null, "*", [channel.port2]);
    return answered;
  }

  send(message: HostMessage, transfer: Transferable[] = []): void {
    this.#port?.postMessage(message, transfer);
  }

  close(): void {
    this.#port?.close();
    this.#port = null;
    this.#element.remove();
  }
}
