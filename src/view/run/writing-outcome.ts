import type { GenerateStep } from "#state/timeline.ts";
import type { Mark } from "#view/parts/StatusMark.tsx";

/** What came of the model's writing, as the line of its step says it. */
export function writingOutcome({ end, text }: Pick<GenerateStep, "end" | "text">, live: boolean): { readonly mark: Mark; readonly title: string } {
  if (end === null) return live ? { mark: "running", title: "Writing code" } : { mark: "interrupted", title: "Writing was cut off" };
  if (end.finish === "aborted") return { mark: "aborted", title: "Writing stopped" };
  if (end.finish === "error") return { mark: "error", title: text.trim() === "" ? "Nothing was written" : "Writing failed" };
  if (text.trim() === "") return { mark: "error", title: "Nothing was written" };
  return { mark: end.finish === "length" ? "warning" : "ok", title: "Wrote code" };
}
