import { loadPyodide, type PyodideInterface } from "pyodide";
import type { DataFile } from "#domain/data-file.ts";
import type { OutputChunk } from "#domain/execution-result.ts";
import { sha256 } from "#domain/sha256.ts";
import type { Execution, ExecutionRequest, Executor } from "#sandbox/port.ts";

/**
 * For tests under Node: real Python (the standard library of Pyodide) behind the executor's port. Each run gets a directory,
 * a `__main__` and modules of its own, but not a sandbox.
 */
export async function localPython(): Promise<Executor> {
  const python = await loadPyodide();
  await python.runPythonAsync(HARNESS);
  let runs = 0;
  const facts = { executor: "local", python: python.runPython("import platform; platform.python_version()") as string, packages: {}, imports: {} };
  return {
    name: "local",
    capabilities: { state: false, files: true, packages: false, figures: false, network: false, shell: false, interrupt: false, remote: false },
    describe: () => [],
    facts: () => Promise.resolve(facts),
    prepare: () => Promise.resolve(),
    compile: () => Promise.resolve(null),
    execute: async (request, _onProgress, signal) => {
      runs += 1;
      return signal.aborted ? aborted() : run(python, `/run-${runs}`, request);
    },
    state: { kind: "ready" },
    subscribe: () => () => undefined,
    close: () => undefined,
  };

  function aborted(): Execution {
    return { files: [], result: { ...EMPTY, status: "aborted", environment: { executor: "local", python: facts.python, packages: {} } } };
  }

  async function run({ FS, globals }: PyodideInterface, folder: string, request: ExecutionRequest): Promise<Execution> {
    FS.mkdir(folder);
    for (const file of request.files) {
      for (const [index, character] of [...file.path].entries()) if (character === "/") FS.mkdirTree(`${folder}/${file.path.slice(0, index)}`);
      FS.writeFile(`${folder}/${file.path}`, file.bytes);
    }
    const outcome = JSON.parse(globals.get("skep_test_run")(request.code, folder)) as HarnessOutcome;
    const files: DataFile[] = [];
    for (const path of outcome.files) {
      const bytes = FS.readFile(`${folder}/${path}`, { encoding: "binary" }) as Uint8Array;
      const before = request.files.find((file) => file.path === path);
      if (before === undefined || (await sha256(before.bytes)) !== (await sha256(bytes))) files.push({ path, bytes });
    }
    const changes = await Promise.all(
      files.map(async ({ path, bytes }) => ({
        path,
        size: bytes.length,
        sha256: await sha256(bytes),
        change: request.files.some((file) => file.path === path) ? ("changed" as const) : ("new" as const),
      })),
    );
    return {
      files,
      result: {
        ...EMPTY,
        status: outcome.error === null ? "ok" : "error",
        exitCode: outcome.error === null ? 0 : 1,
        output: outcome.output.map(([stream, text]) => ({ stream, text })),
        files: changes,
        error: outcome.error === null ? null : { ...outcome.error, frames: [] },
        environment: { executor: "local", python: facts.python, packages: {} },
      },
    };
  }
}

interface HarnessOutcome {
  readonly output: readonly (readonly [OutputChunk["stream"], string])[];
  readonly error: { readonly name: string; readonly message: string; readonly traceback: string } | null;
  readonly files: readonly string[];
}

const EMPTY = {
  v: "skep.result/1",
  status: "ok",
  exitCode: null,
  output: [],
  displays: [],
  result: null,
  files: [],
  error: null,
  limit: null,
  durationMs: 0,
} as const;

const HARNESS = `
import contextlib, json, os, sys, traceback

_known = set(sys.modules)

class _Stream:
    def __init__(self, name, output):
        self.name, self.output = name, output
    def write(self, text):
        self.output.append([self.name, text])
        return len(text)
    def flush(self):
        pass

def skep_test_run(code, folder):
    for name in set(sys.modules) - _known:
        # A package without a file of its own is a folder of some run.
        if not (getattr(sys.modules[name], "__file__", "/lib") or "").startswith("/lib"):
            del sys.modules[name]
    os.chdir(folder)
    sys.path[:] = ["", *(path for path in sys.path if path)]
    sys.dont_write_bytecode = True
    sys.path_importer_cache.clear()
    output, error = [], None
    with contextlib.redirect_stdout(_Stream("stdout", output)), contextlib.redirect_stderr(_Stream("stderr", output)):
        try:
            exec(compile(code, "main.py", "exec"), {"__name__": "__main__"})
        except BaseException as raised:
            error = {"name": type(raised).__name__, "message": str(raised), "traceback": traceback.format_exc()}
    files = [os.path.relpath(os.path.join(root, name), folder) for root, _, names in os.walk(folder) for name in names]
    return json.dumps({"output": output, "error": error, "files": sorted(files)})
`;
