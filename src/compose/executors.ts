import type { AssetCatalogue } from "#assets/port.ts";
import { readAuthorisedImports } from "#domain/authorised-imports.ts";
import { BeeClient } from "#sandbox/bee/bee-client.ts";
import { BeeExecutor } from "#sandbox/bee/bee-executor.ts";
import { E2bExecutor, loadE2b } from "#sandbox/e2b/e2b-executor.ts";
import { SessionKey } from "#sandbox/e2b/session-key.ts";
import type { PackageIndex } from "#sandbox/package-index.ts";
import type { Executor } from "#sandbox/port.ts";
import { createPyodideExecutor } from "#sandbox/pyodide/pyodide-executor.ts";
import { SmolagentsExecutor } from "#sandbox/smolagents/smolagents-executor.ts";

export interface ExecutorsOptions {
  readonly catalogue: AssetCatalogue;
  /** Of the folder that holds the application. */
  readonly baseUrl: URL;
  readonly memoryMiB: number;
  /** Packages beyond those of this host. */
  readonly index: PackageIndex;
  /** Whether programs may ask for the network now. */
  networkOpen(): boolean;
  /** Where the deployment has remote executors, by name; others are asked for on this origin, where `skep serve` passes them on. */
  readonly addresses: Readonly<Record<string, { readonly address: string }>>;
  /** What the settings say that smolagents' interpreter may import. */
  readonly imports: () => string;
}

export interface Executors {
  /** The sealed sandbox first: it stands in for a name that nobody knows. */
  readonly all: readonly Executor[];
  /** Where the library reads and tests code that nobody has read yet. */
  readonly sealed: Executor;
  /** Secrets that were given in this session: no log may hold them. */
  secrets(): readonly string[];
}

/** An E2B sandbox ends this long after its last run; until then it costs. */
const E2B_LIFETIME_MS = 5 * 60_000;

/** Every place where code can run. Making them starts nothing and sends nothing. */
export function createExecutors({ catalogue, baseUrl, memoryMiB, addresses, index, networkOpen, imports }: ExecutorsOptions): Executors {
  const address = (name: string): string => (addresses[name]?.address ?? new URL(`executors/${name}`, baseUrl).href).replace(/\/+$/, "");
  const sealed = createPyodideExecutor({ catalogue, baseUrl: baseUrl.href, memoryMiB, index, networkOpen });
  const compile = (code: string) => sealed.compile(code);
  const key = new SessionKey();
  const e2b = address("e2b");
  return {
    sealed,
    all: [
      sealed,
      new SmolagentsExecutor({ inner: sealed, imports: () => authorised(imports()) }),
      new BeeExecutor(new BeeClient({ baseUrl: address("bee"), fetch: fetch.bind(globalThis) }), compile),
      new E2bExecutor({ key, apiUrl: `${e2b}/api`, sandboxUrl: `${e2b}/sandbox`, lifetimeMs: E2B_LIFETIME_MS, load: loadE2b, compile }),
    ],
    secrets: () => [key.get()].filter((secret) => secret !== null),
  };
}

/** Settings hold only what was validated: text that is no list adds nothing. */
function authorised(text: string): readonly string[] {
  const read = readAuthorisedImports(text);
  return read.ok ? read.names : [];
}
