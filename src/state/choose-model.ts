import type { Settings } from "#domain/settings.ts";
import type { CatalogueModel, Fit, ModelPresence } from "#llm/port.ts";
import { f32Build } from "./f32-build.ts";

export interface ModelChoice {
  /** The model to load now: its files are on this machine, or it is the server that was chosen before. Null when there is not even a demo. */
  readonly use: CatalogueModel | null;
  /** What a person could download instead of the demo; null when a real model is used or none fits. */
  readonly offer: CatalogueModel | null;
}

/**
 * Chooses the model of a fresh page: the one set, else the first that is already on this machine and fits it,
 * else the demo with an offer. Never one that would have to be downloaded: that is a person's decision.
 */
export function chooseModel(
  models: readonly CatalogueModel[],
  fits: Readonly<Record<string, Fit>>,
  presence: Readonly<Record<string, ModelPresence>>,
  settings: Pick<Settings, "engine" | "model">,
): ModelChoice {
  const wanted = (model: CatalogueModel): boolean => settings.engine === "auto" || model.engine === settings.engine;
  const able = models.filter((model) => isReal(model) && fits[model.id]?.fits === true);
  // An engine without a model that could run here is no reason for recorded replies.
  const real = able.some(wanted) ? able.filter(wanted) : able;
  const here = real.filter((model) => model.local || presence[model.id]?.kind === "complete");
  const named = models.find((model) => model.id === settings.model && wanted(model));
  // On an adapter without 16-bit shaders the f32 build of the same model stands in.
  const meant = named !== undefined && fits[named.id]?.fits === false ? (f32Build(named, real) ?? named) : named;
  const set = meant !== undefined && (!isReal(meant) || here.includes(meant)) ? meant : undefined;
  const demo = models.find((model) => model.engine === "scripted") ?? null;
  const use = set ?? (settings.engine === "scripted" ? demo : (here[0] ?? demo));
  if (use !== null && use.engine !== "scripted") return { use, offer: null };
  const offer = real.find((model) => model === meant) ?? able[0] ?? null;
  return { use, offer };
}

/** Whether it is a model that runs in this tab: not recorded replies, and not a server that prompts would leave for. */
function isReal(model: CatalogueModel): boolean {
  return model.engine === "webllm" || model.engine === "wllama";
}
