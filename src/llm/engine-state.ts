import type { EngineState } from "./port.ts";

/** The state of one engine and those who watch it. */
export class EngineStateCell {
  #state: EngineState = { kind: "empty" };
  readonly #listeners = new Set<(state: EngineState) => void>();

  get current(): EngineState {
    return this.#state;
  }

  set(state: EngineState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener(state);
  }

  /** @returns its own undo. */
  subscribe(listener: (state: EngineState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
