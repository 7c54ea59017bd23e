/**
 * smolagents' own LocalPythonExecutor as an executor: it interprets the program's syntax tree inside the sealed interpreter.
 * Its rules (authorised imports, allowed functions, operation counts) are a language of its own; what contains the program is the seal around it.
 */
import type {
  DefinedNames,
  EnvironmentFacts,
  Execution,
  ExecutionProgress,
  ExecutionRequest,
  Executor,
  ExecutorCapabilities,
  ExecutorState,
  ProgramSession,
  SealedExecutor,
  StepExecution,
} from "../port.ts";
import { faultError, toExecution } from "../remote/outcome.ts";
import { NAME, PACKAGE } from "./smolagents-program.ts";
import { SmolagentsPrograms } from "./smolagents-programs.ts";
import { describeRules, notesOnRules } from "./smolagents-rules.ts";
import { SmolagentsSession } from "./smolagents-session.ts";

export interface SmolagentsOptions {
  /** The sealed sandbox that everything runs in. */
  readonly inner: SealedExecutor;
  /** Imports authorised beside the package's own list, such as `json` or `numpy.*`; `*` for all that there are. Asked at each run. */
  readonly imports: () => readonly string[];
}

/** Runs programs in smolagents' interpreter inside the sealed sandbox. */
export class SmolagentsExecutor implements Executor {
  readonly name = NAME;
  readonly #inner: SealedExecutor;
  readonly #imports: () => readonly string[];
  readonly #programs: SmolagentsPrograms;

  constructor({ inner, imports }: SmolagentsOptions) {
    this.#inner = inner;
    this.#imports = imports;
    this.#programs = new SmolagentsPrograms(inner, imports);
  }

  get capabilities(): ExecutorCapabilities {
    return { ...this.#inner.capabilities, state: true };
  }

  get state(): ExecutorState {
    return this.#inner.state;
  }

  get notes(): readonly string[] {
    return notesOnRules(this.#imports());
  }

  subscribe(listener: (state: ExecutorState) => void): () => void {
    return this.#inner.subscribe(listener);
  }

  defined(session: string): DefinedNames | null {
    return this.#programs.defined(session);
  }

  restart(session: string): void {
    this.#programs.restart(session);
  }

  describe(session?: string): readonly string[] {
    const place = this.#inner.describe().filter((line) => !NOT_HERE.test(line));
    const kept = Object.entries((session === undefined ? null : this.defined(session)) ?? {}).map(([name, type]) => `${name} (${type})`);
    const alone = session === undefined ? ["Each run starts in a clean interpreter: define everything the program needs."] : [];
    return [
      ...describeRules(this.#imports()),
      ...place,
      ...alone,
      ...(kept.length === 0 ? [] : [`Defined by earlier runs, to use by name: ${kept.join(", ")}.`]),
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
    const absent = await this.#absent();
    if (absent !== null) return absent;
    return (await this.#programs.run(request, onProgress, signal)).execution;
  }

  openSession(name?: string): ProgramSession {
    const session = new SmolagentsSession(this.#programs, name);
    return {
      get alive() {
        return session.alive;
      },
      execute: async (request, onProgress, signal): Promise<StepExecution> => {
        const absent = await this.#absent();
        if (absent === null) return session.execute(request, onProgress, signal);
        return { ...absent, step: { finalAnswer: false, logs: "", lastOutput: "None", error: absent.result.error?.message ?? "" } };
      },
      close: () => session.close(),
    };
  }

  /** The sealed sandbox is shared: whoever made it closes it. */
  close(): void {}

  /** What a host without the package answers; null where it is there. */
  async #absent(): Promise<Execution | null> {
    const { packages, python } = await this.#inner.facts();
    if (packages[PACKAGE] !== undefined) return null;
    const environment = { executor: NAME, python, packages: {} };
    return toExecution({ status: "error", exitCode: null, error: faultError(ABSENT), durationMs: 0, environment });
  }
}

/** Of the sealed sandbox's own description: this interpreter knows no await, and its steps share their state. */
const NOT_HERE = /top-level await|clean interpreter/i;

const ABSENT = {
  code: "SK-EXECUTOR-ABSENT",
  message: "The smolagents package is not on this host.",
  advice: "Fetch it with `npm run assets -- --packages smolagents`, then reload.",
};
