import type { GuestMessage } from "../protocol/guest-message.ts";

/** Asks the host for packages and waits for its answer, one question at a time. */
export class PackageDesk {
  readonly #send: (message: GuestMessage) => void;
  #resolve: ((names: readonly string[]) => void) | null = null;

  constructor(send: (message: GuestMessage) => void) {
    this.#send = send;
  }

  /** @returns the distributions that can be loaded now, dependencies first */
  ask(imports: readonly string[], distributions: readonly string[]): Promise<readonly string[]> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#send({ type: "wants", imports: imports.slice(0, 500), distributions: distributions.slice(0, 500) });
    });
  }

  answer(names: readonly string[]): void {
    this.#resolve?.(names);
    this.#resolve = null;
  }
}
