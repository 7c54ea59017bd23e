/** One step of CodeAgent's loop, as its memory holds it. */
export interface CodeStep {
  /** From 1. */
  readonly number: number;
  /** What the model wrote, with the closing tag. */
  readonly output: string;
  /** The code found in it; null when there was none. */
  readonly code: string | null;
  /** What the model is told of the run; null when nothing ran, or it failed before it printed anything. */
  readonly observation: string | null;
  readonly error: AgentError | null;
}

/** A failure of a step, as smolagents' own errors tell it. */
export interface AgentError {
  readonly type: "AgentParsingError" | "AgentExecutionError" | "AgentMaxStepsError";
  readonly message: string;
}
