/** @typedef {import("./model-list.mjs").ModelOffer} ModelOffer */

/** Licences by family, as the models' own pages state them; the first match counts. */
const LICENCES = /** @type {readonly (readonly [RegExp, string])[]} */ ([
  [/^Llama-3\.2/, "Llama 3.2 Community License"],
  [/^Llama-3\.1/, "Llama 3.1 Community License"],
  [/^Llama-3/, "Llama 3 Community License"],
  [/^Qwen2\.5(-Coder)?-3B/, "Qwen Research License"],
  [/^Qwen/, "Apache-2.0"],
  [/^SmolLM/, "Apache-2.0"],
]);

/**
 * Models that WebLLM's makers publish ready to use, by the id that WebLLM's own list gives them.
 * @returns {Promise<ModelOffer[]>}
 */
export async function listPrebuiltModels() {
  const { prebuiltAppConfig } = await import("@mlc-ai/web-llm");
  /** @type {ModelOffer[]} */
  const offers = [];
  for (const record of prebuiltAppConfig.model_list) {
    // Other types than chat models (embeddings, vision) are of no use to the agent.
    if (record.model_type !== undefined) continue;
    offers.push({
      id: record.model_id,
      engine: "webllm",
      name: record.model_id,
      licence: LICENCES.find(([family]) => family.test(record.model_id))?.[1] ?? "see the model's page",
      goodFor: /coder/i.test(record.model_id) ? "Code with WebGPU" : "Tasks with WebGPU",
      contextSize: record.overrides?.context_window_size ?? 4096,
      memoryBytes: record.vram_required_MB === undefined ? null : Math.round(record.vram_required_MB * 1e6),
      needs: { webgpu: true, shaderF16: /q\df16/.test(record.model_id) || (record.required_features ?? []).includes("shader-f16") },
      recipe: { kind: "hub-webllm", modelId: record.model_id, address: record.model, library: record.model_lib },
    });
  }
  return offers;
}
