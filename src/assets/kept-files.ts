import { messageOf } from "#domain/fault.ts";
import type { AssetFile } from "./port.ts";

const CACHE = "skep-fetched";

/**
 * The fetched files that this browser keeps, so that they are there without their host. A file is known by its path and its
 * SHA-256; whoever reads one checks its bytes again. Nothing is kept before `start`, and then one file at a time, behind what
 * the person waits for.
 */
export class KeptFiles {
  readonly #base: URL;
  readonly #waiting: { readonly file: AssetFile; readonly blob: Blob }[] = [];
  readonly #kept = new Set<string>();
  #started = false;
  #writing: Promise<void> = Promise.resolve();
  /** Why the last file could not be kept, in words for a person; null while all is well. */
  problem: string | null = null;

  /** @param base address of the folder that the files' paths are relative to */
  constructor(base: URL) {
    this.#base = base;
  }

  /** Whether the file is known to be kept. Complete after `start`. */
  has(file: AssetFile): boolean {
    return this.#kept.has(this.#address(file));
  }

  /** @returns the bytes as they were kept, unchecked; null when there are none */
  async read(file: AssetFile): Promise<Blob | null> {
    try {
      const answer = await (await open())?.match(this.#address(file));
      return (await answer?.blob()) ?? null;
    } catch {
      return null;
    }
  }

  /** Gives a verified file to be kept, once keeping has started. */
  offer(file: AssetFile, blob: Blob): void {
    if (this.#kept.has(this.#address(file))) return;
    this.#waiting.push({ file, blob });
    if (this.#started) this.#writeOn();
  }

  /** Removes a kept file whose bytes were found changed. */
  async drop(file: AssetFile): Promise<void> {
    this.#kept.delete(this.#address(file));
    await (await open())?.delete(this.#address(file));
  }

  /**
   * Starts to keep: what was offered, and what will be.
   * @param listed all files of the host; what was kept of earlier ones is removed. Null when the host did not answer.
   * @returns when all that was offered is kept, or could not be: see `problem`
   */
  async start(listed: readonly AssetFile[] | null): Promise<void> {
    const wanted = listed === null ? null : new Set(listed.map((file) => this.#address(file)));
    try {
      const cache = await open();
      for (const { url } of (await cache?.keys()) ?? []) {
        if (wanted === null || wanted.has(url)) this.#kept.add(url);
        else await cache?.delete(url);
      }
    } catch (thrown) {
      this.problem = messageOf(thrown);
    }
    this.#started = true;
    this.#writeOn();
    await this.settled();
  }

  /** Waits until nothing more is being written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  #writeOn(): void {
    this.#writing = this.#writing.then(async () => {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await this.#write(next.file, next.blob);
    });
  }

  async #write(file: AssetFile, blob: Blob): Promise<void> {
    try {
      const cache = await open();
      if (cache === null) return;
      await cache.put(this.#address(file), new Response(blob));
      this.#kept.add(this.#address(file));
      this.problem = null;
    } catch (thrown) {
      const full = thrown instanceof DOMException && thrown.name === "QuotaExceededError";
      this.problem = full ? "this browser gives Skep no more room" : messageOf(thrown);
    }
  }

  #address(file: AssetFile): string {
    const address = new URL(file.path, this.#base);
    address.searchParams.set("sha256", file.sha256);
    return address.href;
  }
}

/** Null where the browser keeps nothing for this page: without https, in some private windows. */
async function open(): Promise<Cache | null> {
  return typeof caches === "undefined" ? null : caches.open(CACHE);
}
