import { messageOf } from "#domain/fault.ts";
import type { DeviceFacts } from "./port.ts";

type WebgpuFacts = DeviceFacts["webgpu"];

const NO_WEBGPU: WebgpuFacts = { available: false, shaderF16: false, software: false, description: "", maxBufferBytes: 0, reason: "" };

/** What WebLLM's kernels ask of every device. */
const REQUIRED_LIMITS = { maxComputeWorkgroupStorageSize: 32 * 1024, maxStorageBuffersPerShaderStage: 10, maxBufferSize: 256 * 1024 ** 2 } as const;
const BUFFER_WANTED = 1024 ** 3;
const BUFFER_FALLBACK = 256 * 1024 ** 2;
const BINDING_FALLBACK = 128 * 1024 ** 2;

/** WebLLM asks for buffers of 1 GiB, and where that is too much only for the least that WebGPU promises. */
const step = (limit: number, fallback: number): number => (limit >= BUFFER_WANTED ? BUFFER_WANTED : fallback);

/** Asks this browser what it can run. Asks for no device, so it takes no graphics memory. */
export async function probeDevice(): Promise<DeviceFacts> {
  const [webgpu, storage] = await Promise.all([probeWebgpu(), probeStorage()]);
  const memory = (navigator as Navigator & { readonly deviceMemory?: number }).deviceMemory;
  return {
    webgpu,
    memoryGiB: memory ?? null,
    cores: navigator.hardwareConcurrency || 1,
    crossOriginIsolated: globalThis.crossOriginIsolated,
    storage,
  };
}

async function probeWebgpu(): Promise<WebgpuFacts> {
  if (!("gpu" in navigator) || navigator.gpu === undefined) {
    return { ...NO_WEBGPU, reason: globalThis.isSecureContext ? "this browser does not know it" : "it is only there on https and localhost" };
  }
  let adapter: GPUAdapter | null;
  try {
    adapter = await navigator.gpu.requestAdapter({ powerPreference: "high-performance" });
  } catch (error) {
    return { ...NO_WEBGPU, reason: messageOf(error) };
  }
  if (adapter === null) return { ...NO_WEBGPU, reason: "no graphics adapter was found or the driver is blocked" };
  const { info, limits } = adapter;
  const short = Object.entries(REQUIRED_LIMITS).find(([name, needed]) => (limits[name as keyof typeof REQUIRED_LIMITS] ?? 0) < needed);
  if (short !== undefined) return { ...NO_WEBGPU, reason: `the graphics adapter is too limited (${short[0]} under ${short[1]})` };
  const description = info.description !== "" ? info.description : [info.vendor, info.architecture].filter((part) => part !== "").join(" ");
  return {
    available: true,
    shaderF16: adapter.features.has("shader-f16"),
    software: info.isFallbackAdapter === true || /swiftshader|llvmpipe|software/i.test(`${info.vendor} ${info.architecture} ${info.description}`),
    description: description === "" ? "graphics adapter" : description,
    maxBufferBytes: Math.min(step(limits.maxBufferSize, BUFFER_FALLBACK), step(limits.maxStorageBufferBindingSize, BINDING_FALLBACK)),
    reason: "",
  };
}

async function probeStorage(): Promise<DeviceFacts["storage"]> {
  try {
    const [estimate, persisted] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]);
    return { quotaBytes: estimate.quota ?? null, usedBytes: estimate.usage ?? null, persisted };
  } catch {
    return { quotaBytes: null, usedBytes: null, persisted: false };
  }
}
