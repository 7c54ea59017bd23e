import type { CatalogueModel } from "#llm/port.ts";

/** The build of the same model for adapters without 16-bit shaders, or null: WebLLM's ids differ in nothing else. */
export function f32Build(model: CatalogueModel, models: readonly CatalogueModel[]): CatalogueModel | null {
  if (!model.needs.shaderF16) return null;
  const id = model.id.replace("q4f16", "q4f32");
  return models.find((candidate) => candidate.id === id && candidate.id !== model.id) ?? null;
}
