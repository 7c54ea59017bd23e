import type { PyodideAPI, PyodideConfig } from "pyodide";
import { loadHarness } from "./harness.ts";
import { prepareRestore, type RestoreOptions } from "./snapshot-restore.ts";
import type { WorkerBoot } from "./worker-boot.ts";

/** No such host exists: whatever Pyodide asks of it is answered from memory. */
const BASE = "https://pyodide.invalid/";
export const WORKING_DIRECTORY = "/home/pyodide";
// Named, or it would be the browser's language: a program should not run differently for that.
const ENVIRONMENT = {
  HOME: WORKING_DIRECTORY,
  LANG: "en_US.UTF-8",
  MPLBACKEND: "agg",
  MPLCONFIGDIR: "/tmp/matplotlib",
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONINSPECT: "",
};

/** What `loadPyodide` takes beyond its documented options. */
type Options = PyodideConfig & { _makeSnapshot?: boolean; _loadSnapshot?: Uint8Array } & Partial<RestoreOptions>;

export interface Interpreter {
  readonly python: PyodideAPI;
  /** Files that `loadPackage` may have, by the name in the lock. */
  readonly packages: Map<string, Blob>;
  /** Distributions that are imported already: those of its snapshot. */
  readonly frozenPackages: ReadonlySet<string>;
  /** Stands in for the realm's fetch: serves `packages`, refuses everything else. */
  readonly fetch: (input: unknown) => Promise<Response>;
  /** Fills `packages` with a distribution that `loadPackage` needs and that was not brought ahead; set once there is somebody to ask. */
  demand: ((distribution: string) => Promise<unknown>) | null;
}

/** Starts Pyodide from the bytes in `boot`, or restores it from the snapshot there. Nothing is fetched. */
export async function bootInterpreter(boot: WorkerBoot): Promise<Interpreter> {
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(/* @vite-ignore */ boot.loaderUrl) as Promise<{ loadPyodide: (options: Options) => Promise<PyodideAPI> }>,
    import(/* @vite-ignore */ boot.glueUrl) as Promise<{ default: NonNullable<Options["createPyodideModule"]> }>,
  ]);
  const packages = new Map<string, Blob>();
  const asking: Pick<Interpreter, "demand"> = { demand: null };
  const fetch = serve(packages, boot, asking);
  globalThis.fetch = fetch as typeof globalThis.fetch;
  const instantiateStreaming = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (_response, imports) => ({
    module: boot.wasm,
    instance: await WebAssembly.instantiate(boot.wasm, imports),
  });
  const restore = boot.frozen === null ? null : prepareRestore(boot.frozen, ENVIRONMENT);
  const options: Options = {
    indexURL: BASE,
    packageBaseUrl: BASE,
    lockFileContents: boot.lock,
    createPyodideModule,
    env: { ...ENVIRONMENT },
    stdin: () => null,
    stdout: () => undefined,
    stderr: () => undefined,
    ...(restore?.options ?? (boot.snapshot === null ? { _makeSnapshot: true } : { _loadSnapshot: boot.snapshot })),
  };
  const python = await loadPyodide(options);
  WebAssembly.instantiateStreaming = instantiateStreaming;
  if (restore !== null) restore.finish(python);
  else if (boot.snapshot === null) loadHarness(python);
  return Object.assign(asking, { python, packages, frozenPackages: restore?.packages ?? new Set<string>(), fetch });
}

function serve(packages: ReadonlyMap<string, Blob>, { stdlib, lock }: WorkerBoot, asking: Pick<Interpreter, "demand">): (input: unknown) => Promise<Response> {
  const Answer = Response;
  const entries = Object.values(
    (JSON.parse(lock) as { readonly packages: Readonly<Record<string, { readonly name: string; readonly file_name: string }>> }).packages,
  );
  const distributions = new Map(entries.map((entry) => [entry.file_name, entry.name]));
  return async (input) => {
    const url = addressOf(input);
    if (url === `${BASE}pyodide.asm.wasm`) return new Answer(new Uint8Array(0));
    if (url === `${BASE}python_stdlib.zip`) return new Answer(stdlib);
    if (url.startsWith(BASE)) {
      const file = url.slice(BASE.length);
      const distribution = distributions.get(file);
      if (!packages.has(file) && distribution !== undefined) await asking.demand?.(distribution);
      const blob = packages.get(file);
      if (blob !== undefined) return new Answer(blob);
    }
    throw new TypeError(`the sandbox has no network: ${url.slice(0, 200)}`);
  };
}

function addressOf(input: unknown): string {
  if (typeof input === "object" && input !== null && "url" in input) return String(input.url);
  return String(input);
}
