import { engineFault } from "../engine-fault.ts";
import type { CatalogueModel, FolderFile, ImportAnswer } from "../port.ts";
import type { WebllmCache } from "./engine-messages.ts";
import { mlcAddresses } from "./mlc-files.ts";

const CONTEXT_SIZE = 4096;
const FOLDER = "own-models/";

export type FolderModel =
  | { readonly ok: true; readonly model: CatalogueModel; readonly files: ReadonlyMap<string, Blob> }
  | Extract<ImportAnswer, { readonly ok: false }>;

/**
 * Reads a folder from disk as a model compiled for WebLLM: its config, weights, tokenizer and library, at any depth.
 * It gets addresses of its own on this origin, under which its files are kept; nothing is ever fetched from there.
 * @param base of the application
 * @returns the entry, and each file by its address
 */
export async function folderModel(picked: readonly FolderFile[], base: string): Promise<FolderModel> {
  const bad = (detail: string): FolderModel => ({ ok: false, fault: engineFault.badModel(detail) });
  const byName = new Map(picked.map((file) => [file.path.split("/").at(-1) ?? "", file.blob]));
  const config = byName.get("mlc-chat-config.json");
  const library = [...byName.keys()].find((name) => name.toLowerCase().endsWith(".wasm"));
  if (config === undefined) return bad("the folder has no mlc-chat-config.json.");
  if (!byName.has("tensor-cache.json")) return bad("the folder has no tensor-cache.json, which lists the weights.");
  if (library === undefined) return bad("the folder has no library (.wasm): put it beside the weights.");
  const name = picked[0]?.path.split("/").at(0) ?? "model";
  const model = new URL(`${FOLDER}${encodeURIComponent(name)}/`, base).href;
  const addresses = mlcAddresses(model, new URL(encodeURIComponent(library), model).href);
  const files = new Map([...byName].map(([file, blob]) => [file === library ? addresses.library : new URL(file, addresses.folder).href, blob]));
  const bytes = [...byName.values()].reduce((sum, blob) => sum + blob.size, 0);
  return {
    ok: true,
    files,
    model: {
      id: `own:${model}`,
      engine: "webllm",
      name,
      source: { kind: "webllm", id: name, record: { model, modelLib: addresses.library, contextSize: await contextSizeOf(config) } },
      downloadBytes: bytes,
      memoryBytes: null,
      licence: "as its publisher says",
      goodFor: "Added from a folder on disk",
      needs: { webgpu: true, shaderF16: /q4f16|q0f16/.test(name) },
      local: false,
    },
  };
}

/** Where WebLLM looks for a model: what came from a folder is in the Cache API whatever is chosen for downloads. */
export function cacheFor(model: string, chosen: WebllmCache): WebllmCache {
  return model.includes(`/${FOLDER}`) ? "cache" : chosen;
}

/** What the model's own config allows, but no more than the tab's memory is asked to hold by default. */
async function contextSizeOf(config: Blob): Promise<number> {
  try {
    const { context_window_size: size } = JSON.parse(await config.text()) as { readonly context_window_size?: unknown };
    return typeof size === "number" && size > 0 ? Math.min(size, CONTEXT_SIZE) : CONTEXT_SIZE;
  } catch {
    return CONTEXT_SIZE;
  }
}
