import type { AssetCatalogue } from "#assets/port.ts";
import { buildCatalogue } from "#llm/catalogue/build-catalogue.ts";
import { rankModels } from "#llm/catalogue/rank-models.ts";
import { downloadGguf, ggufPresence, removeGguf } from "#llm/download/gguf-files.ts";
import { fitModel } from "#llm/fit-model.ts";
import type { CatalogueModel } from "#llm/port.ts";
import { probeDevice } from "#llm/probe-device.ts";
import { ScriptedModel } from "#llm/scripted/scripted-model.ts";
import { createWllamaModel } from "#llm/wllama/create-wllama-model.ts";
import type { ModelActions } from "#state/store-ports.ts";

/**
 * Engines, catalogue and model files of this page.
 * @param custom models that the deployment offers beside the built-in list
 */
export function createModelActions(catalogue: AssetCatalogue, custom: readonly CatalogueModel[]): ModelActions {
  return {
    engines: [createWllamaModel({ facts: probeDevice }), new ScriptedModel()],
    catalogue: async () => ({ models: buildCatalogue(catalogue.models, custom), problems: catalogue.problems }),
    facts: probeDevice,
    fit: (model, facts) => fitModel(model, facts),
    rank: rankModels,
    store: {
      presence: async ({ source }) => (source.kind === "gguf-url" ? ggufPresence(source) : { kind: "absent" }),
      download: async ({ source }, onProgress, signal) => (source.kind === "gguf-url" ? downloadGguf(source, onProgress, signal) : null),
      remove: async ({ source }) => (source.kind === "gguf-url" ? { ok: true, freedBytes: await removeGguf(source) } : { ok: true, freedBytes: 0 }),
    },
    endpoints: null,
  };
}
