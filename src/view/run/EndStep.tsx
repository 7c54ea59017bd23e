import type { JSX } from "react";
import { unreachable } from "#domain/unreachable.ts";
import type { Timeline } from "#state/timeline.ts";
import { formatCount, formatDuration, formatRate } from "#view/parts/format.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { Step } from "./Step.tsx";

interface Ending {
  readonly title: string;
  readonly advice: string;
  readonly code: string;
}

/** How the run ended: a line of numbers when it went well, else what happened, what was kept and what to do. */
export function EndStep({ timeline }: { readonly timeline: Timeline }): JSX.Element {
  const { end } = timeline;
  if (end === null) {
    return (
      <li style={{ listStyle: "none" }}>
        <Notice tone="warn" title="This run was cut off: the page was closed or reloaded in the middle." code="SK-RUN-INTERRUPTED">
          What was logged until then is kept. Run the task again.
        </Notice>
      </li>
    );
  }
  if (end.status === "ok") return <Step mark="ok" title="Done" note={end.model === null || end.model.demo ? "" : end.model.model} meta={numbers(end)} />;
  const { title, advice, code } = endingOf(end);
  return (
    <li style={{ listStyle: "none" }}>
      <Notice tone={end.status === "aborted" ? "plain" : "bad"} title={title} code={code}>
        {end.reason !== null && <div>{end.reason}</div>}
        <div>Every attempt, its output and files are kept. {advice}</div>
      </Notice>
    </li>
  );
}

type End = NonNullable<Timeline["end"]>;

function numbers(end: End): string {
  const tokens = end.tokens.prompt + end.tokens.completion;
  const parts = [formatDuration(end.durationMs), formatCount(end.attempts, "attempt")];
  if (end.model !== null && !end.model.demo) parts.push(formatCount(tokens, "token"));
  if (end.decodeRate !== null) parts.push(formatRate(end.decodeRate));
  return parts.join(", ");
}

function endingOf(end: End): Ending {
  const status = end.status;
  switch (status) {
    case "ok":
      return { title: "Done", advice: "", code: "" };
    case "error":
      return { title: `No attempt of ${end.attempts} ended well.`, advice: "Say more in the task, or edit the code and run it again.", code: "SK-RUN-ERROR" };
    case "timeout":
      return { title: "The time limit ended the run.", advice: "Raise the limit in Settings, or ask for less at once.", code: "SK-RUN-TIMEOUT" };
    case "aborted":
      return { title: `Stopped after ${formatDuration(end.durationMs)}.`, advice: "The model stays loaded.", code: "SK-RUN-STOPPED" };
    case "refused":
      return { title: "The run was refused.", advice: "Edit the code and run it again, or change what is allowed in Settings.", code: "SK-RUN-REFUSED" };
    default:
      return unreachable(status);
  }
}
