import { type MimeBundle, TABLE_MIME, type TableData } from "#domain/execution-result.ts";
import type { Attempt } from "#state/timeline.ts";
import { readTable } from "./read-table.ts";

export interface Figure {
  /** A data URL of a PNG or an SVG: shown by an image element, which runs nothing. */
  readonly url: string;
  readonly extension: "png" | "svg";
  readonly alt: string;
}

/** How one MIME bundle is shown: the richest form that is safe to show. */
export type Shown =
  | { readonly kind: "figure"; readonly figure: Figure }
  | { readonly kind: "table"; readonly table: TableData }
  | { readonly kind: "html"; readonly html: string }
  | { readonly kind: "text"; readonly text: string };

/** Chooses the form of a bundle. @returns null for a bundle that holds nothing that can be shown. */
export function showBundle(data: MimeBundle): Shown | null {
  const text = data["text/plain"] ?? data["text/markdown"] ?? data["application/json"];
  const table = data[TABLE_MIME] === undefined ? null : readTable(data[TABLE_MIME]);
  if (table !== null) return { kind: "table", table };
  const figure = figureOf(data, text);
  if (figure !== null) return { kind: "figure", figure };
  if (data["text/html"] !== undefined) return { kind: "html", html: data["text/html"] };
  return text === undefined ? null : { kind: "text", text };
}

function figureOf(data: MimeBundle, text: string | undefined): Figure | null {
  const alt = text === undefined ? "Figure drawn by the program" : text;
  const png = data["image/png"]?.replace(/\s/g, "");
  if (png !== undefined && /^[A-Za-z0-9+/]+=*$/.test(png)) return { url: `data:image/png;base64,${png}`, extension: "png", alt };
  const svg = data["image/svg+xml"];
  if (svg !== undefined) return { url: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, extension: "svg", alt };
  return null;
}

/** Everything an attempt showed, in order: its displays, then the value of its last expression. */
export function collectResults(attempt: Attempt | null): readonly Shown[] {
  const execute = attempt?.execute ?? null;
  if (execute === null) return [];
  const bundles = execute.displays.map((display) => display.data);
  const result = execute.end?.result ?? null;
  const shown: Shown[] = [];
  for (const bundle of result === null ? bundles : [...bundles, result.data]) {
    const form = showBundle(bundle);
    if (form !== null) shown.push(form);
  }
  return shown;
}

/** What a step of CodeAgent's loop showed, with what the steps before it displayed: the steps make one program together. */
export function collectStepResults(attempts: readonly Attempt[], attempt: Attempt | null): readonly Shown[] {
  const before = attempts.filter((one) => one.number < (attempt?.number ?? 0));
  const displayed = before.flatMap((one) => one.execute?.displays ?? []).flatMap(({ data }) => showBundle(data) ?? []);
  return [...displayed, ...collectResults(attempt)];
}
