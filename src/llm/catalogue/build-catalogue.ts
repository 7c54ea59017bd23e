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
    if (!byId.has(model.id)) byId.set(model.id, model);
  }
  return [...byId.values()];
}
