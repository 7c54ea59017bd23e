import { demoModel } from "../demo-model.ts";
import type { CatalogueModel } from "../port.ts";
import { ggufModels } from "./gguf-models.ts";
import { webllmModels } from "./webllm-models.ts";

/**
 * All models that Skep offers, without doubles: the ones that came with this installation, a person's own, the published ones, and the demo last.
 * @param local From the asset manifest.
 * @param custom From the person's list.
 */
export function buildCatalogue(local: readonly CatalogueModel[], custom: readonly CatalogueModel[]): readonly CatalogueModel[] {
  const byId = new Map<string, CatalogueModel>();
  for (const model of [...local, ...custom, ...webllmModels, ...ggufModels, demoModel]) {
    if (!byId.has(model.id)) byId.set(model.id, withRecord(model));
  }
  return [...byId.values()];
}

/** A model that names only an id of WebLLM's list gets the addresses of its files. */
function withRecord(model: CatalogueModel): CatalogueModel {
  const { source } = model;
  if (source.kind !== "webllm" || source.record !== null) return model;
  const known = webllmModels.find((candidate) => candidate.source.kind === "webllm" && candidate.source.id === source.id);
  return known === undefined ? model : { ...model, source: known.source };
}
