import { toBaseUrl } from "./base-url.ts";

/** Keys of servers, by address. They live as long as the page and are never stored or logged. */
export class SessionKeys {
  readonly #keys = new Map<string, string>();

  /** Null or the empty string forgets the key. */
  set(baseUrl: string, key: string | null): void {
    const address = toBaseUrl(baseUrl);
    if (address === null) return;
    const text = key?.trim() ?? "";
    if (text === "") this.#keys.delete(address);
    else this.#keys.set(address, text);
  }

  /** All keys of this session: what no log may hold. */
  all(): readonly string[] {
    return [...this.#keys.values()];
  }

  headersFor(baseUrl: string): Record<string, string> {
    const key = this.#keys.get(baseUrl);
    return key === undefined ? {} : { Authorization: `Bearer ${key}` };
  }
}
