import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { UsageError } from "./usage-error.mjs";

/**
 * A model named by path is served to the page as one more file.
 * @param {string | undefined} model
 * @returns {{ path: string, mounts: readonly import("../../scripts/lib/server.mjs").Mount[] } | null}
 */
export function localModel(model) {
  if (model === undefined) return null;
  const looksLikePath = model.endsWith(".gguf") || model.includes("/");
  if (!existsSync(model) || !statSync(model).isFile()) {
    if (looksLikePath && !/^https?:/.test(model)) throw new UsageError(`--model ${model}: no such file`);
    return null;
  }
  const path = `/local-model/${encodeURIComponent(basename(model))}`;
  return { path, mounts: [{ path, file: resolve(model) }] };
}
