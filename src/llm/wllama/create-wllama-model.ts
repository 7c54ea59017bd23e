import type { Fault } from "#domain/fault.ts";
import { downloadGguf, openGguf } from "../download/gguf-files.ts";
import { engineFault } from "../engine-fault.ts";
import type { CatalogueModel, DeviceFacts, LanguageModel, LoadProgress } from "../port.ts";
import { SessionEngine, type SessionStart } from "../session-engine.ts";
import { checkGguf } from "./check-gguf.ts";
import { planRun } from "./plan-run.ts";
import { splitGguf } from "./split-gguf.ts";
import { WllamaSession, type WllamaStart } from "./wllama-session.ts";

export interface WllamaOptions {
  /** What the machine can do; asked at each load. */
  readonly facts: () => Promise<DeviceFacts>;
  /** Tokens of context. Memory grows with it. */
  readonly contextSize?: number;
  /** Overrides the number of threads; without cross-origin isolation there is only one. */
  readonly threads?: number;
  /** Whether a graphics device may be used where there is a real one. */
  readonly gpu?: "auto" | "never";
}

const CONTEXT_SIZE = 4096;
/** llama.cpp in the tab reads a single file only up to here. */
const MAX_FILE_BYTES = 2 * 1024 ** 3 - 1;
const PART_BYTES = 1024 ** 3;

/** GGUF models by llama.cpp in WebAssembly: from the manifest, by address, or from disk. */
export function createWllamaModel(options: WllamaOptions): LanguageModel {
  return new SessionEngine("wllama", async (model, onProgress, signal): Promise<SessionStart> => {
    const files = await filesOf(model, onProgress, signal);
    if (!files.ok) return files;
    const checked = await checkGguf(files.parts);
    return checked.ok ? start(options, await inParts(checked.parts), onProgress, signal) : checked;
  });
}

/** A file that llama.cpp could not read in one piece is handed over in several. */
async function inParts(parts: readonly Blob[]): Promise<readonly Blob[]> {
  const [only] = parts;
  if (parts.length !== 1 || only === undefined || only.size <= MAX_FILE_BYTES) return parts;
  return (await splitGguf(only, PART_BYTES)) ?? parts;
}

async function start(options: WllamaOptions, parts: readonly Blob[], onProgress: (progress: LoadProgress) => void, signal: AbortSignal): Promise<WllamaStart> {
  const facts = {
    device: await options.facts(),
    jspi: "Suspending" in WebAssembly,
    firefox: /Firefox\//.test(navigator.userAgent),
    modelBytes: parts.reduce((sum, part) => sum + part.size, 0),
  };
  const attempt = (gpu: "auto" | "never"): { readonly usesGpu: boolean; readonly result: Promise<WllamaStart> } => {
    const plan = planRun({ ...facts, gpu });
    const threads = facts.device.crossOriginIsolated ? (options.threads ?? plan.threads) : 1;
    const contextSize = options.contextSize ?? CONTEXT_SIZE;
    return { usesGpu: plan.gpu, result: WllamaSession.start({ parts, plan: { ...plan, threads }, contextSize, onProgress }, signal) };
  };
  const first = attempt(options.gpu ?? "auto");
  const result = await first.result;
  // Graphics memory may be too small where the CPU's is not.
  const tryCpu = !result.ok && first.usesGpu && !signal.aborted && result.fault.code !== "SK-BAD-MODEL" && result.fault.code !== "SK-NO-TEMPLATE";
  return tryCpu ? attempt("never").result : result;
}

type ModelFiles = { readonly ok: true; readonly parts: readonly Blob[] } | { readonly ok: false; readonly fault: Fault };

async function filesOf(model: CatalogueModel, onProgress: (progress: LoadProgress) => void, signal: AbortSignal): Promise<ModelFiles> {
  const { source } = model;
  if (source.kind === "gguf-file") return { ok: true, parts: source.parts };
  if (source.kind !== "gguf-url") return { ok: false, fault: engineFault.badModel("this engine reads GGUF files only.") };
  const fault = await downloadGguf(source, onProgress, signal);
  if (fault !== null) return { ok: false, fault };
  const parts = await openGguf(source);
  return parts === null ? { ok: false, fault: engineFault.download(model.name, "its files are gone again", false) } : { ok: true, parts };
}
