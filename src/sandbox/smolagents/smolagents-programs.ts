import type { DefinedNames, ExecutionProgress, ExecutionRequest, SealedExecutor } from "../port.ts";
import { ownResult, packed } from "./smolagents-program.ts";

/** Programs in smolagents' interpreter, each in a clean one or in that of its session: the sealed sandbox keeps it, this what it has defined. */
export class SmolagentsPrograms {
  readonly #inner: SealedExecutor;
  readonly #imports: () => readonly string[];
  readonly #defined = new Map<string, DefinedNames>();

  constructor(inner: SealedExecutor, imports: () => readonly string[]) {
    this.#inner = inner;
    this.#imports = imports;
  }

  async run(request: ExecutionRequest, onProgress: (progress: ExecutionProgress) => void, signal: AbortSignal): Promise<ReturnType<typeof ownResult>> {
    const { session, code } = request;
    const first = session === undefined || this.#inner.defined(session) === null;
    const ran = ownResult(await this.#inner.execute(packed(request, this.#imports(), first), onProgress, signal), code);
    // A program that was stopped tells nothing: what there was before it is still there.
    if (session !== undefined) this.#defined.set(session, ran.outcome?.defined ?? (first ? {} : (this.#defined.get(session) ?? {})));
    return ran;
  }

  /** What a session has defined, or null when its next program starts clean. */
  defined(session: string): DefinedNames | null {
    if (this.#inner.defined(session) !== null) return this.#defined.get(session) ?? {};
    this.#defined.delete(session);
    return null;
  }

  restart(session: string): void {
    this.#defined.delete(session);
    this.#inner.restart(session);
  }
}
