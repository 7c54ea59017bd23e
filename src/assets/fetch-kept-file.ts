import type { KeptFiles } from "./kept-files.ts";
import type { AssetFile } from "./port.ts";
import { type FileResult, fetchVerifiedFile, verifyBytes } from "./verify-file.ts";

/**
 * A file of this host: the copy that the browser keeps, where there is one and its bytes are still right, else from the host.
 * @param base address of the folder that the file's path is relative to
 */
export async function fetchKeptFile(base: URL, file: AssetFile, kept: KeptFiles, signal: AbortSignal): Promise<FileResult> {
  const copy = globalThis.crypto?.subtle === undefined ? null : await kept.read(file);
  if (copy !== null) {
    const checked = await verifyBytes(file, await copy.arrayBuffer());
    if (checked.ok) return checked;
    await kept.drop(file);
  }
  const fetched = await fetchVerifiedFile(base, file, signal);
  if (fetched.ok) kept.offer(file, fetched.blob);
  return fetched;
}
