/**
 * smolagents' own LocalPythonExecutor as an executor: it interprets the program's syntax tree inside the sealed interpreter.
 * Its rules (authorised imports, allowed functions, operation counts) are a language of its own; what contains the program is the seal around it.
 *
 *   program     goes in as .skep/program.py, so that the packages it imports are found and loaded as usual
 *   driver      skep_smolagents.py runs it and writes .skep/outcome.json; its value is the run's value
 *   result      the sealed run's result, with the program's own error and exit code, without those files
 */
import type { DataFile } from "#domain/data-file.ts";
import type { EnvironmentFacts, Execution, ExecutionProgress, ExecutionRequest, Executor, ExecutorCapabilities, ExecutorState } from "../port.ts";
import { faultError, toExecution } from "../remote/outcome.ts";
import driver from "./skep_smolagents.py?raw";
import { outcomeError, readOutcome } from "./smolagents-outcome.ts";

const NAME = "smolagents";
const FOLDER = ".skep/";
const PACKAGE = "smolagents";

export interface SmolagentsOptions {
  /** The sealed sandbox that everything runs in. */
  readonly inner: Executor;
  /** Imports authorised beside the package's own list, such as `json` or `numpy.*`; `*` for all that there are. */
  readonly imports: readonly string[];
}

/** Runs programs in smolagents' interpreter inside the sealed sandbox. */
export class SmolagentsExecutor implements Executor {
  readonly name = NAME;
  readonly capabilities: ExecutorCapabilities;
  readonly #inner: Executor;
  readonly #imports: readonly string[];

  constructor({ inner, imports }: SmolagentsOptions) {
    this.#inner = inner;
    this.#imports = imports;
    this.capabilities = { ...inner.capabilities, state: false };
  }

  get state(): ExecutorState {
    return this.#inner.state;
  }

  subscribe(listener: (state: ExecutorState) => void): () => void {
    return this.#inner.subscribe(listener);
  }

  describe(): readonly string[] {
    const all = this.#imports.includes("*");
    return [
      "The code runs in smolagents' LocalPythonExecutor, which interprets a part of Python.",
      "Not supported: match, :=, async and await, yield, global, eval, exec, and access to names with double underscores. print takes values only: sep, end and file are ignored.",
      all
        ? "Every import that is installed is authorised."
        : `Authorised imports: collections, datetime, itertools, math, queue, random, re, stat, statistics, time, unicodedata${this.#imports.map((name) => `, ${name}`).join("")}. No others.`,
      "A loop may make 1,000,000 rounds and a program 10,000,000 operations: use numpy or pandas for large data.",
      "final_answer(value) ends the program with its answer. open() and display() are there.",
      ...this.#inner.describe(),
    ];
  }

  async facts(): Promise<EnvironmentFacts> {
    return { ...(await this.#inner.facts()), executor: NAME };
  }

  prepare(): Promise<void> {
    return this.#inner.prepare();
  }

  compile(code: string): ReturnType<Executor["compile"]> {
    return this.#inner.compile(code);
  }

  async execute(request: ExecutionRequest, onProgress: (progress: ExecutionProgress) => void, signal: AbortSignal): Promise<Execution> {
    const { packages, python } = await this.#inner.facts();
    const environment = { executor: NAME, python, packages: {} };
    if (packages[PACKAGE] === undefined) return toExecution({ status: "error", exitCode: null, error: faultError(ABSENT), durationMs: 0, environment });
    const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
    const files: readonly DataFile[] = [
      ...request.files,
      { path: `${FOLDER}program.py`, bytes: encode(request.code) },
      { path: `${FOLDER}skep_smolagents.py`, bytes: encode(driver) },
    ];
    const execution = await this.#inner.execute({ code: this.#program(), files, limits: request.limits }, onProgress, signal);
    return ownResult(execution, request.code);
  }

  /** The sealed sandbox is shared: whoever made it closes it. */
  close(): void {}

  /** The first line is a notebook's way to ask for a package, which the sandbox understands and Python does not see. */
  #program(): string {
    return [
      `%pip install ${PACKAGE}`,
      "import sys",
      `sys.path.insert(0, ${JSON.stringify(FOLDER)})`,
      "import skep_smolagents",
      "del sys.path[0]",
      `skep_smolagents.run(${JSON.stringify(this.#imports)})`,
    ].join("\n");
  }
}

const ABSENT = {
  code: "SK-EXECUTOR-ABSENT",
  message: "The smolagents package is not on this host.",
  advice: "Fetch it with `npm run assets -- --packages smolagents`, then reload.",
};

function ownResult({ result, files }: Execution, code: string): Execution {
  const outcomeFile = files.find((file) => file.path === `${FOLDER}outcome.json`);
  const outcome = outcomeFile === undefined ? null : readOutcome(outcomeFile.bytes);
  const own = {
    ...result,
    files: result.files.filter((file) => !file.path.startsWith(FOLDER)),
    environment: { ...result.environment, executor: NAME },
    // Without an outcome the program never came to an end: places in the driver mean nothing to its author.
    error: result.error === null ? null : { ...result.error, frames: [], traceback: "" },
  };
  const kept = files.filter((file) => !file.path.startsWith(FOLDER));
  if (outcome === null || result.status !== "ok") return { result: own, files: kept };
  const error = outcomeError(outcome, code);
  return { result: { ...own, status: outcome.exitCode === 0 ? "ok" : "error", exitCode: outcome.exitCode, error }, files: kept };
}
