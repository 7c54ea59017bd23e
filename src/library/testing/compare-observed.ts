import type { Expectation, ExpectedFigures, ExpectedFile, TestMismatch } from "#domain/snippet-test.ts";
import { compareValue } from "./compare-value.ts";
import type { Observed } from "./observed.ts";
import { pngSize } from "./png-size.ts";

/** What of a call is not as the test expects; empty when all holds. */
export function compareObserved(expected: Expectation, observed: Observed): readonly TestMismatch[] {
  const raised = compareException(expected.exception, observed);
  const mismatches = [...raised];
  if (expected.value !== undefined) {
    if (observed.value !== undefined) mismatches.push(...compareValue(expected.value, observed.value, expected.tolerance));
    else if (raised.length === 0) mismatches.push({ what: "value", expected: JSON.stringify(expected.value), actual: "nothing was returned" });
  }
  if (expected.output !== undefined && readable(expected.output) !== readable(observed.output)) {
    mismatches.push({ what: "output", expected: readable(expected.output), actual: readable(observed.output) });
  }
  for (const file of expected.files ?? []) mismatches.push(...compareFile(file, observed));
  if (expected.figures !== undefined) mismatches.push(...compareFigures(expected.figures, observed.figures));
  return mismatches;
}

function compareException(expected: Expectation["exception"], { result }: Observed): readonly TestMismatch[] {
  const { error } = result;
  const actual = error === null ? "none" : error.message === "" ? error.name : `${error.name}: ${error.message}`;
  if (expected === undefined) return error === null ? [] : [{ what: "exception", expected: "none", actual }];
  // A class may be named with its module or without.
  const sameName = error !== null && (error.name === expected.name || lastPart(error.name) === lastPart(expected.name));
  if (sameName && error.message.includes(expected.message ?? "")) return [];
  return [{ what: "exception", expected: expected.message === undefined ? expected.name : `${expected.name}: …${expected.message}…`, actual }];
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Text as a reader sees it: without the ends of lines that nobody sees. */
function readable(text: string): string {
  return text.replace(/[ \t]*\r?\n/g, "\n").trimEnd();
}

function compareFile(expected: ExpectedFile, { files }: Observed): readonly TestMismatch[] {
  const what = `file ${expected.path}`;
  const file = files.find(({ path }) => path === expected.path);
  if (file === undefined)
    return [{ what, expected: "made or changed by the tool", actual: files.length === 0 ? "no file" : `only ${files.map(({ path }) => path).join(", ")}` }];
  const mismatches: TestMismatch[] = [];
  const text = new TextDecoder().decode(file.bytes);
  if (expected.text !== undefined && text !== expected.text) mismatches.push({ what, expected: expected.text, actual: text });
  if (expected.sha256 !== undefined && file.sha256 !== expected.sha256)
    mismatches.push({ what, expected: `SHA-256 ${expected.sha256}`, actual: `SHA-256 ${file.sha256}` });
  const minimum = expected.minimumSize ?? (expected.text === undefined && expected.sha256 === undefined ? 1 : 0);
  if (file.bytes.length < minimum) mismatches.push({ what, expected: `at least ${minimum} bytes`, actual: `${file.bytes.length} bytes` });
  return mismatches;
}

function compareFigures({ count, minimumWidth = 0, minimumHeight = 0 }: ExpectedFigures, figures: readonly string[]): readonly TestMismatch[] {
  if (figures.length !== count) return [{ what: "figures", expected: String(count), actual: String(figures.length) }];
  return figures.flatMap((figure, index) => {
    const size = pngSize(figure);
    // A drawing of vectors has no pixels to count.
    if (size === null || (size.width >= minimumWidth && size.height >= minimumHeight)) return [];
    return [{ what: `figure ${index + 1}`, expected: `at least ${minimumWidth} × ${minimumHeight} pixels`, actual: `${size.width} × ${size.height} pixels` }];
  });
}
