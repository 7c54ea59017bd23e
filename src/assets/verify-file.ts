import { messageOf } from "#domain/fault.ts";
import { sha256 } from "#domain/sha256.ts";
import type { AssetCatalogue, AssetFile } from "./port.ts";

/** How a file reached the page, or why not. */
export type FileResult = Awaited<ReturnType<AssetCatalogue["fetchFile"]>>;

/**
 * Fetches a file and checks size and SHA-256. A copy that does not match is asked for once more past the browser's
 * cache: it may be one of an earlier installation.
 * @param base address of the folder that the file's path is relative to
 */
export async function fetchVerifiedFile(base: URL, file: AssetFile, signal: AbortSignal): Promise<FileResult> {
  if (globalThis.crypto?.subtle === undefined) {
    return { ok: false, message: "This page cannot check its files, because it was not opened over https or from this machine." };
  }
  let result = await fetchOnce(base, file, signal, "default");
  if (!result.ok && result.changed) result = await fetchOnce(base, file, signal, "reload");
  return result.ok ? { ok: true, blob: result.blob } : { ok: false, message: result.message };
}

type Once = { readonly ok: true; readonly blob: Blob } | { readonly ok: false; readonly message: string; readonly changed: boolean };

async function fetchOnce(base: URL, file: AssetFile, signal: AbortSignal, cache: RequestCache): Promise<Once> {
  try {
    const response = await fetch(new URL(file.path, base), { signal, cache });
    if (!response.ok) return { ok: false, message: `${file.path} is missing on this host (status ${response.status}).`, changed: false };
    return await verifyBytes(file, await response.arrayBuffer());
  } catch (thrown) {
    if (signal.aborted) return { ok: false, message: `Fetching ${file.path} was stopped.`, changed: false };
    return { ok: false, message: `${file.path} could not be fetched: ${messageOf(thrown)}`, changed: false };
  }
}

/** Whether the bytes are those of the file, by size and SHA-256. */
export async function verifyBytes(file: AssetFile, bytes: ArrayBuffer): Promise<Once> {
  if (bytes.byteLength !== file.size) {
    return { ok: false, message: `${file.path} has ${bytes.byteLength} bytes instead of ${file.size}.`, changed: true };
  }
  if ((await sha256(new Uint8Array(bytes))) !== file.sha256)
    return { ok: false, message: `${file.path} is not the file that was fetched (its SHA-256 differs).`, changed: true };
  return { ok: true, blob: new Blob([bytes]) };
}
