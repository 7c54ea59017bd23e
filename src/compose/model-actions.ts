import type { AssetCatalogue } from "#assets/port.ts";
import { DEFAULT_SETTINGS, type Settings } from "#domain/settings.ts";
import { buildCatalogue } from "#llm/catalogue/build-catalogue.ts";
import { rankModels } from "#llm/catalogue/rank-models.ts";
import { createModelStore } from "#llm/create-model-store.ts";
import { createEndpointAccess } from "#llm/endpoint/endpoint-access.ts";
import { EndpointModel } from "#llm/endpoint/endpoint-model.ts";
import type { SessionKeys } from "#llm/endpoint/session-keys.ts";
import { fitModel } from "#llm/fit-model.ts";
import type { CatalogueModel } from "#llm/port.ts";
import { probeDevice } from "#llm/probe-device.ts";
import { ScriptedModel } from "#llm/scripted/scripted-model.ts";
import { createWebllmModel } from "#llm/webllm/create-webllm-model.ts";
import { createWllamaModel } from "#llm/wllama/create-wllama-model.ts";
import type { ModelActions, OwnModels } from "#state/store-ports.ts";

/**
 * Engines, catalogue and model files of this page.
 * @param custom models that the deployment offers beside the built-in list
 * @param own models that the person added
 * @param keys of the person's servers, which the log hides
 */
export function createModelActions(catalogue: AssetCatalogue, custom: readonly CatalogueModel[], own: OwnModels, keys: SessionKeys): ModelActions {
  let webllmCache: Settings["webllmCache"] = DEFAULT_SETTINGS.webllmCache;
  const cache = (): Settings["webllmCache"] => webllmCache;
  return {
    engines: [createWebllmModel({ facts: probeDevice, cache }), createWllamaModel({ facts: probeDevice }), new EndpointModel(keys), new ScriptedModel()],
    catalogue: async () => ({ models: buildCatalogue(catalogue.models, custom), problems: catalogue.problems }),
    facts: probeDevice,
    fit: fitModel,
    rank: rankModels,
    store: createModelStore(cache),
    keepWebllmIn: (place) => {
      webllmCache = place;
    },
    own,
    endpoints: createEndpointAccess(keys),
  };
}
