import type { CatalogueModel, ModelSource } from "#llm/port.ts";
import type { ManifestModel } from "./manifest-schema.ts";

/**
 * A fetched model as the engines know models: with absolute addresses.
 * @param base address of the manifest's folder
 */
export function toCatalogueModel(model: ManifestModel, base: URL): CatalogueModel {
  const files = model.webllm === null ? model.files : [...model.files, model.webllm.library];
  return {
    id: model.id,
    engine: model.engine,
    name: model.name,
    source: sourceOf(model, base),
    downloadBytes: files.reduce((sum, file) => sum + file.size, 0),
    memoryBytes: model.memoryBytes,
    licence: model.licence,
    goodFor: model.goodFor,
    needs: model.needs,
    local: true,
  };
}

function sourceOf(model: ManifestModel, base: URL): ModelSource {
  if (model.webllm === null)
    return { kind: "gguf-url", urls: model.files.map((file) => new URL(file.path, base).href), sha256: model.files.map((file) => file.sha256) };
  const { modelId, folder, library } = model.webllm;
  return {
    kind: "webllm",
    id: modelId,
    record: { model: new URL(folder, base).href, modelLib: new URL(library.path, base).href, contextSize: model.contextSize },
  };
}
