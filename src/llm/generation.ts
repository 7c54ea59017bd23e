import type { TokenUsage } from "#domain/agent-event.ts";
import type { Fault } from "#domain/fault.ts";
import type { Generation } from "./port.ts";

const NO_USAGE: TokenUsage = { promptTokens: 0, completionTokens: 0, decodeRate: null, prefillRate: null };

/** A reply that ended in a fault, with what was written before it. */
export function failedGeneration(fault: Fault, text = "", usage: TokenUsage = NO_USAGE): Generation {
  return { text, finish: "error", usage, fault };
}

/** A reply that was stopped by the person. */
export function abortedGeneration(text: string, usage: TokenUsage = NO_USAGE): Generation {
  return { text, finish: "aborted", usage, fault: null };
}
