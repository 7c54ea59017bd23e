import { type AgentEvent, TOOL_CHOICE } from "#domain/agent-event.ts";
import { unreachable } from "#domain/unreachable.ts";
import { firstLine, formatCount, formatDuration } from "#view/parts/format.ts";
import { modelTitle } from "#view/parts/model-title.ts";

/** An event in one line, for the Log tab. */
export function eventSummary(event: AgentEvent): string {
  switch (event.type) {
    case "run-start":
      return `${event.data.executor}, ${event.data.model === null ? "no model" : modelTitle(event.data.model.model)}, ${formatCount(event.data.files.length, "file")}${event.data.state === "kept" ? ", state kept" : ""}`;
    case "match-end":
      return event.data.chosen === null ? `no tool: ${event.data.reason}` : `tool ${event.data.chosen}`;
    case "generate-start":
      return `${event.data.attempt === TOOL_CHOICE ? "choice of a tool" : `attempt ${event.data.attempt}`}, temperature ${event.data.temperature}, prompt ${event.data.promptHash.slice(0, 12)}`;
    case "generate-delta":
      return `${formatCount(event.data.text.length, "character")}`;
    case "generate-end":
      return `${event.data.finish}, ${formatCount(event.data.usage.completionTokens, "token")}, ${formatDuration(event.data.durationMs)}`;
    case "check-end":
      return `${event.data.passed ? "passed" : "failed"}, ${formatCount(event.data.findings.length, "finding")}`;
    case "package-load":
      return `${event.data.state}: ${event.data.names.join(", ")}`;
    case "execute-start":
      return `attempt ${event.data.attempt}, code ${event.data.codeHash.slice(0, 12)}, limit ${formatDuration(event.data.timeoutMs)}`;
    case "execute-output":
      return `${event.data.stream}: ${firstLine(event.data.text, 80)}`;
    case "execute-display":
      return Object.keys(event.data.display.data).join(", ");
    case "execute-end":
      return `${event.data.status}, ${formatDuration(event.data.durationMs)}, Python ${event.data.environment.python}`;
    case "answer-check":
      return `attempt ${event.data.attempt}: ${event.data.findings.map((finding) => finding.message).join("; ")}`;
    case "repair-start":
      return `attempt ${event.data.attempt}: ${event.data.strategy}`;
    case "observe-end": {
      const { attempt, error, finalAnswer } = event.data;
      return `step ${attempt}: ${error !== null ? error.type : finalAnswer ? "final answer" : "observed"}`;
    }
    case "agreement-end":
      return `${Math.round(event.data.confidence * 100)} % for attempt ${event.data.chosen}, ${event.data.answers.length} different answers`;
    case "approval-ask":
      return event.data.question;
    case "approval-answer":
      return event.data.approved ? "yes" : "no";
    case "network-ask":
      return event.data.method === undefined ? event.data.host : `${event.data.method} ${event.data.url}`;
    case "network-answer":
      return `${event.data.host}: ${event.data.granted ? "granted" : "refused"}${event.data.outcome === undefined ? "" : `, ${event.data.outcome}`}`;
    case "run-end":
      return `${event.data.status}, ${formatDuration(event.data.durationMs)}, ${formatCount(event.data.attempts, "attempt")}`;
    default:
      return unreachable(event);
  }
}
