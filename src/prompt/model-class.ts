import type { ModelIdentity } from "#domain/agent-event.ts";

/** How much a model can take in. Prompts differ by it: what helps a large model confuses a tiny one (measured, see docs/quality.md). */
export type ModelClass = "tiny" | "small" | "medium" | "large";

/** The class of the model that writes, by its name or, where that tells no size, its id. No model counts as large. */
export function modelClassOf(model: ModelIdentity | null): ModelClass {
  return model === null ? "large" : classOfName(`${model.name ?? ""} ${model.model}`);
}

/**
 * Guesses the class from the parameters in a model's name, such as `Qwen2.5-Coder-0.5B-Instruct` or `SmolLM2-135M`.
 * A name without a size counts as large: it is most likely a server's model.
 */
function classOfName(name: string): ModelClass {
  const sizes = [...name.matchAll(/(?<![\w.])(\d+(?:\.\d+)?)\s?([bm])(?![a-z0-9])/gi)];
  const size = sizes[0];
  if (size === undefined) return "large";
  const billions = Number(size[1]) * (size[2]?.toLowerCase() === "m" ? 0.001 : 1);
  if (billions < 0.25) return "tiny";
  if (billions < 1) return "small";
  return billions < 5 ? "medium" : "large";
}

/** Whether a model of this size gains by seeing its own program; a smaller one writes it again. */
export function learnsFromProgram(model: ModelClass): boolean {
  return model === "medium" || model === "large";
}
