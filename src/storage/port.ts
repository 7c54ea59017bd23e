import type { DataFile, FileReference } from "#domain/data-file.ts";
import type { Settings } from "#domain/settings.ts";

/** File contents by SHA-256: the same bytes are kept once. */
export interface FileStore {
  /** @throws never for a full disk: answers with `ok: false` and says why. */
  put(file: DataFile): Promise<{ readonly ok: true; readonly reference: FileReference } | { readonly ok: false; readonly message: string }>;
  get(sha256: string): Promise<Uint8Array | null>;
}

export interface SettingsStore {
  /** Stored values over the defaults; a stored value that does not validate is left out and named. */
  load(): Promise<{ readonly settings: Settings; readonly problems: readonly string[] }>;
  save(settings: Settings): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }>;
}
