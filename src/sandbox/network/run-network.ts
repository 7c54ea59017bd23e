import type { NetworkAnswer, NetworkDecision, NetworkMode, NetworkQuestion, NetworkReason, NetworkRefusal, NetworkRequest } from "#domain/network.ts";
import { coversHost } from "#domain/network-host.ts";
import type { NetworkWatch, RunNetwork } from "../port.ts";
import { checkAddress, type NetworkAddress } from "./check-address.ts";
import { type CleanRequest, cleanRequest } from "./clean-request.ts";
import type { NetworkTransport } from "./frame-transport.ts";
import type { NetworkLimits } from "./network-limits.ts";

/** Resolves to the person's answer; it is not awaited any longer once the signal is aborted. */
export type AskPerson = (question: NetworkQuestion, signal: AbortSignal) => Promise<NetworkDecision>;

/** What a run's network is made of. */
export interface RunNetworkParts {
  mode(): NetworkMode;
  /** Hosts that need no question: of the installation, and those that the person always allows. */
  granted(): readonly string[];
  /** Keeps an "always". */
  remember(host: string): Promise<void>;
  /** Null where nobody can be asked. */
  readonly ask: AskPerson | null;
  readonly ownOrigin: string;
  readonly send: NetworkTransport;
  readonly limits: NetworkLimits;
}

/** Requests of one run that are on their way at the same time. */
const PARALLEL = 6;

type Permit = { readonly ok: true } | NetworkRefusal;

/** What a request brings beside itself. */
interface Circumstances {
  readonly watch: NetworkWatch;
  readonly signal: AbortSignal;
  readonly packages: readonly string[];
}

/** The broker of one run: it alone decides, and what programs say about themselves decides nothing. */
export class BrokeredNetwork implements RunNetwork {
  readonly #parts: RunNetworkParts;
  readonly #runGrants = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #asked = new Set<string>();
  /** One question at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Requests on their way, and those that wait for their turn. */
  #active = 0;
  readonly #queue: (() => void)[] = [];
  #count = 0;
  #bytes = 0;

  constructor(parts: RunNetworkParts) {
    this.#parts = parts;
  }

  get open(): boolean {
    const mode = this.#parts.mode();
    return mode === "ask" || mode === "listed";
  }

  request(request: NetworkRequest, watch: NetworkWatch, signal: AbortSignal, packages: readonly string[] = []): Promise<NetworkAnswer> {
    return this.#request(request, { watch, signal, packages });
  }

  async #request(request: NetworkRequest, circumstances: Circumstances): Promise<NetworkAnswer> {
    const { limits, ownOrigin, mode } = this.#parts;
    const now = mode();
    if (now === "off") return refuse("off", "the sandbox has no network: it is turned off in Settings");
    if (now === "locked") return refuse("locked", "the sandbox has no network: this installation does not allow it");
    // What goes beyond the count is not even logged: a flood of requests is no flood of events.
    this.#count += 1;
    if (this.#count > limits.requestCount) return refuse("count", `this run has made ${limits.requestCount} requests, which is all it may`);
    const address = checkAddress(request.url, ownOrigin, limits.addressCharacters);
    if (!address.ok) return address;
    const { host, url } = address.value;
    const clean = cleanRequest(request, host, limits);
    if (!clean.ok) return clean;

    const { watch } = circumstances;
    watch.tell({ type: "network-ask", host, url: url.href, method: clean.value.method, bodyBytes: clean.value.body?.byteLength ?? 0 });
    const permit = await this.#permit(address.value, clean.value, circumstances);
    const answer = permit.ok ? await this.#send(address.value, clean.value, request.timeoutMs, circumstances.signal) : permit;
    const outcome = answer.ok ? `${answer.status}, ${answer.body.byteLength} bytes` : answer.reason;
    watch.tell({ type: "network-answer", host, granted: permit.ok, outcome });
    return answer;
  }

  async #send(address: NetworkAddress, clean: CleanRequest, timeoutMs: number | null, signal: AbortSignal): Promise<NetworkAnswer> {
    if (this.#active >= PARALLEL) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#active += 1;
    try {
      return await this.#sendNow(address, clean, timeoutMs, signal);
    } finally {
      this.#active -= 1;
      this.#queue.shift()?.();
    }
  }

