import type { Fault } from "#domain/fault.ts";
import type { LanguageModel } from "#llm/port.ts";
import type { ModelsState, ModelsStore } from "./models-store.ts";

export type WaitOutcome = { readonly ok: true; readonly model: LanguageModel } | { readonly ok: false; readonly fault: Fault | null };

/** Waits until the model that is being loaded is ready. The fault is null when the signal ended the wait. */
export function waitForModel(models: ModelsStore, signal: AbortSignal): Promise<WaitOutcome> {
  const answer = (state: ModelsState): WaitOutcome | null => {
    const model = state.active();
    if (model !== null && (state.engine.kind === "ready" || state.engine.kind === "generating")) return { ok: true, model };
    if (state.engine.kind === "failed") return { ok: false, fault: state.engine.fault };
    // The catalogue has not answered yet, or the model is on its way.
    if (state.engine.kind === "loading" || state.facts === null) return null;
    return {
      ok: false,
      fault: {
        code: "SK-NO-MODEL",
        message: "No model is loaded, so nobody can write the code.",
        advice: "Load one in Models, or use the demo.",
        kept: "Your task and files are kept.",
      },
    };
  };
  return new Promise((resolve) => {
    const stopWaiting: (() => void)[] = [];
    const settle = (outcome: WaitOutcome | null): boolean => {
      if (outcome === null) return false;
      for (const stop of stopWaiting) stop();
      resolve(outcome);
      return true;
    };
    if (signal.aborted) {
      settle({ ok: false, fault: null });
      return;
    }
    if (settle(answer(models.getState()))) return;
    const onAbort = (): void => void settle({ ok: false, fault: null });
    signal.addEventListener("abort", onAbort);
    stopWaiting.push(
      () => signal.removeEventListener("abort", onAbort),
      models.subscribe((state) => void settle(answer(state))),
    );
  });
}
