import type { Result } from "@e2b/code-interpreter";
import { type MimeBundle, TABLE_MIME } from "#domain/execution-result.ts";

/** The exact repr, which our set-up of a context asks for: E2B's own text takes the quotes off strings. */
const REPR_MIME = "application/vnd.skep.repr";
/** E2B's description of a chart: axes, series and points as JSON. */
const CHART_MIME = "application/vnd.e2b.chart+json";

const FIELDS = {
  "text/html": "html",
  "text/markdown": "markdown",
  "image/svg+xml": "svg",
  "text/latex": "latex",
  "application/javascript": "javascript",
} as const;
const BINARY = { "image/png": "png", "image/jpeg": "jpeg", "application/pdf": "pdf" } as const;

/** A result of E2B as a bundle: text as text, binary as base64 without line ends, JSON as JSON text. */
export function mimeBundle(result: Result): MimeBundle {
  const bundle: Record<string, string> = {};
  const extra = extraForms(result);
  const text = extra[REPR_MIME] ?? result.text;
  if (text !== undefined) bundle["text/plain"] = text;
  for (const [mime, field] of Object.entries(FIELDS)) {
    const value = result[field];
    if (typeof value === "string") bundle[mime] = value;
  }
  for (const [mime, field] of Object.entries(BINARY)) {
    const value = result[field];
    if (typeof value === "string") bundle[mime] = value.replace(/\s/g, "");
  }
  // E2B adds JSON to every list and dict, and HTML to every frame: the page's own forms of them are exact.
  const table = extra[TABLE_MIME];
  if (table !== undefined) return { "text/plain": bundle["text/plain"] ?? "", [TABLE_MIME]: table };
  if (result.chart !== undefined && Object.keys(result.chart).length > 0) bundle[CHART_MIME] = JSON.stringify(result.chart);
  return bundle;
}

/** Forms under names that E2B does not know; they are in the raw answer only. */
function extraForms(result: Result): Readonly<Record<string, string>> {
  const extra: unknown = (result.raw as Readonly<Record<string, unknown>>).extra;
  const forms: Record<string, string> = {};
  if (typeof extra !== "object" || extra === null) return forms;
  for (const [mime, value] of Object.entries(extra)) if (typeof value === "string") forms[mime] = value;
  return forms;
}
