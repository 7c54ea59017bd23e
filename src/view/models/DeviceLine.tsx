import type { JSX } from "react";
import type { DeviceFacts } from "#state/models-store.ts";
import { formatBytes } from "#view/parts/format.ts";
import { useSlice } from "#view/stores-context.tsx";
import styles from "./ModelsScreen.module.css";

/** What this browser said it can do, before any download. */
export function DeviceLine(): JSX.Element {
  const facts = useSlice("models", (state) => state.facts);
  return <p className={styles.device}>{facts === null ? "Asking this browser what it can run." : deviceWords(facts)}</p>;
}

function deviceWords({ webgpu, memoryGiB, cores, crossOriginIsolated, storage }: DeviceFacts): string {
  const gpu = !webgpu.available
    ? `no WebGPU${webgpu.reason === "" ? "" : ` (${webgpu.reason.replace(/\.$/, "")})`}`
    : `WebGPU${webgpu.software ? " drawn on the CPU, so slow" : ""}${webgpu.shaderF16 ? "" : ", without 16-bit shaders"}`;
  const memory = memoryGiB === null ? "memory not told" : `${memoryGiB >= 8 ? "8 GB or more" : `about ${memoryGiB} GB`} of memory`;
  const threads = crossOriginIsolated ? `${cores} cores` : "one thread, because this page is not isolated";
  const room = storage.quotaBytes === null ? "" : `, room for ${formatBytes(Math.max(0, storage.quotaBytes - (storage.usedBytes ?? 0)))}`;
  const kept = storage.persisted ? " that the browser keeps until you delete it" : "";
  return `This device: ${gpu}; ${memory}; ${threads}${room}${kept}.`;
}
