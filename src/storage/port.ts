import type { DataFile, FileReference } from "#domain/data-file.ts";
import type { Fault } from "#domain/fault.ts";
import type { Settings } from "#domain/settings.ts";

/** File contents by SHA-256: the same bytes are kept once. */
export interface FileStore {
  /** @throws never for a full disk: answers with `ok: false` and says why. */
  put(file: DataFile): Promise<{ readonly ok: true; readonly reference: FileReference } | { readonly ok: false; readonly message: string }>;
  get(sha256: string): Promise<Uint8Array | null>;
}

export interface SettingsStore {
  /** Stored values over the defaults; a stored value that does not validate is left out and named. */
  load(): Promise<{
    readonly settings: Settings;
    readonly problems: readonly string[];
    /** Settings that the deployment has fixed: `save` leaves them as they are. */
    readonly locked: readonly (keyof Settings)[];
  }>;
  save(settings: Settings): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }>;
}

/**
 * Whether the storage of this browser answers. Reads have no room for a failure in their answer (they say "nothing here"):
 * what went wrong is told here, so that an empty list is never mistaken for an empty history.
 */
export interface StorageHealth {
  /** The last failure, or null while all is well. */
  readonly fault: Fault | null;
  report(fault: Fault): void;
  /** Takes back the last report, when it is this one. */
  recover(fault: Fault): void;
  /** Calls back on each report, and with null when one is taken back; returns its own undo. */
  subscribe(listener: (fault: Fault | null) => void): () => void;
}
