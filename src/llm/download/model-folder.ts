const FOLDER = "skep-models";

/** What is known of a file that is kept or on its way; lies beside it as JSON. */
export interface FileNote {
  readonly url: string;
  readonly etag: string | null;
  readonly total: number | null;
  /** Set once the length, and the checksum where one is known, were right. */
  readonly complete: boolean;
  /** Whether its checksum was known and right. */
  readonly checked?: boolean;
}

/** The folder of downloaded model files in the origin's private file system. */
export async function openModelFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** A file name that is the same for the same address and tells a person which file it is. */
export async function fileNameFor(url: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(url)));
  const prefix = [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const base = new URL(url).pathname.split("/").at(-1) ?? "model.gguf";
  return `${prefix}-${decodeURIComponent(base).replace(/[^\w.-]/g, "_")}`;
}

export const noteNameFor = (name: string): string => `${name}.json`;

/** @returns null when there is no such file. */
export async function findFile(folder: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile();
  } catch {
    return null;
  }
}

/** @returns null when there is none or it cannot be read; the file is then as good as absent. */
export async function readNote(folder: FileSystemDirectoryHandle, name: string): Promise<FileNote | null> {
  const file = await findFile(folder, noteNameFor(name));
  if (file === null) return null;
  try {
    const note: unknown = JSON.parse(await file.text());
    return isNote(note) ? note : null;
  } catch {
    return null;
  }
}

function isNote(value: unknown): value is FileNote {
  if (typeof value !== "object" || value === null) return false;
  const note = value as Partial<Record<keyof FileNote, unknown>>;
  return (
    typeof note.url === "string" &&
    (note.etag === null || typeof note.etag === "string") &&
    (note.total === null || typeof note.total === "number") &&
    typeof note.complete === "boolean"
  );
}

/** Deletes a file and its note. @returns the bytes freed. */
export async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<number> {
  const bytes = (await findFile(folder, name))?.size ?? 0;
  for (const entry of [name, noteNameFor(name)]) {
    if ((await findFile(folder, entry)) !== null) await folder.removeEntry(entry);
  }
  return bytes;
}
