import type { PyodideAPI } from "pyodide";
import type { PyCallable, PyProxy } from "pyodide/ffi";
import type { RunLimits } from "../protocol/limits.ts";
import type { GuestProgram } from "../protocol/worker-message.ts";
import type { FetchDesk } from "./fetch-desk.ts";
import loaderSource from "./load_harness.py?raw";
import asyncioSource from "./python/skep_asyncio.py?raw";
import errorsSource from "./python/skep_errors.py?raw";
import fetchSource from "./python/skep_fetch.py?raw";
import figuresSource from "./python/skep_figures.py?raw";
import filesSource from "./python/skep_files.py?raw";
import httpSource from "./python/skep_http.py?raw";
import importsSource from "./python/skep_imports.py?raw";
import networkSource from "./python/skep_network.py?raw";
import notebookSource from "./python/skep_notebook.py?raw";
import packagesSource from "./python/skep_packages.py?raw";
import programSource from "./python/skep_program.py?raw";
import sourceSource from "./python/skep_source.py?raw";
import tablesSource from "./python/skep_tables.py?raw";
import valuesSource from "./python/skep_values.py?raw";

/** In the order in which they import each other. */
const MODULES = {
  skep_files: filesSource,
  skep_source: sourceSource,
  skep_imports: importsSource,
  skep_errors: errorsSource,
  skep_tables: tablesSource,
  skep_values: valuesSource,
  skep_figures: figuresSource,
  skep_fetch: fetchSource,
  skep_http: httpSource,
  skep_network: networkSource,
  skep_packages: packagesSource,
  skep_notebook: notebookSource,
  skep_asyncio: asyncioSource,
  skep_program: programSource,
};

/** What the Python side asks of the worker. */
export interface HarnessHost {
  /** Shows one MIME bundle; both arguments are JSON texts of objects with text values. */
  display(data: string, metadata: string): void;
  /** Sends output that waits, so that it does not wait while the program sleeps. */
  flush(): void;
  /** Blocks for at most that many milliseconds; less when Stop wakes it. Returns false where blocking is not possible. */
  sleep(milliseconds: number): boolean;
  readonly network: FetchDesk;
}

/** What came of installing packages from an index. */
export interface Installed {
  readonly versions: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** The Python side of the guest: module `skep_program`, whose functions take and return JSON texts. */
export interface Harness {
  version(): string;
  install(host: HarnessHost): void;
  compile(code: string): string;
  scan(code: string): string;
  /** The files that are there before the program, then the program; the outcome as JSON. */
  run(code: string, limits: RunLimits, network: boolean, session: GuestProgram["session"]): Promise<string>;
  /** Installs distributions from package indexes, before the program. */
  installPackages(names: readonly string[], indexes: readonly string[]): Promise<Installed>;
  cancel(): void;
}

/** All of the guest's own Python: the modules, and the program that makes them. */
export const HARNESS = { loader: loaderSource, modules: MODULES };

/**
 * Loads the harness into an interpreter, from source text: its files exist in no file system.
 * Done before the memory snapshot, so that clones have it already.
 */
export function loadHarness(python: PyodideAPI): void {
  const load = python.runPython(HARNESS.loader) as PyCallable;
  load(JSON.stringify(HARNESS.modules));
  load.destroy();
}

/** The harness of an interpreter that has it. */
export function connectHarness(python: PyodideAPI): Harness {
  const module: PyProxy = python.pyimport("skep_program");
  const text = (name: string) => {
    const callable = module[name] as PyCallable;
    return (...values: unknown[]): string => callable(...values) as string;
  };
  const run = module.run as PyCallable;
  const installPackages = module.install_packages as PyCallable;
  const install = text("install");
  const cancel = text("cancel");
  return {
    version: text("version"),
    install: (host) => void install(host),
    compile: text("compile_only"),
    scan: text("scan"),
    run: async (code, limits, network, session) => (await run(code, JSON.stringify(limits), network, JSON.stringify(session))) as string,
    installPackages: async (names, indexes) => JSON.parse((await installPackages(JSON.stringify(names), JSON.stringify(indexes))) as string) as Installed,
    cancel: () => void cancel(),
  };
}
