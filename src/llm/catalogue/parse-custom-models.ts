import * as v from "valibot";
import type { CatalogueModel } from "../port.ts";

const bytes = v.pipe(v.number(), v.integer(), v.minValue(0));
const shared = {
  name: v.optional(v.pipe(v.string(), v.nonEmpty())),
  licence: v.optional(v.string()),
  downloadBytes: v.optional(bytes),
  memoryBytes: v.optional(bytes),
};
const address = v.pipe(v.string(), v.nonEmpty());

/** WebLLM's own record, as its documentation and other apps write it. */
const webllmRecord = v.object({
  ...shared,
  model_id: v.pipe(v.string(), v.nonEmpty()),
  model: address,
  model_lib: address,
  vram_required_MB: v.optional(v.pipe(v.number(), v.minValue(0))),
  required_features: v.optional(v.array(v.string())),
  overrides: v.optional(v.looseObject({ context_window_size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))) })),
});

/** A GGUF by its address, or by those of its parts in order. */
const ggufRecord = v.object({
  ...shared,
  id: v.pipe(v.string(), v.nonEmpty()),
  gguf: v.union([address, v.pipe(v.array(address), v.minLength(1))]),
  sha256: v.optional(v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)))),
});

const DEFAULT_CONTEXT = 4096;

export interface CustomModels {
  readonly models: readonly CatalogueModel[];
  /** What could not be read, each with its place in the list. */
  readonly problems: readonly string[];
}

/**
 * Reads a person's own model list: an array of WebLLM records and of `{id, gguf}` entries. A bad entry is left out and named.
 * @param text JSON.
 * @param baseUrl What relative addresses start from, so that a list can lie beside its models on any host, a USB stick's server included.
 */
export function parseCustomModels(text: string, baseUrl: string): CustomModels {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    return { models: [], problems: [`The model list is not JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  if (typeof list === "object" && list !== null && "model_list" in list) list = list.model_list;
  if (!Array.isArray(list)) return { models: [], problems: ["The model list must be an array."] };
  const models: CatalogueModel[] = [];
  const problems: string[] = [];
  for (const [index, item] of list.entries()) {
    try {
      models.push(readEntry(item, baseUrl));
    } catch (error) {
      problems.push(`Entry ${index}: ${problemText(error)}`);
    }
  }
  return { models, problems };
}

function readEntry(item: unknown, baseUrl: string): CatalogueModel {
  const isGguf = typeof item === "object" && item !== null && "gguf" in item;
  return isGguf ? ggufEntry(v.parse(ggufRecord, item), baseUrl) : webllmEntry(v.parse(webllmRecord, item), baseUrl);
}

function webllmEntry(record: v.InferOutput<typeof webllmRecord>, baseUrl: string): CatalogueModel {
  const memory = record.memoryBytes ?? (record.vram_required_MB === undefined ? null : Math.round(record.vram_required_MB * 1024 * 1024));
  return {
    id: record.model_id,
    engine: "webllm",
    name: record.name ?? record.model_id,
    source: {
      kind: "webllm",
      id: record.model_id,
      record: {
        model: new URL(record.model, baseUrl).href,
        modelLib: new URL(record.model_lib, baseUrl).href,
        contextSize: record.overrides?.context_window_size ?? DEFAULT_CONTEXT,
      },
    },
    downloadBytes: record.downloadBytes ?? null,
    memoryBytes: memory,
    licence: record.licence ?? "unknown",
    goodFor: "Your own model",
    needs: { webgpu: true, shaderF16: record.required_features?.includes("shader-f16") ?? /q\df16/.test(record.model_id) },
    local: false,
  };
}

function ggufEntry(record: v.InferOutput<typeof ggufRecord>, baseUrl: string): CatalogueModel {
  const urls = (typeof record.gguf === "string" ? [record.gguf] : record.gguf).map((url) => new URL(url, baseUrl).href);
  if (record.sha256 !== undefined && record.sha256.length !== urls.length) throw new Error(`sha256 has ${record.sha256.length} sums for ${urls.length} files`);
  return {
    id: record.id,
    engine: "wllama",
    name: record.name ?? record.id,
    source: { kind: "gguf-url", urls, ...(record.sha256 === undefined ? {} : { sha256: record.sha256 }) },
    downloadBytes: record.downloadBytes ?? null,
    memoryBytes: record.memoryBytes ?? null,
    licence: record.licence ?? "unknown",
    goodFor: "Your own model",
    needs: { webgpu: false, shaderF16: false },
    local: false,
  };
}

function problemText(error: unknown): string {
  if (error instanceof v.ValiError) {
    const issue: v.BaseIssue<unknown> = error.issues[0];
    return `${v.getDotPath(issue) ?? "entry"}: ${issue.message}`;
  }
  return error instanceof Error ? error.message : String(error);
}
