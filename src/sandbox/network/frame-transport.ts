import type { NetworkAnswer, NetworkRefusal } from "#domain/network.ts";
import { isLocalHost } from "#domain/network-host.ts";
import type { NetworkAddress } from "./check-address.ts";
import type { CleanRequest } from "./clean-request.ts";

export interface SendRequest extends CleanRequest {
  readonly address: NetworkAddress;
  /** Grants that hold for this request: redirects go there and nowhere else. */
  readonly grants: readonly string[];
  /** Milliseconds until the last byte. */
  readonly timeoutMs: number;
  /** Bytes of the body that are kept at most; a larger one is refused whole. */
  readonly responseBytes: number;
}

/** Sends one granted request. Never throws. */
export type NetworkTransport = (request: SendRequest, signal: AbortSignal) => Promise<NetworkAnswer>;

/** A view of another document of this page. */
type FrameWindow = Window & typeof globalThis;

/**
 * Fetches from a document made for this one request, whose policy names the granted hosts and no other. A page cannot read where a redirect
 * leads before it is followed; the policy is checked at each step, before a byte is sent. The document has no script and is removed afterwards.
 */
export const sendFromFrame: NetworkTransport = async (request, signal) => {
  const { address, timeoutMs } = request;
  const { host } = address;
  const fail = (reason: NetworkRefusal["reason"], message: string): NetworkRefusal => ({ ok: false, reason, message: `${host}: ${message}` });
  const stop = new AbortController();
  const forward = (): void => stop.abort();
  signal.addEventListener("abort", forward);
  if (signal.aborted) stop.abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, timeoutMs);
  let redirected = false;
  const frame = document.createElement("iframe");
  try {
    const view = await openFrame(frame, connectSources(request));
    view.document.addEventListener("securitypolicyviolation", () => {
      redirected = true;
    });
    const response = await view.fetch(address.url.href, {
      method: request.method,
      headers: request.headers.map(([name, value]): [string, string] => [name, value]),
      body: request.body,
      mode: "cors",
      credentials: "omit",
      cache: "no-store",
      redirect: "follow",
      referrerPolicy: "no-referrer",
      signal: stop.signal,
    });
    const body = await readBody(response, request.responseBytes);
    if (body === null) return fail("size", `the answer is larger than the ${request.responseBytes} bytes that are left for it`);
    return {
      ok: true,
      status: response.status,
      statusText: response.statusText,
      url: response.url,
      headers: [...response.headers].filter(([name]) => name !== "set-cookie"),
      body,
    };
  } catch {
    if (late) return fail("time", `no whole answer within ${timeoutMs / 1000} s`);
    if (signal.aborted) return fail("stopped", "the run was stopped");
    // The event of a refused step is dispatched after the promise.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (redirected)
      return fail("redirect", "it redirects to a host that is not granted, whose name the browser does not tell. Ask for the final address itself");
    if (!navigator.onLine) return fail("offline", "this device is offline");
    return fail("cors", "it cannot be reached, or it does not allow web pages to read from it (CORS)");
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", forward);
    stop.abort();
    frame.remove();
  }
};

/** The hosts as sources of a policy. Names were checked when they were granted: nothing in them ends a source. */
function connectSources({ address, grants }: SendRequest): string {
  const hosts = new Set([address.host, ...grants].filter((host) => /^(?:\*\.)?[a-z0-9_.-]+(?::\d+)?$/.test(host)));
  return [...hosts].flatMap((host) => (isLocalHost(host.replace(/:\d+$/, "")) ? [`https://${host}`, `http://${host}`] : [`https://${host}`])).join(" ");
}

function openFrame(frame: HTMLIFrameElement, sources: string): Promise<FrameWindow> {
  frame.hidden = true;
  frame.setAttribute("aria-hidden", "true");
  frame.title = "Network request";
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src ${sources}">`;
  return new Promise((resolve, reject) => {
    frame.onload = () => {
      const view = frame.contentWindow as FrameWindow | null;
      if (view === null || view.document.querySelector("meta") === null) reject(new Error("no document to fetch from"));
      else resolve(view);
    };
    document.body.append(frame);
  });
}

/** The body, or null when it is larger than what is left. */
async function readBody(response: Response, limit: number): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    size += step.value.byteLength;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(step.value);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}
