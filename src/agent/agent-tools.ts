import type { AgentEvent } from "#domain/agent-event.ts";
import type { SnippetLibrary, SnippetWorkshop } from "#library/port.ts";
import type { LanguageModel } from "#llm/port.ts";
import type { RunLog } from "#log/port.ts";
import type { Executor, RunNetwork } from "#sandbox/port.ts";
import type { FileStore } from "#storage/port.ts";

/** What a person is asked before a program runs, when approvals are on. */
export interface ApprovalQuestion {
  readonly attempt: number;
  readonly question: string;
  readonly code: string;
}

/** Everything that the loop works with, each behind its port. */
export interface AgentTools {
  /** Id of the run in the log, for a caller that follows it while it goes on; drawn when absent. */
  readonly run?: string;
  /** Null when no engine is there: then only the library can answer. */
  readonly model: LanguageModel | null;
  readonly executor: Executor;
  /** The network of this run, whichever attempt uses it; absent or null: none. */
  readonly network?: RunNetwork | null;
  readonly library: SnippetLibrary;
  /** Makes the program that calls a tool; without it tools are used only as they are, without values. */
  readonly callTool?: SnippetWorkshop["call"];
  readonly log: RunLog;
  /** Keeps the files of a task and of its runs, which the log names by hash. */
  readonly fileStore: FileStore;
  /** Every event of the run, in order, as it happens: also appended to the log. */
  readonly onEvent: (event: AgentEvent) => void;
  /** Resolves to the person's answer. It is not awaited any longer once the run is stopped. */
  readonly askApproval: (question: ApprovalQuestion) => Promise<boolean>;
}
