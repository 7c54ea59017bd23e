import type { ExecutionLimits } from "#sandbox/port.ts";
import type { RunLimits } from "../protocol/limits.ts";

const BYTES_PER_MIB = 1024 * 1024;

/** The bounds of a run: the request's own, else the executor's. */
export function limitsOf({ outputLimit, fileLimit, fileMiB, messageLimit }: ExecutionLimits, own: RunLimits): RunLimits {
  const fileBytes = fileMiB === undefined ? own.fileBytes : fileMiB * BYTES_PER_MIB;
  return {
    ...own,
    outputCharacters: outputLimit,
    fileCount: fileLimit ?? own.fileCount,
    fileBytes,
    storageBytes: Math.max(own.storageBytes, fileBytes),
    messageCount: messageLimit ?? own.messageCount,
  };
}
