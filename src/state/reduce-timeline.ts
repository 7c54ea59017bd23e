import { type AgentEvent, type AgentEventData, TOOL_CHOICE } from "#domain/agent-event.ts";
import type { OutputChunk } from "#domain/execution-result.ts";
import { unreachable } from "#domain/unreachable.ts";
import type { Attempt, ExecuteStep, GenerateStep, Timeline } from "./timeline.ts";

/**
 * Folds events into a timeline. Pure; the same whether the events come live or from the log.
 * @param timeline What came before, or null before `run-start`.
 * @param events In order. A batch costs one copy of the output, however many chunks it holds.
 * @returns null only when nothing has started; events before `run-start` are left out.
 */
export function reduceTimeline(timeline: Timeline | null, events: readonly AgentEvent[]): Timeline | null {
  let current = timeline;
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index];
    if (event === undefined) continue;
    if (event.type === "run-start") {
      current = startTimeline(event.data);
      continue;
    }
    if (current === null) continue;
    if (event.type === "execute-output") {
      const chunks: OutputChunk[] = [];
      const attempt = event.data.attempt;
      let next: AgentEvent | undefined = event;
      while (next?.type === "execute-output" && next.data.attempt === attempt) {
        chunks.push({ stream: next.data.stream, text: next.data.text });
        index += 1;
        next = events[index];
      }
      index -= 1;
      current = changeExecute(current, attempt, (step) => ({ ...step, output: appendChunks(step.output, chunks) }));
    } else {
      current = reduceOne(current, event);
    }
  }
  return current;
}

type LaterEvent = Exclude<AgentEvent, { type: "run-start" | "execute-output" }>;

function reduceOne(timeline: Timeline, event: LaterEvent): Timeline {
  switch (event.type) {
    case "match-end":
      return { ...timeline, match: event.data };
    case "repair-start": {
      const { attempt, ...repair } = event.data;
      return changeAttempt(timeline, attempt, (before) => ({ ...before, repair }));
    }
    case "generate-start": {
      const { attempt, messages, temperature } = event.data;
      return changeGenerate(timeline, attempt, () => ({ messages, temperature, text: "", end: null }));
    }
    case "generate-delta":
      return changeGenerate(timeline, event.data.attempt, (before) => before && { ...before, text: before.text + event.data.text });
    case "generate-end": {
      const { attempt, reply, ...end } = event.data;
      return changeGenerate(timeline, attempt, (before) => ({ messages: before?.messages ?? [], temperature: before?.temperature ?? 0, text: reply, end }));
    }
    case "check-end": {
      const { attempt, ...check } = event.data;
      return changeAttempt(timeline, attempt, (before) => ({ ...before, check }));
    }
    case "package-load": {
      const { attempt, ...packages } = event.data;
      return changeAttempt(timeline, attempt, (before) => ({ ...before, packages }));
    }
    case "execute-start": {
      const { attempt, code, timeoutMs } = event.data;
      return changeAttempt(timeline, attempt, (before) => ({ ...before, execute: { code, timeoutMs, output: [], displays: [], end: null } }));
    }
    case "execute-display":
      return changeExecute(timeline, event.data.attempt, (step) => ({ ...step, displays: [...step.displays, event.data.display] }));
    case "execute-end": {
      const { attempt, ...end } = event.data;
      return changeExecute(timeline, attempt, (step) => ({ ...step, end }));
    }
    case "answer-check":
      return changeAttempt(timeline, event.data.attempt, (before) => ({ ...before, doubts: event.data.findings }));
    case "observe-end": {
      const { attempt, ...observation } = event.data;
      return changeAttempt(timeline, attempt, (before) => ({ ...before, observation }));
    }
    case "approval-ask":
      return changeAttempt(timeline, event.data.attempt, (before) => ({ ...before, approval: { question: event.data.question, approved: null } }));
    case "approval-answer":
      return changeAttempt(timeline, event.data.attempt, (before) => ({
        ...before,
        approval: { question: before.approval?.question ?? "", approved: event.data.approved },
      }));
    case "network-ask":
      return {
        ...timeline,
        network: [...timeline.network, { host: event.data.host, url: event.data.url, granted: null, outcome: null, number: timeline.network.length + 1 }],
      };
    case "network-answer": {
      const { host, granted, outcome = null } = event.data;
      const at = timeline.network.findIndex((ask) => ask.host === host && ask.granted === null);
      return { ...timeline, network: timeline.network.map((ask, index) => (index === at ? { ...ask, granted, outcome } : ask)) };
    }
    case "agreement-end":
      return { ...timeline, agreement: event.data };
    case "run-end":
      return { ...timeline, end: event.data };
    default:
      return unreachable(event);
  }
}

function startTimeline(data: AgentEventData["run-start"]): Timeline {
  const { kind, task, files, executor, model, attemptLimit, loop = "skep" } = data;
  return { kind, task, files, executor, model, attemptLimit, loop, match: null, choice: null, attempts: [], agreement: null, network: [], end: null };
}

const emptyAttempt = (number: number): Attempt => ({
  number,
  repair: null,
  generate: null,
  check: null,
  approval: null,
  packages: null,
  execute: null,
  doubts: [],
  observation: null,
});

function changeAttempt(timeline: Timeline, number: number, change: (before: Attempt) => Attempt): Timeline {
  const known = timeline.attempts.some((attempt) => attempt.number === number);
  const attempts = known ? timeline.attempts : [...timeline.attempts, emptyAttempt(number)];
  return { ...timeline, attempts: attempts.map((attempt) => (attempt.number === number ? change(attempt) : attempt)) };
}

/** A reply belongs to its attempt, or to the choice of a tool before the first one. */
function changeGenerate(timeline: Timeline, number: number, change: (before: GenerateStep | null) => GenerateStep | null): Timeline {
  if (number === TOOL_CHOICE) return { ...timeline, choice: change(timeline.choice) };
  return changeAttempt(timeline, number, (before) => ({ ...before, generate: change(before.generate) }));
}

function changeExecute(timeline: Timeline, number: number, change: (before: ExecuteStep) => ExecuteStep): Timeline {
  return changeAttempt(timeline, number, (before) => {
    const execute = before.execute ?? { code: before.check?.code ?? "", timeoutMs: 0, output: [], displays: [], end: null };
    return { ...before, execute: change(execute) };
  });
}

/** Adjacent chunks of one stream become one, so that a long output stays a short list. */
function appendChunks(before: readonly OutputChunk[], added: readonly OutputChunk[]): readonly OutputChunk[] {
  const chunks = [...before];
  for (const chunk of added) {
    const last = chunks.at(-1);
    if (last !== undefined && last.stream === chunk.stream) chunks[chunks.length - 1] = { stream: last.stream, text: last.text + chunk.text };
    else chunks.push(chunk);
  }
  return chunks;
}
