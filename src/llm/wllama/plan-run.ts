import type { DeviceFacts } from "../port.ts";

export interface WllamaPlan {
  /** `compat` (Asyncify, 32-bit memory) or `default` (JSPI, 64-bit memory). */
  readonly build: "default" | "compat";
  readonly threads: number;
  /** All layers on the graphics device, or none. */
  readonly gpu: boolean;
  /** Tokens read at once. An abort waits for a batch, so on the CPU it is small. */
  readonly batch: number;
}

export interface PlanFacts {
  readonly device: Pick<DeviceFacts, "cores" | "crossOriginIsolated" | "webgpu">;
  readonly jspi: boolean;
  readonly firefox: boolean;
  /** Bytes of all files of the model. */
  readonly modelBytes: number;
  readonly gpu: "auto" | "never";
}

const MAX_THREADS = 8;
/** Measured: 64 reads as fast as 512 on the CPU, and a stop then waits for seconds instead of half a minute. */
const CPU_BATCH = 64;
const GPU_BATCH = 512;
/** Over this the 32-bit memory of the compat build could run out while the context grows. */
const COMPAT_MAX_BYTES = 2.2e9;

/**
 * How to run a GGUF here. On the CPU the compat build decodes 1.3 to 1.6 times as fast with one thread and about as fast with more, so it is taken wherever it holds the model;
 * Firefox is the exception, its own JIT makes Asyncify slow. One core is left free: with as many threads as cores the rate collapses as soon as the machine does anything else.
 */
export function planRun({ device, jspi, firefox, modelBytes, gpu }: PlanFacts): WllamaPlan {
  const threads = device.crossOriginIsolated ? Math.min(Math.max(device.cores - 1, 1), MAX_THREADS) : 1;
  if (gpu === "auto" && device.webgpu.available && !device.webgpu.software && !firefox) {
    return { build: jspi ? "default" : "compat", threads, gpu: true, batch: GPU_BATCH };
  }
  const build = firefox || (jspi && modelBytes > COMPAT_MAX_BYTES) ? "default" : "compat";
  return { build, threads, gpu: false, batch: CPU_BATCH };
}
