import type { CatalogueModel } from "../port.ts";

/** A GGUF in its publisher's own repository on the Hugging Face hub. */
interface PublishedGguf {
  readonly id: string;
  readonly name: string;
  readonly repository: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string | null;
  /** Measured in the tab where a figure is known; else weights plus a quarter for cache and buffers. */
  readonly memoryBytes: number;
  readonly goodFor: string;
}

const withBuffers = (bytes: number): number => Math.round(bytes * 1.25 + 100e6);

const published: readonly PublishedGguf[] = [
  {
    id: "smollm2-360m-q8_0",
    name: "SmolLM2 360M Instruct (Q8_0)",
    repository: "HuggingFaceTB/SmolLM2-360M-Instruct-GGUF",
    file: "smollm2-360m-instruct-q8_0.gguf",
    bytes: 386_404_992,
    sha256: null,
    memoryBytes: withBuffers(386_404_992),
    goodFor: "Trying the CPU engine: quick, but its code seldom works",
  },
  {
    id: "smollm2-1.7b-q4_k_m",
    name: "SmolLM2 1.7B Instruct (Q4_K_M)",
    repository: "HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF",
    file: "smollm2-1.7b-instruct-q4_k_m.gguf",
    bytes: 1_060_000_000,
    sha256: null,
    memoryBytes: withBuffers(1_060_000_000),
    goodFor: "Text and simple code on the CPU",
  },
  {
    id: "qwen2.5-coder-0.5b-q4_k_m",
    name: "Qwen2.5 Coder 0.5B Instruct (Q4_K_M)",
    repository: "Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
    file: "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
    bytes: 491_400_064,
    sha256: "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    memoryBytes: 1.0e9,
    goodFor: "Small code tasks on the CPU where memory is short",
  },
  {
    id: "qwen2.5-coder-1.5b-q4_k_m",
    name: "Qwen2.5 Coder 1.5B Instruct (Q4_K_M)",
    repository: "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
    file: "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    bytes: 1_117_320_768,
    sha256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    memoryBytes: 1.7e9,
    goodFor: "Code on the CPU: the default without WebGPU",
  },
  {
    id: "granite-4.0-350m-q4_k_m",
    name: "IBM Granite 4.0 350M (Q4_K_M)",
    repository: "ibm-granite/granite-4.0-350m-GGUF",
    file: "granite-4.0-350m-Q4_K_M.gguf",
    bytes: 236_985_760,
    sha256: "771c588a49607f274a2bba3185733607ebe6f74b996ab90e2d6bee0d98bcec52",
    memoryBytes: withBuffers(236_985_760),
    goodFor: "The smallest download that follows instructions",
  },
  {
    id: "granite-4.0-h-1b-q4_k_m",
    name: "IBM Granite 4.0 H 1B (Q4_K_M)",
    repository: "ibm-granite/granite-4.0-h-1b-GGUF",
    file: "granite-4.0-h-1b-Q4_K_M.gguf",
    bytes: 901_162_208,
    sha256: null,
    memoryBytes: withBuffers(901_162_208),
    goodFor: "Longer inputs: the hybrid layers need little memory per token",
  },
  {
    id: "granite-4.0-1b-q4_k_m",
    name: "IBM Granite 4.0 1B (Q4_K_M)",
    repository: "ibm-granite/granite-4.0-1b-GGUF",
    file: "granite-4.0-1b-Q4_K_M.gguf",
    bytes: 1_023_645_440,
    sha256: "22ec0f9cc99a90185312de3c882c84e7bd6789bdd050389844380a01a831d7f1",
    memoryBytes: withBuffers(1_023_645_440),
    goodFor: "Instructions and structured answers on the CPU",
  },
  {
    id: "granite-4.0-micro-q4_k_m",
    name: "IBM Granite 4.0 Micro 3B (Q4_K_M)",
    repository: "ibm-granite/granite-4.0-micro-GGUF",
    file: "granite-4.0-micro-Q4_K_M.gguf",
    bytes: 2_100_000_000,
    sha256: null,
    memoryBytes: withBuffers(2_100_000_000),
    goodFor: "Instructions and tools with 4 GB to spare; slow without WebGPU",
  },
  {
    id: "granite-4.1-3b-q4_k_m",
    name: "IBM Granite 4.1 3B (Q4_K_M)",
    repository: "ibm-granite/granite-4.1-3b-GGUF",
    file: "granite-4.1-3b-Q4_K_M.gguf",
    bytes: 2_099_501_664,
    sha256: "662b0626cd58f443baea23559b469df6576a81d349649c59413b36a9fb32eb29",
    memoryBytes: withBuffers(2_099_501_664),
    goodFor: "The most able Granite that a tab can hold; slow without WebGPU",
  },
];

/** GGUF models for the CPU engine. All Apache-2.0. */
export const ggufModels: readonly CatalogueModel[] = published.map((model) => ({
  id: model.id,
  engine: "wllama",
  name: model.name,
  source: {
    kind: "gguf-url",
    urls: [`https://huggingface.co/${model.repository}/resolve/main/${model.file}`],
    ...(model.sha256 === null ? {} : { sha256: [model.sha256] }),
  },
  downloadBytes: model.bytes,
  memoryBytes: model.memoryBytes,
  licence: "Apache-2.0",
  goodFor: model.goodFor,
  needs: { webgpu: false, shaderF16: false },
  local: false,
}));
