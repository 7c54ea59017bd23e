import type { ExecutorKey } from "../port.ts";

/**
 * An E2B API key for as long as the page is open: never stored, logged, exported or put in a URL.
 * The field is private, so that no serialisation of this object can carry it.
 */
export class SessionKey implements ExecutorKey {
  readonly label = "E2B API key";
  #value: string | null = null;

  get present(): boolean {
    return this.#value !== null;
  }

  /** @returns whether the text can be a key: E2B's begin with `e2b_` and hold no spaces */
  set(text: string): boolean {
    const trimmed = text.trim();
    if (!/^e2b_[0-9A-Za-z_-]{8,200}$/.test(trimmed)) return false;
    this.#value = trimmed;
    return true;
  }

  get(): string | null {
    return this.#value;
  }

  forget(): void {
    this.#value = null;
  }
}
