import type { CatalogueModel } from "../port.ts";

/**
 * Llama 3.x and Qwen2.5-Coder of WebLLM's prebuilt list: ids and memory are the list's own (a test compares them), in both float widths.
 * The list does not tell sizes: a q4 build stores 4.5 bits per weight (4-bit groups of 32 with a 16-bit scale), the f32 builds too, since scales travel as bfloat16.
 */
interface Build {
  readonly id: string;
  readonly memoryMB: number;
  /** Compiled library; some models share the one of another model with the same shape. */
  readonly library: string;
}

interface Family {
  readonly name: string;
  readonly parameters: number;
  readonly licence: string;
  readonly goodFor: string;
  readonly f16: Build;
  readonly f32: Build;
}

const BITS_PER_WEIGHT = 4.5;
const CONTEXT_SIZE = 4096;
const LIBRARIES = "https://raw.githubusercontent.com/mlc-ai/binary-mlc-llm-libs/main/web-llm-models/v0_2_86/base/";
const LLAMA_32 = "Llama 3.2 Community License";
const LLAMA_31 = "Llama 3.1 Community License";

const families: readonly Family[] = [
  {
    name: "Llama 3.2 1B Instruct",
    parameters: 1.236e9,
    licence: LLAMA_32,
    goodFor: "Short tasks on machines with little memory",
    f16: { id: "Llama-3.2-1B-Instruct-q4f16_1-MLC", memoryMB: 879.04, library: "Llama-3.2-1B-Instruct-q4f16_1_cs1k" },
    f32: { id: "Llama-3.2-1B-Instruct-q4f32_1-MLC", memoryMB: 1128.82, library: "Llama-3.2-1B-Instruct-q4f32_1_cs1k" },
  },
  {
    name: "Llama 3.2 3B Instruct",
    parameters: 3.213e9,
    licence: LLAMA_32,
    goodFor: "Everyday tasks: the default where it fits",
    f16: { id: "Llama-3.2-3B-Instruct-q4f16_1-MLC", memoryMB: 2263.69, library: "Llama-3.2-3B-Instruct-q4f16_1_cs1k" },
    f32: { id: "Llama-3.2-3B-Instruct-q4f32_1-MLC", memoryMB: 2951.51, library: "Llama-3.2-3B-Instruct-q4f32_1_cs1k" },
  },
  {
    name: "Llama 3.1 8B Instruct",
    parameters: 8.03e9,
    licence: LLAMA_31,
    goodFor: "Harder tasks on a graphics card with 8 GB or more",
    f16: { id: "Llama-3.1-8B-Instruct-q4f16_1-MLC", memoryMB: 5001, library: "Llama-3_1-8B-Instruct-q4f16_1_cs1k" },
    f32: { id: "Llama-3.1-8B-Instruct-q4f32_1-MLC", memoryMB: 6101.01, library: "Llama-3_1-8B-Instruct-q4f32_1_cs1k" },
  },
  {
    name: "Qwen2.5 Coder 0.5B Instruct",
    parameters: 0.494e9,
    licence: "Apache-2.0",
    goodFor: "The smallest one that writes usable code",
    f16: { id: "Qwen2.5-Coder-0.5B-Instruct-q4f16_1-MLC", memoryMB: 944.62, library: "Qwen2-0.5B-Instruct-q4f16_1_cs1k" },
    f32: { id: "Qwen2.5-Coder-0.5B-Instruct-q4f32_1-MLC", memoryMB: 1060.2, library: "Qwen2-0.5B-Instruct-q4f32_1_cs1k" },
  },
  {
    name: "Qwen2.5 Coder 1.5B Instruct",
    parameters: 1.544e9,
    licence: "Apache-2.0",
    goodFor: "Code first, on most machines",
    f16: { id: "Qwen2.5-Coder-1.5B-Instruct-q4f16_1-MLC", memoryMB: 1629.75, library: "Qwen2-1.5B-Instruct-q4f16_1_cs1k" },
    f32: { id: "Qwen2.5-Coder-1.5B-Instruct-q4f32_1-MLC", memoryMB: 1888.97, library: "Qwen2-1.5B-Instruct-q4f32_1_cs1k" },
  },
  {
    name: "Qwen2.5 Coder 3B Instruct",
    parameters: 3.086e9,
    licence: "Qwen Research License (no commercial use)",
    goodFor: "Code first, with 4 GB of graphics memory",
    f16: { id: "Qwen2.5-Coder-3B-Instruct-q4f16_1-MLC", memoryMB: 2504.76, library: "Qwen2.5-3B-Instruct-q4f16_1_cs1k" },
    f32: { id: "Qwen2.5-Coder-3B-Instruct-q4f32_1-MLC", memoryMB: 2893.64, library: "Qwen2.5-3B-Instruct-q4f32_1_cs1k" },
  },
  {
    name: "Qwen2.5 Coder 7B Instruct",
    parameters: 7.616e9,
    licence: "Apache-2.0",
    goodFor: "The best code of this list, on a graphics card with 8 GB or more",
    f16: { id: "Qwen2.5-Coder-7B-Instruct-q4f16_1-MLC", memoryMB: 5106.67, library: "Qwen2-7B-Instruct-q4f16_1_cs1k" },
    f32: { id: "Qwen2.5-Coder-7B-Instruct-q4f32_1-MLC", memoryMB: 5900.09, library: "Qwen2-7B-Instruct-q4f32_1_cs1k" },
  },
];

/** Two entries per model: 16-bit floats first, then the build for adapters without shader-f16. */
export const webllmModels: readonly CatalogueModel[] = families.flatMap((family) => [entry(family, family.f16, true), entry(family, family.f32, false)]);

function entry(family: Family, build: Build, shaderF16: boolean): CatalogueModel {
  return {
    id: build.id,
    engine: "webllm",
    name: `${family.name} (${shaderF16 ? "f16" : "f32"})`,
    source: {
      kind: "webllm",
      id: build.id,
      record: { model: `https://huggingface.co/mlc-ai/${build.id}/`, modelLib: `${LIBRARIES}${build.library}-webgpu.wasm`, contextSize: CONTEXT_SIZE },
    },
    downloadBytes: Math.round((family.parameters * BITS_PER_WEIGHT) / 8),
    memoryBytes: Math.round(build.memoryMB * 1024 * 1024),
    licence: family.licence,
    goodFor: family.goodFor,
    needs: { webgpu: true, shaderF16 },
    local: false,
  };
}
