import type { Settings } from "#domain/settings.ts";
import { sizeText } from "./engine-fault.ts";
import { fit } from "./fit.ts";
import type { CatalogueModel, DeviceFacts } from "./port.ts";
import { demoModel } from "./scripted/demo-model.ts";

export interface ModelOffer {
  readonly model: CatalogueModel;
  /** What to download, its size and its needs, in one sentence. */
  readonly text: string;
}

export interface ModelChoice {
  readonly model: CatalogueModel;
  /** Why this one, in words for a person. */
  readonly reason: string;
  /** Set when the demo stands in: the best model that this device could run, or null when none fits. */
  readonly offer: ModelOffer | null;
}

export interface ChoiceFacts {
  readonly catalogue: readonly CatalogueModel[];
  readonly device: DeviceFacts;
  /** Ids of models whose files this browser keeps whole. */
  readonly cached: ReadonlySet<string>;
  readonly settings: Pick<Settings, "engine" | "model">;
}

/** Offered first, best first. The first that fits is recommended. */
const OFFER_WEBGPU = [
  "Llama-3.2-3B-Instruct-q4f16_1-MLC",
  "Llama-3.2-3B-Instruct-q4f32_1-MLC",
  "Llama-3.2-1B-Instruct-q4f16_1-MLC",
  "Llama-3.2-1B-Instruct-q4f32_1-MLC",
];
/** Engines that the settings can insist on; anything else means any. */
const ENGINES = new Set(["webllm", "wllama", "endpoint"]);
const OFFER_CPU = ["qwen2.5-coder-1.5b-q4_k_m", "qwen2.5-coder-0.5b-q4_k_m", "granite-4.0-350m-q4_k_m"];

/**
 * Chooses what to load when the page opens. Nothing is downloaded unasked: it takes a model that is already on this machine and that this device can run,
 * else the demo, with a plain offer.
 */
export function chooseModel({ catalogue, device, cached, settings }: ChoiceFacts): ModelChoice {
  const wanted = catalogue.filter((model) => model.engine !== "scripted" && (!ENGINES.has(settings.engine) || model.engine === settings.engine));
  const offer = offerFor(wanted, device);
  const demo = (reason: string): ModelChoice => ({ model: catalogue.find((model) => model.engine === "scripted") ?? demoModel, reason, offer });
  if (settings.engine === "scripted") return demo("The settings ask for the demo replies.");
  const present = wanted.filter((model) => model.engine === "endpoint" || model.local || cached.has(model.id));
  const named = settings.model === "" ? undefined : present.find((model) => model.id === settings.model);
  if (named !== undefined) {
    const result = fit(named, device, { kind: "complete", bytes: 0 });
    return result.fits ? { model: named, reason: "Chosen in the settings.", offer: null } : demo(`${named.name} does not run here: ${result.why}`);
  }

  const runnable = present.filter((model) => model.engine !== "endpoint" && fit(model, device, { kind: "complete", bytes: 0 }).fits);
  const best = runnable.sort((one, other) => rank(other, device) - rank(one, device))[0];
  if (best !== undefined) return { model: best, reason: best.local ? "It came with this installation." : "It is already on this device.", offer: null };
  return demo(present.length === 0 ? "No model is on this device yet." : "None of the models on this device runs here.");
}

/** Higher is better: real graphics before the CPU, the CPU before graphics drawn in software, then the larger model. */
function rank(model: CatalogueModel, device: DeviceFacts): number {
  const speed = model.engine === "webllm" ? (device.webgpu.software ? 0 : 2) : 1;
  return speed * 1e15 + (model.memoryBytes ?? 0);
}

function offerFor(catalogue: readonly CatalogueModel[], device: DeviceFacts): ModelOffer | null {
  const order = device.webgpu.available && !device.webgpu.software ? [...OFFER_WEBGPU, ...OFFER_CPU] : OFFER_CPU;
  for (const id of order) {
    const model = catalogue.find((candidate) => candidate.id === id);
    if (model !== undefined && fit(model, device).fits) return { model, text: describe(model) };
  }
  return null;
}

function describe(model: CatalogueModel): string {
  const size = model.downloadBytes === null ? "of unknown size" : `about ${sizeText(model.downloadBytes)}`;
  const memory = model.memoryBytes === null ? "" : `, needs ${sizeText(model.memoryBytes)} of ${model.needs.webgpu ? "graphics" : "tab"} memory`;
  return `${model.name}: ${size} to download once${memory}, licence: ${model.licence}. It then runs in this tab, offline too.`;
}
