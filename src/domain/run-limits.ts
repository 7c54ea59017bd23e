import type { Settings } from "./settings.ts";

/** The bounds of one run, as the settings have them: the shape that every executor's request takes. */
export function runLimits({ timeoutMs, outputLimit, memoryMiB, fileLimit, fileMiB, messageLimit }: Settings) {
  return { timeoutMs, outputLimit, memoryMiB, fileLimit, fileMiB, messageLimit };
}
