import * as v from "valibot";
import type { Fault } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";
import type { CatalogueModel, EndpointAccess } from "../port.ts";
import { toBaseUrl } from "./base-url.ts";
import { responseFault } from "./response-fault.ts";
import type { SessionKeys } from "./session-keys.ts";

const listSchema = v.object({
  data: v.array(
    v.object({
      id: v.pipe(v.string(), v.nonEmpty()),
      /** llama.cpp: other names of the same model. */
      aliases: v.nullish(v.array(v.string())),
      /** vLLM. */
      max_model_len: v.nullish(v.number()),
      /** llama.cpp. */
      meta: v.nullish(v.object({ n_ctx: v.nullish(v.number()), n_ctx_train: v.nullish(v.number()), size: v.nullish(v.number()) })),
    }),
  ),
});

export interface ServedModel {
  readonly id: string;
  /** Other names that the server knows it by. */
  readonly aliases: readonly string[];
  /** Tokens, or null when the server does not tell. */
  readonly contextSize: number | null;
}

export type ServedModels = { readonly ok: true; readonly models: readonly ServedModel[] } | { readonly ok: false; readonly fault: Fault };

/** Asks a server which models it has. A server that has no such list answers with an empty one. */
export async function servedModels(baseUrl: string, keys: SessionKeys, signal: AbortSignal): Promise<ServedModels> {
  let response: Response;
  let body: string;
  try {
    response = await fetch(`${baseUrl}/models`, { headers: keys.headersFor(baseUrl), signal, cache: "no-store" });
    body = await response.text();
  } catch {
    return { ok: false, fault: signal.aborted && signal.reason?.name !== "TimeoutError" ? engineFault.loadStopped(false) : engineFault.unreachable(baseUrl) };
  }
  if (response.status === 404 || response.status === 405) return { ok: true, models: [] };
  if (!response.ok) return { ok: false, fault: responseFault(baseUrl, response, body, 0) };
  try {
    const { data } = v.parse(listSchema, JSON.parse(body));
    return {
      ok: true,
      models: data.map(({ id, aliases, max_model_len, meta }) => ({
        id,
        aliases: aliases ?? [],
        contextSize: max_model_len ?? meta?.n_ctx ?? meta?.n_ctx_train ?? null,
      })),
    };
  } catch {
    return { ok: false, fault: engineFault.endpoint(baseUrl, "it does not speak the OpenAI protocol") };
  }
}

/** Servers of the person's own, off until an address is typed. */
export function createEndpointAccess(keys: SessionKeys): EndpointAccess {
  return {
    setKey: (baseUrl, key) => keys.set(baseUrl, key),
    models: async (typed, signal) => {
      const baseUrl = toBaseUrl(typed);
      if (baseUrl === null) return { ok: false, fault: engineFault.endpoint(typed, "this is not an address") };
      const served = await servedModels(baseUrl, keys, signal);
      return served.ok ? { ok: true, models: served.models.map((model) => entry(baseUrl, model.id)) } : served;
    },
  };
}

function entry(baseUrl: string, model: string): CatalogueModel {
  const { host } = new URL(baseUrl);
  return {
    id: `endpoint:${baseUrl}#${model}`,
    engine: "endpoint",
    name: `${model} (${host})`,
    source: { kind: "endpoint", baseUrl, model },
    downloadBytes: null,
    memoryBytes: null,
    licence: "as the server's owner says",
    goodFor: `What ${host} serves: prompts with columns and first rows of your files leave this tab and go there`,
    needs: { webgpu: false, shaderF16: false },
    local: false,
  };
}
