import type { GuestMessage, GuestOutcome } from "../protocol/guest-message.ts";
import type { GuestFile, GuestProgram } from "../protocol/worker-message.ts";
import { type Interpreter, WORKING_DIRECTORY } from "./boot-interpreter.ts";
import { limitFileStorage } from "./file-quota.ts";
import type { Harness, Installed } from "./harness.ts";
import type { OutputSender } from "./output-sender.ts";
import type { PackageDesk } from "./package-desk.ts";
import { usedPackages } from "./snapshot-packages.ts";

export interface RunContext {
  readonly interpreter: Interpreter;
  readonly harness: Harness;
  readonly output: OutputSender;
  readonly packages: PackageDesk;
  readonly send: (message: GuestMessage, transfer?: Transferable[]) => void;
}

/** Whether this worker's files are bounded: once holds for all programs of a session together. */
let filesBounded = false;

/** What the Python side tells at the end: paths instead of bytes. */
interface PythonOutcome {
  readonly outcome: GuestOutcome;
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  readonly omittedFiles: number;
  readonly omittedDisplays: number;
  readonly defined: Readonly<Record<string, string>>;
}

/** Lays the files out, loads what the program imports, runs it, and sends what it left behind. */
export async function runProgram(program: GuestProgram, context: RunContext): Promise<void> {
  const { interpreter, harness, output, send } = context;
  const { python } = interpreter;
  const write = (stream: "stdout" | "stderr") => ({
    write: (bytes: Uint8Array) => {
      output.write(stream, bytes);
      return bytes.length;
    },
    isatty: false,
  });
  output.start(program.limits.outputCharacters);
  layFiles(interpreter, program.files);
  const { imports, versions } = await loadPackages(program, context);
  if (!filesBounded) limitFileStorage(python, program.limits.storageBytes);
  filesBounded = true;
  python.setStdout(write("stdout"));
  python.setStderr(write("stderr"));

  // Taken now: the program may replace what the interpreter's public object holds.
  const { FS } = python;
  const readFile = FS.readFile.bind(FS) as (path: string) => Uint8Array<ArrayBuffer>;
  const parse = JSON.parse;
  const packages = { ...usedPackages(python, interpreter.frozenPackages, imports), ...versions };
  send({ type: "started" });
  const told = parse(await harness.run(program.code, program.limits, program.network, program.session)) as PythonOutcome;
  output.end();
  const files = told.changed.map((path) => ({ path, bytes: readFile(`${WORKING_DIRECTORY}/${path}`) }));
  send(
    {
      type: "done",
      outcome: { ...told.outcome, packages },
      files,
      deleted: [...told.deleted],
      omittedFiles: told.omittedFiles,
      omittedDisplays: told.omittedDisplays,
      defined: { ...told.defined },
    },
    files.map((file) => file.bytes.buffer),
  );
}

function layFiles({ python }: Interpreter, files: readonly GuestFile[]): void {
  const { FS } = python;
  FS.mkdirTree(WORKING_DIRECTORY);
  for (const file of files) {
    const path = `${WORKING_DIRECTORY}/${file.path}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, file.bytes);
  }
}

/** @returns names that the program imports, and versions of what was installed from an index */
async function loadPackages(program: GuestProgram, context: RunContext): Promise<{ imports: readonly string[]; versions: Installed["versions"] }> {
  const { interpreter, harness, packages, send } = context;
  const wants = JSON.parse(harness.scan(program.code)) as { imports: string[]; distributions: string[]; present: string[] };
  const imports = [...wants.imports, ...wants.present];
  const distributions = [...wants.distributions, ...program.preload];
  if (wants.imports.length === 0 && distributions.length === 0) return { imports, versions: {} };
  const { names, fromIndex, indexes } = await packages.ask(wants.imports, distributions);
  const problems: string[] = [];
  if (names.length > 0) {
    await interpreter.python.loadPackage([...names], {
      checkIntegrity: false,
      messageCallback: () => undefined,
      errorCallback: (message) => problems.push(message),
    });
  }
  const installed = fromIndex.length === 0 ? { versions: {}, problems: [] } : await harness.installPackages(fromIndex, indexes);
  problems.push(...installed.problems);
  if (problems.length > 0) send({ type: "load-failed", message: problems.join("\n").slice(0, 5000) });
  return { imports, versions: installed.versions };
}
