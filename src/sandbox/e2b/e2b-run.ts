/**
 * One run in an E2B sandbox:
 *
 *   lay       a folder of its own below the home folder, with the input files
 *   open      a fresh kernel in that folder; a set-up cell tells Python's version and marks the input files
 *   cell      the program; Stop and the time limit remove the context, which ends its kernel
 *   collect   what was written below the folder
 *   clear     folder and context are removed
 */
import type { Context, Result, Sandbox } from "@e2b/code-interpreter";
import type { DataFile } from "#domain/data-file.ts";
import tables from "../guest/python/skep_tables.py?raw";
import { untilAborted } from "../remote/until-aborted.ts";
import setup from "./e2b_setup.py?raw";
import type { KernelError } from "./e2b-error.ts";

const HOME = "/home/user";
/** What the set-up cell gives every input file: any other time means a write. Milliseconds. */
const KNOWN_TIME_MS = 946_684_800_000;
/** Folders deep that written files are looked for. */
const DEPTH = 20;
/** How long a run that was cut short waits for its kernel to be ended. */
const REMOVE_WAIT_MS = 500;

export interface CellListener {
  output(stream: "stdout" | "stderr", text: string): void;
  result(result: Result): void;
}

export class E2bRun {
  readonly folder = `${HOME}/skep-${crypto.randomUUID().slice(0, 13)}`;
  readonly #sandbox: Sandbox;
  #context: Context | null = null;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** @throws what the SDK throws */
  async lay(files: readonly DataFile[]): Promise<void> {
    await this.#sandbox.files.makeDir(this.folder);
    if (files.length > 0) {
      await this.#sandbox.files.write(files.map((file) => ({ path: `${this.folder}/${file.path}`, data: new Blob([new Uint8Array(file.bytes)]) })));
    }
  }

  /**
   * Starts the kernel.
   * @returns what the set-up cell printed
   * @throws what the SDK throws
   */
  async open(): Promise<string> {
    this.#context = await this.#sandbox.createCodeContext({ cwd: this.folder });
    const cell = `${setup}_skep_prepare(${JSON.stringify(tables)})\ndel _skep_prepare`;
    const done = await this.#sandbox.runCode(cell, { context: this.#context });
    return done.logs.stdout.join("");
  }

  /**
   * Runs the program until it ends or the signal aborts; then its kernel is ended.
   * @returns whether it was cut short, and its error
   * @throws what the SDK throws, such as for a lost connection
   */
  async cell(code: string, listener: CellListener, signal: AbortSignal): Promise<{ readonly cut: boolean; readonly error: KernelError | null }> {
    if (this.#context === null) throw new Error("the run has no kernel yet");
    let open = true;
    const told =
      <T>(tell: (value: T) => void) =>
      (value: T) => {
        if (open) tell(value);
      };
    const running = this.#sandbox.runCode(code, {
      context: this.#context,
      onStdout: told((message) => listener.output("stdout", message.line)),
      onStderr: told((message) => listener.output("stderr", message.line)),
      onResult: told((result) => listener.result(result)),
      // Time is kept here: the SDK's own limit would only stop listening.
      timeoutMs: 0,
    });
    const ended = await untilAborted(running, signal);
    open = false;
    if (ended !== null) return { cut: false, error: ended.value.error ?? null };
    await untilAborted(this.#removeContext(), AbortSignal.timeout(REMOVE_WAIT_MS));
    return { cut: true, error: null };
  }

  /**
   * Files that the program made, changed or deleted.
   * @throws what the SDK throws
   */
  async collect(given: readonly DataFile[]): Promise<{ readonly written: readonly DataFile[]; readonly deleted: readonly string[] }> {
    const entries = await this.#sandbox.files.list(this.folder, { depth: DEPTH });
    const present = new Set<string>();
    const written: DataFile[] = [];
    const sizes = new Map(given.map((file) => [file.path, file.bytes.byteLength]));
    for (const entry of entries) {
      if (entry.type !== "file") continue;
      const path = entry.path.slice(this.folder.length + 1);
      if (path.split("/").includes("__pycache__")) continue;
      present.add(path);
      const untouched = sizes.get(path) === entry.size && entry.modifiedTime?.getTime() === KNOWN_TIME_MS;
      if (!untouched) written.push({ path, bytes: await this.#sandbox.files.read(entry.path, { format: "bytes" }) });
    }
    return { written, deleted: given.map((file) => file.path).filter((path) => !present.has(path)) };
  }

  /** Removes what the run left in the sandbox; a sandbox that is gone has nothing left. */
  async clear(): Promise<void> {
    await Promise.allSettled([this.#removeContext(), this.#sandbox.files.remove(this.folder)]);
  }

  async #removeContext(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    if (context !== null) await this.#sandbox.removeCodeContext(context);
  }
}
