import type { CatalogueModel, DeviceFacts } from "../port.ts";

/** What is offered first, best first, of those that fit. The rest follows by size. */
const PREFERRED = [
  "Llama-3.2-3B-Instruct-q4f16_1-MLC",
  "Llama-3.2-3B-Instruct-q4f32_1-MLC",
  "Llama-3.2-1B-Instruct-q4f16_1-MLC",
  "Llama-3.2-1B-Instruct-q4f32_1-MLC",
  "qwen2.5-coder-1.5b-q4_k_m",
  "qwen2.5-coder-0.5b-q4_k_m",
  "granite-4.0-350m-q4_k_m",
];

/**
 * Puts a catalogue in the order in which this device should try it: real graphics before the CPU, the CPU before graphics that are drawn in software,
 * servers and the demo last. The first that fits is the one to offer; the first that fits and is on the machine is the one to load.
 */
export function rankModels(models: readonly CatalogueModel[], device: DeviceFacts): readonly CatalogueModel[] {
  return [...models].sort(
    (one, other) => engineRank(one, device) - engineRank(other, device) || preference(one) - preference(other) || size(other) - size(one),
  );
}

function engineRank(model: CatalogueModel, device: DeviceFacts): number {
  switch (model.engine) {
    case "webllm":
      return device.webgpu.available && !device.webgpu.software ? 0 : 2;
    case "wllama":
      return 1;
    case "endpoint":
      return 3;
    case "scripted":
      return 4;
  }
}

function preference(model: CatalogueModel): number {
  const index = PREFERRED.indexOf(model.id);
  return index === -1 ? PREFERRED.length : index;
}

const size = (model: CatalogueModel): number => model.memoryBytes ?? 0;
