import type { DataFile } from "#domain/data-file.ts";
import { compilePython } from "../../../e2e/support/compile-python.ts";
import { startPythonServer } from "../../../e2e/support/python-server.ts";
import type { Execution, ExecutionLimits } from "../port.ts";
import { E2bExecutor, loadE2b } from "./e2b-executor.ts";
import { SessionKey } from "./session-key.ts";

/** A key that the stand-in takes. */
export const E2B_KEY = `e2b_${"0123456789abcdef".repeat(2)}`;

export const E2B_LIMITS: ExecutionLimits = { timeoutMs: 20_000, outputLimit: 100_000, memoryMiB: 512 };

/** What of the service is broken, and how the executor comes to it. */
export interface StandInOptions {
  readonly fault?: string;
  readonly part?: "api" | "sandbox";
  /** Null: none is given. */
  readonly key?: string | null;
  readonly url?: string;
  readonly lifetimeMs?: number;
}

/** E2B as a local service, and executors that reach it through the real SDK. */
export interface E2bStandIn {
  readonly url: string;
  /** Version of the Python that runs its kernels. */
  readonly python: string;
  executor(options?: StandInOptions): E2bExecutor;
  run(code: string, files?: readonly DataFile[], limits?: ExecutionLimits, on?: E2bExecutor): Promise<Execution>;
  /** Sandboxes that were made and ended so far. */
  count(): Promise<{ readonly created: number; readonly killed: number }>;
  close(): Promise<void>;
}

/** For tests: needs a Python on this machine. */
export async function openE2bStandIn(): Promise<E2bStandIn> {
  const server = await startPythonServer("e2e/support/e2b-server/e2b_server.py", ["--key", E2B_KEY]);
  const opened: E2bExecutor[] = [];
  const executor = (options: StandInOptions = {}): E2bExecutor => {
    const url = options.url ?? server.url;
    const broken = `${url}/fault/${options.fault}`;
    const key = new SessionKey();
    if (options.key !== null) key.set(options.key ?? E2B_KEY);
    const made = new E2bExecutor({
      key,
      apiUrl: `${options.fault && options.part !== "sandbox" ? broken : url}/api`,
      sandboxUrl: `${options.fault && options.part === "sandbox" ? broken : url}/sandbox`,
      lifetimeMs: options.lifetimeMs ?? 60_000,
      load: loadE2b,
      compile: compilePython,
    });
    opened.push(made);
    return made;
  };
  return {
    url: server.url,
    python: server.python,
    executor,
    run: (code, files = [], limits = E2B_LIMITS, on = executor()) => on.execute({ code, files, limits }, () => undefined, new AbortController().signal),
    count: async () => (await (await fetch(`${server.url}/count`)).json()) as { created: number; killed: number },
    close: async () => {
      for (const made of opened) made.close();
      await server.close();
    },
  };
}
