/** The files of a compiled model as WebLLM looks for them: in which cache, under which address. */
import * as v from "valibot";
import type { CacheFile } from "../download/fill-cache.ts";

/** WebLLM's own names of its caches. */
export const CONFIG_CACHE = "webllm/config";
export const WASM_CACHE = "webllm/wasm";
export const MODEL_CACHE = "webllm/model";

const configSchema = v.object({ tokenizer_files: v.array(v.string()), context_window_size: v.optional(v.number()) });
const indexSchema = v.object({ records: v.array(v.object({ dataPath: v.string(), nbytes: v.number(), md5sum: v.optional(v.string()) })) });

/** Where a model's files are, all absolute. */
export interface MlcAddresses {
  /** Ends in a slash. */
  readonly folder: string;
  readonly config: string;
  readonly index: string;
  readonly library: string;
}

/** @param model address of the model; `resolve/main/` is appended as WebLLM does, unless it names a branch already. */
export function mlcAddresses(model: string, modelLib: string): MlcAddresses {
  let folder = model.endsWith("/") ? model : `${model}/`;
  if (!/\/resolve\/[^/]+\/$/.test(folder)) folder += "resolve/main/";
  return { folder, config: `${folder}mlc-chat-config.json`, index: `${folder}tensor-cache.json`, library: modelLib };
}

/** The small files that tell which others there are. */
export function headFiles(addresses: MlcAddresses): readonly CacheFile[] {
  return [
    { cache: CONFIG_CACHE, url: addresses.config, bytes: null, md5: null },
    { cache: WASM_CACHE, url: addresses.library, bytes: null, md5: null },
    { cache: MODEL_CACHE, url: addresses.index, bytes: null, md5: null },
  ];
}

export type ModelFiles = { readonly ok: true; readonly files: readonly CacheFile[] } | { readonly ok: false; readonly detail: string };

/** The tokenizer and the weights, as the config and the index tell. */
export function bodyFiles(addresses: MlcAddresses, configText: string, indexText: string): ModelFiles {
  try {
    const config = v.parse(configSchema, JSON.parse(configText));
    const tokenizer = ["tokenizer.json", "tokenizer.model"].find((name) => config.tokenizer_files.includes(name));
    if (tokenizer === undefined) return { ok: false, detail: "mlc-chat-config.json names no tokenizer that WebLLM knows" };
    const { records } = v.parse(indexSchema, JSON.parse(indexText));
    const shards = records.map(({ dataPath, nbytes, md5sum }) => ({
      cache: MODEL_CACHE,
      url: new URL(dataPath, addresses.folder).href,
      bytes: nbytes,
      md5: md5sum?.toLowerCase() ?? null,
    }));
    return { ok: true, files: [{ cache: MODEL_CACHE, url: new URL(tokenizer, addresses.folder).href, bytes: null, md5: null }, ...shards] };
  } catch (error) {
    return { ok: false, detail: `mlc-chat-config.json or tensor-cache.json cannot be read (${error instanceof Error ? error.message : String(error)})` };
  }
}
