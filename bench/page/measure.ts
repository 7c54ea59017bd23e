/**
 * What bench.mjs calls in the page: the sealed executor and, beside it, the textbook way (Pyodide in a same-origin worker), with
 * the same words.
 */
import { fetchCatalogue } from "#assets/fetch-catalogue.ts";
import type { AssetCatalogue, PackageEntry } from "#assets/port.ts";
import { type ExecutionResult, streamText } from "#domain/execution-result.ts";
import { createPyodideExecutor } from "#sandbox/pyodide/pyodide-executor.ts";

const LIMITS = { timeoutMs: 120_000, outputLimit: 100_000, memoryMiB: 1024 };
const base = new URL("/", location.href).href;

interface Measured {
  /** Milliseconds of wall time. */
  readonly ms: number;
  readonly text: string;
}

/** What fetched files the executor may use: `snapshots` (all), `compiled` (no snapshots), `source` (wheels as they were published). */
const using = new URLSearchParams(location.search).get("using") ?? "snapshots";

async function readCatalogue(): Promise<AssetCatalogue> {
  const catalogue = await fetchCatalogue(base, new AbortController().signal);
  if (using === "snapshots") return catalogue;
  if (using === "compiled") return { ...catalogue, snapshots: null };
  const { packages }: { packages: PackageEntry[] } = await (await fetch(new URL("fetched/manifest.json", base))).json();
  const published = Object.fromEntries(packages.map((entry) => [entry.name, entry]));
  return { ...catalogue, snapshots: null, packages: published };
}

let executor: ReturnType<typeof createPyodideExecutor> | null = null;

async function open(): Promise<ReturnType<typeof createPyodideExecutor>> {
  executor ??= createPyodideExecutor({ catalogue: await readCatalogue(), baseUrl: base });
  return executor;
}

function textOf(result: ExecutionResult): string {
  return result.status === "ok" ? streamText(result, "stdout") : `${result.status}: ${result.error?.message}`;
}

const sealed = {
  /** A program in a clean interpreter. */
  async run(code: string): Promise<Measured> {
    const opened = await open();
    const begin = performance.now();
    const { result } = await opened.execute({ code, files: [], limits: LIMITS }, () => undefined, new AbortController().signal);
    return { ms: performance.now() - begin, text: textOf(result) };
  },
  /** Waits until a clean interpreter is at hand. */
  async warm(): Promise<void> {
    await (await open()).prepare();
  },
  /** Milliseconds from Stop to the result, for a program that prints before it hangs. */
  async stop(code: string): Promise<Measured> {
    const opened = await open();
    const abort = new AbortController();
    let stoppedAt = 0;
    const { result } = await opened.execute(
      { code, files: [], limits: LIMITS },
      (step) => {
        if (step.type !== "output" || stoppedAt > 0) return;
        stoppedAt = performance.now();
        abort.abort();
      },
      abort.signal,
    );
    return { ms: performance.now() - stoppedAt, text: result.status };
  },
};

interface BareAnswer {
  readonly text: string;
}

/** Pyodide in a module worker of this origin, as its documentation shows it. */
class BareWorker {
  readonly #worker = new Worker("/bare-worker.mjs", { type: "module" });

  ask(request: { readonly code: string; readonly packages: readonly string[] }): Promise<BareAnswer> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = (event: MessageEvent<BareAnswer>) => resolve(event.data);
      this.#worker.onerror = (event) => reject(new Error(event.message));
      this.#worker.postMessage(request);
    });
  }

  terminate(): void {
    this.#worker.terminate();
  }
}

let kept: BareWorker | null = null;

const bare = {
  /** Starts a worker, runs one program, ends the worker. */
  async spawn(code: string): Promise<Measured> {
    const begin = performance.now();
    const worker = new BareWorker();
    const { text } = await worker.ask({ code, packages: [] });
    worker.terminate();
    return { ms: performance.now() - begin, text };
  },
  /** Keeps one worker for the calls that follow. */
  async keep(): Promise<void> {
    kept = new BareWorker();
    await kept.ask({ code: "", packages: [] });
  },
  async run(code: string, packages: readonly string[] = []): Promise<Measured> {
    if (kept === null) throw new Error("call keep first");
    const begin = performance.now();
    const { text } = await kept.ask({ code, packages });
    return { ms: performance.now() - begin, text };
  },
  end(): void {
    kept?.terminate();
    kept = null;
  },
};

Object.assign(window, { bench: { sealed, bare } });
