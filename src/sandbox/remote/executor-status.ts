import type { ExecutorState } from "../port.ts";

/** An executor's state and those who watch it. */
export class ExecutorStatus {
  #state: ExecutorState = { kind: "cold" };
  readonly #listeners = new Set<(state: ExecutorState) => void>();

  get state(): ExecutorState {
    return this.#state;
  }

  set(state: ExecutorState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  /** Calls back on each change; returns its own undo. */
  subscribe(listener: (state: ExecutorState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