  async #sendNow(address: NetworkAddress, clean: CleanRequest, timeoutMs: number | null, signal: AbortSignal): Promise<NetworkAnswer> {
    const { limits, send, granted } = this.#parts;
    const left = Math.min(limits.responseBytes, limits.totalBytes - this.#bytes);
    if (left <= 0) return refuse("size", `${address.host}: this run has received ${limits.totalBytes} bytes, which is all it may`);
    const wanted = timeoutMs === null || !(timeoutMs > 0) ? limits.requestMs : Math.min(limits.requestMs, timeoutMs);
    const grants = [...granted(), ...this.#runGrants];
    const answer = await send({ ...clean, address, grants, timeoutMs: wanted, responseBytes: left }, signal);
    if (answer.ok) this.#bytes += answer.body.byteLength;
    return answer;
  }

  #known(host: string): Permit | null {
    if (this.#refused.has(host)) return refuse("refused", `${host}: the person refused it for this run`);
    const grants = [...this.#parts.granted(), ...this.#runGrants];
    return grants.some((grant) => coversHost(grant, host)) ? { ok: true } : null;
  }

  async #permit(address: NetworkAddress, clean: CleanRequest, circumstances: Circumstances): Promise<Permit> {
    const { host } = address;
    const known = this.#known(host);
    if (known !== null) return known;
    if (this.#parts.mode() !== "ask" || this.#parts.ask === null) return refuse("unasked", `${host} is not among the hosts that are granted`);
    const turn = this.#turn.then(() => this.#ask(address, clean, circumstances));
    this.#turn = turn;
    return turn;
  }

  async #ask({ host, url, local }: NetworkAddress, clean: CleanRequest, { watch, signal, packages }: Circumstances): Promise<Permit> {
    const { ask, limits, remember } = this.#parts;
    // An earlier question may have answered this one.
    const known = this.#known(host);
    if (known !== null) return known;
    if (signal.aborted) return refuse("stopped", `${host}: the run was stopped`);
    this.#asked.add(host);
    if (ask === null || this.#asked.size > limits.askedHosts)
      return refuse("unasked", `${host}: this run has asked for ${limits.askedHosts} hosts, which is all it may`);
    watch.waiting(true);
    const question: NetworkQuestion = {
      host,
      method: clean.method,
      path: `${url.pathname}${url.search}`,
      bodyBytes: clean.body?.byteLength ?? 0,
      local,
      authorization: clean.authorization,
      packages,
    };
    const decision = await untilOver(ask, question, signal, limits.askMs);
    watch.waiting(false);
    switch (decision) {
      case "once":
        return { ok: true };
      case "run":
        this.#runGrants.add(host);
        return { ok: true };
      case "always":
        this.#runGrants.add(host);
        await remember(host);
        return { ok: true };
      case "stopped":
        return refuse("stopped", `${host}: the run was stopped`);
      case "silent":
        this.#refused.add(host);
        return refuse("refused", `${host}: nobody answered within ${limits.askMs / 1000} s`);
      case "refuse":
        this.#refused.add(host);
        return refuse("refused", `${host}: the person refused it for this run`);
    }
  }
}

function refuse(reason: NetworkReason, message: string): NetworkRefusal {
  return { ok: false, reason, message };
}

/** The person's decision, or why there is none. The question is taken back in both cases. */
async function untilOver(ask: AskPerson, question: NetworkQuestion, signal: AbortSignal, longestMs: number): Promise<NetworkDecision | "stopped" | "silent"> {
  const over = new AbortController();
  const ended = new Promise<"stopped" | "silent">((resolve) => {
    const timer = setTimeout(() => resolve("silent"), longestMs);
    const stop = (): void => resolve("stopped");
    signal.addEventListener("abort", stop, { once: true });
    over.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    });
  });
  try {
    return await Promise.race([ask(question, over.signal), ended]);
  } finally {
    over.abort();
  }
}
