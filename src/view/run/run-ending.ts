import type { Fault } from "#domain/fault.ts";
import { INTERRUPTED_REASON } from "#domain/interrupted-reason.ts";
import { unreachable } from "#domain/unreachable.ts";
import type { Timeline } from "#state/timeline.ts";
import { formatCount, formatDuration } from "#view/parts/format.ts";

/** How a run ended that did not end well, in words for a person. */
export interface RunEnding {
  readonly tone: "bad" | "warn" | "plain";
  readonly title: string;
  /** Why, or null where the title says it, or a step of the timeline. */
  readonly reason: string | null;
  /** What was kept and what to do. */
  readonly advice: string;
  readonly code: string;
}

const INTERRUPTED: RunEnding = {
  tone: "warn",
  title: "This run was cut off: the page was closed or reloaded in the middle.",
  reason: null,
  advice: "What was logged until then is kept. Run the task again.",
  code: "SK-RUN-INTERRUPTED",
};

const KEPT = "Every attempt, its output and files are kept.";

/** @returns null when the run ended well. A run without an end that nobody works on any more was cut off. */
export function runEnding(timeline: Pick<Timeline, "attempts" | "end"> & Partial<Pick<Timeline, "loop">>): RunEnding | null {
  const { end } = timeline;
  if (end === null) return INTERRUPTED;
  const { status, reason } = end;
  switch (status) {
    case "ok":
      return null;
    case "error": {
      const fault = engineFault(timeline);
      if (fault !== null) {
        return { tone: "bad", title: "The model could not answer.", reason: null, advice: "Why, and what to do, stands at its step above.", code: fault.code };
      }
      if (end.fault !== undefined) return { tone: "bad", title: end.fault.message, reason: null, advice: adviceOf(end.fault), code: end.fault.code };
      return {
        tone: "bad",
        title: failureTitle(end.attempts, timeline.loop),
        reason,
        advice: `${KEPT} Say more in the task, or edit the code and run it again.`,
        code: "SK-RUN-ERROR",
      };
    }
    case "timeout":
      return {
        tone: "bad",
        title: "The time limit ended the run.",
        reason,
        advice: `${KEPT} Raise the limit in Settings, or ask for less at once.`,
        code: "SK-RUN-TIMEOUT",
      };
    case "aborted":
      if (reason === INTERRUPTED_REASON) return INTERRUPTED;
      return {
        tone: "plain",
        title: `Stopped after ${formatDuration(end.durationMs)}.`,
        reason,
        advice: `${KEPT} The model stays loaded.`,
        code: "SK-RUN-STOPPED",
      };
    case "refused":
      return {
        tone: "bad",
        title: "The run was refused.",
        reason,
        advice: `${KEPT} Edit the code and run it again, or change what is allowed in Settings.`,
        code: "SK-RUN-REFUSED",
      };
    default:
      return unreachable(status);
  }
}

function adviceOf({ kept, advice }: Fault): string {
  return kept === undefined ? advice : `${kept} ${advice}`;
}

function failureTitle(attempts: number, loop: Timeline["loop"] | undefined): string {
  if (attempts === 0) return "The run did not begin.";
  return loop === "code-agent" ? `No answer in ${formatCount(attempts, "step")}.` : `No attempt of ${attempts} ended well.`;
}

/** The fault of an engine that ended the run; its step tells it in full. */
function engineFault({ attempts, end }: Pick<Timeline, "attempts" | "end">): Fault | null {
  const fault = attempts.at(-1)?.generate?.end?.fault ?? null;
  return fault !== null && fault.message === end?.reason ? fault : null;
}
