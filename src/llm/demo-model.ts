import type { CatalogueModel } from "./port.ts";

/** The recorded replies as an entry of the catalogue. Always labelled, never passed off as a model. */
export const demoModel: CatalogueModel = {
  id: "demo",
  engine: "scripted",
  name: "Demo replies",
  source: { kind: "scripted" },
  downloadBytes: 0,
  memoryBytes: 0,
  licence: "MIT",
  goodFor: "Seeing how Skep works before any download: recorded replies for a few tasks, no language model",
  needs: { webgpu: false, shaderF16: false },
  local: true,
};
