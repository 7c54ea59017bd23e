import type { MimeBundle } from "#domain/execution-result.ts";
import type { NotebookResult, ViewSpec } from "#domain/view-spec.ts";

/** MIME types whose content is text in a bundle; all others are base64 there. */
const TEXT = /^text\/|^image\/svg\+xml$|\+xml$/;
const JSON_TYPE = /^application\/(.*\+)?json$/;

/**
 * A run as a Jupyter notebook (nbformat 4.5): what was asked, the code, and below it what it printed and showed.
 * @param result of the run, or null when the code has not run
 */
export function writeNotebook({ title, code }: ViewSpec, result: NotebookResult | null): string {
  const cells = [
    ...(title === "" ? [] : [{ cell_type: "markdown", id: "task", metadata: {}, source: lines(title) }]),
    { cell_type: "code", id: "code", metadata: {}, execution_count: result === null ? null : 1, source: lines(code), outputs: outputsOf(result) },
  ];
  const metadata = { kernelspec: { name: "python3", display_name: "Python 3", language: "python" }, language_info: { name: "python" } };
  return `${JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells }, null, 1)}\n`;
}

function outputsOf(result: NotebookResult | null): readonly object[] {
  if (result === null) return [];
  const { output, displays, result: value, error } = result;
  return [
    ...output.map(({ stream, text }) => ({ output_type: "stream", name: stream, text: lines(text) })),
    ...displays.map(({ data, metadata }) => ({ output_type: "display_data", data: bundle(data), metadata })),
    ...(value === null ? [] : [{ output_type: "execute_result", execution_count: 1, data: bundle(value.data), metadata: {} }]),
    ...(error === null ? [] : [{ output_type: "error", ename: error.name, evalue: error.message, traceback: error.traceback.split("\n") }]),
  ];
}

/** Texts as lists of lines, JSON types as JSON, base64 as it is: as the format wants them. */
function bundle(data: MimeBundle): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data).map(([type, content]) => {
      if (TEXT.test(type)) return [type, lines(content)];
      if (!JSON_TYPE.test(type)) return [type, content];
      try {
        return [type, JSON.parse(content) as unknown];
      } catch {
        return [type, content];
      }
    }),
  );
}

/** Each line with its end, as notebooks keep their texts: joined, they are the text again. */
function lines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
