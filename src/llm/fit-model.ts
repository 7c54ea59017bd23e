import { sizeText } from "./engine-fault.ts";
import type { CatalogueModel, DeviceFacts, Fit, ModelPresence } from "./port.ts";

/** Browsers never tell more than this many GiB, so at the cap memory says nothing. */
const MEMORY_CAP_GIB = 8;
/** Part of the machine's memory that one tab may take before others suffer. */
const MEMORY_SHARE = 0.75;
/** A wasm heap of the CPU engine ends here. */
const CPU_ENGINE_MAX_BYTES = 4 * 1024 ** 3;
/** The largest single buffer of a q4 model: its embedding or output table. WebGPU promises 128 MiB at least. */
const BUFFER_SHARE = 0.06;

const no = (why: string): Fit => ({ fits: false, why });

/**
 * Whether this device can run a model, asked before any download.
 * @param presence What is already kept of it, so that only the rest must find room; absent when left out.
 */
export function fitModel(model: CatalogueModel, facts: DeviceFacts, presence: ModelPresence = { kind: "absent" }): Fit {
  if (model.engine === "scripted" || model.engine === "endpoint") return { fits: true };
  if (model.needs.webgpu && !facts.webgpu.available) return no(`It needs WebGPU: ${facts.webgpu.reason}.`);
  if (model.needs.shaderF16 && !facts.webgpu.shaderF16)
    return no("It needs 16-bit shaders (shader-f16), which this graphics adapter lacks. Take the f32 build.");
  return memoryFit(model, facts) ?? storageFit(model, facts, presence) ?? { fits: true };
}

function memoryFit(model: CatalogueModel, facts: DeviceFacts): Fit | null {
  const needed = model.memoryBytes;
  if (needed === null) return null;
  if (model.engine === "wllama" && needed > CPU_ENGINE_MAX_BYTES) {
    return no(`It needs ${sizeText(needed)} of memory; the CPU engine has at most ${sizeText(CPU_ENGINE_MAX_BYTES)}.`);
  }
  if (model.engine === "webllm" && facts.webgpu.maxBufferBytes < needed * BUFFER_SHARE) {
    return no(`Its largest table does not fit a graphics buffer here (${sizeText(facts.webgpu.maxBufferBytes)}).`);
  }
  if (facts.memoryGiB === null || facts.memoryGiB >= MEMORY_CAP_GIB) return null;
  const available = facts.memoryGiB * 1024 ** 3;
  return needed > available * MEMORY_SHARE ? no(`It needs ${sizeText(needed)} of memory; this device has about ${sizeText(available)} in all.`) : null;
}

function storageFit(model: CatalogueModel, facts: DeviceFacts, presence: ModelPresence): Fit | null {
  const { quotaBytes, usedBytes } = facts.storage;
  if (presence.kind === "complete" || model.downloadBytes === null || model.source.kind === "gguf-file" || quotaBytes === null) return null;
  const missing = model.downloadBytes - (presence.kind === "partial" ? presence.bytes : 0);
  const free = quotaBytes - (usedBytes ?? 0);
  return missing > free ? no(`It needs ${sizeText(missing)} of storage; this browser has ${sizeText(Math.max(free, 0))} left.`) : null;
}
