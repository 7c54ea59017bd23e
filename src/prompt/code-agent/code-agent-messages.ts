import type { BuiltPrompt, PromptBudget, PromptMessage } from "#prompt/build-messages.ts";
import { describeFile } from "#prompt/describe-file.ts";
import type { FileSummary } from "#prompt/file-summary.ts";
import { codeAgentPrompt } from "./code-agent-prompt.ts";
import type { CodeStep } from "./code-step.ts";
import type { CodeTags } from "./code-tags.ts";
import { joinTurns, type Recall, stepMessages, WHOLE } from "./step-messages.ts";

export interface CodeAgentPromptRequest {
  readonly task: string;
  readonly files: readonly FileSummary[];
  /** The executor's own description, one fact each. */
  readonly environment: readonly string[];
  readonly tags: CodeTags;
  /** The steps so far, in order. */
  readonly steps: readonly CodeStep[];
  /** `answer` asks for the answer in words, once there are no steps left. */
  readonly purpose: "step" | "answer";
}

const TEMPLATE_TOKENS = 8;

/** Ever less of the past, the first that fits is taken: no calls beside their code, shorter observations, the last steps only. */
const CUTS: readonly (Recall & { readonly last: number; readonly leftOut: readonly string[] })[] = [
  { ...WHOLE, last: Number.POSITIVE_INFINITY, leftOut: [] },
  { calls: false, characters: 4000, last: Number.POSITIVE_INFINITY, leftOut: ["calls", "long observations"] },
  { calls: false, characters: 800, last: Number.POSITIVE_INFINITY, leftOut: ["calls", "long observations"] },
  { calls: false, characters: 800, last: 3, leftOut: ["calls", "long observations", "early steps"] },
  { calls: false, characters: 400, last: 1, leftOut: ["calls", "long observations", "early steps"] },
];

const ANSWER_SYSTEM = "Another agent worked on a task and did not come to an end. Answer the task in its place. This is what it did:";

/** CodeAgent's messages for the next step, cut until they fit beside the reply. Rules and task are never cut: what is too long fails. */
export async function buildCodeAgentMessages(request: CodeAgentPromptRequest, budget: PromptBudget): Promise<BuiltPrompt> {
  const room = budget.contextSize - budget.replyTokens;
  let tokens = 0;
  for (const cut of CUTS) {
    const messages = write(request, cut, cut.last);
    tokens = 0;
    for (const message of messages) tokens += TEMPLATE_TOKENS + (await budget.countTokens(message.content));
    if (tokens <= room) return { ok: true, messages, tokens, leftOut: cut.leftOut };
  }
  return { ok: false, tokens, room };
}

function write({ task, files, environment, tags, steps, purpose }: CodeAgentPromptRequest, recall: Recall, last: number): readonly PromptMessage[] {
  const given = files.length === 0 ? "" : `\n\nFiles in the working directory:\n${files.map((file) => describeFile(file, 3)).join("\n")}`;
  const kept = steps.slice(-last);
  const forgotten = steps.length - kept.length;
  const gap = forgotten === 0 ? "" : `\n\n(The first ${forgotten} steps are left out here. Their variables are still there.)`;
  return joinTurns([
    { role: "system", content: purpose === "step" ? codeAgentPrompt(tags, environment) : ANSWER_SYSTEM },
    { role: "user", content: `New task:\n${task.trim()}${given}${gap}` },
    ...kept.flatMap((step) => stepMessages(step, recall)),
    ...(purpose === "step" ? [] : [{ role: "user", content: `Based on the above, answer this task:\n${task.trim()}` } as const]),
  ]);
}
