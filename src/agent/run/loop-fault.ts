import type { Fault } from "#domain/fault.ts";

/** Expected failures of the loop itself. */
export const loopFault = {
  noModel: (): Fault => ({ code: "SK-NO-MODEL", message: "No model is loaded.", advice: "Load one in Models." }),
  contextFull: (tokens: number, room: number): Fault => ({
    code: "SK-CONTEXT",
    message: `The task needs ${tokens} tokens, and the model's context has room for ${room}.`,
    advice: "Shorten the task, give long data as a file, or choose a model with a larger context.",
  }),
  stopped: (): Fault => ({
    code: "SK-ABORTED",
    message: "Stopped by the person.",
    advice: "Run the task again when you like.",
    kept: "The log up to there is kept.",
  }),
  internal: (message: string): Fault => ({
    code: "SK-INTERNAL",
    message: `Skep itself failed: ${message}`,
    advice: "Run again; if it stays, export the log and report it.",
    kept: "The log up to there is kept.",
  }),
} as const;
