import type { JsonValue } from "#domain/json-value.ts";
import type { Expectation, ExpectedFile, SnippetTest, TestFile } from "#domain/snippet-test.ts";

/** A file that the tool must leave, as it is edited: with no text, that it exists is enough. */
export interface FileDraft extends Omit<ExpectedFile, "text"> {
  readonly text: string;
}

/** A test as a person edits it: texts, and which of the expectations count. */
export interface TestDraft {
  readonly name: string;
  readonly arguments: string;
  readonly files: readonly TestFile[];
  readonly expects: readonly Expected[];
  readonly value: string;
  readonly tolerance: string;
  readonly output: string;
  readonly madeFiles: readonly FileDraft[];
  readonly figureCount: string;
  readonly figureWidth: string;
  readonly figureHeight: string;
  readonly exceptionName: string;
  readonly exceptionMessage: string;
}

/** What a test can expect. */
export const EXPECTED = ["value", "output", "files", "figures", "exception"] as const;
export type Expected = (typeof EXPECTED)[number];

export type TestProblems = Partial<Record<keyof TestDraft, string>>;
export type TestReading = { readonly ok: true; readonly test: SnippetTest } | { readonly ok: false; readonly problems: TestProblems };

/** A test to edit; with none, a new one. */
export function draftOf(test: SnippetTest | null): TestDraft {
  const expect: Expectation = test?.expect ?? { value: null };
  const { value, tolerance, output, files, figures, exception } = expect;
  return {
    name: test?.name ?? "",
    arguments: JSON.stringify(test?.arguments ?? {}, null, 2),
    files: test?.files ?? [],
    expects: EXPECTED.filter((part) => expect[part] !== undefined),
    value: value === undefined ? "" : JSON.stringify(value, null, 2),
    tolerance: tolerance === undefined ? "" : String(tolerance),
    output: output ?? "",
    madeFiles: (files ?? []).map((file) => ({ ...file, text: file.text ?? "" })),
    figureCount: String(figures?.count ?? 1),
    figureWidth: numberText(figures?.minimumWidth),
    figureHeight: numberText(figures?.minimumHeight),
    exceptionName: exception?.name ?? "",
    exceptionMessage: exception?.message ?? "",
  };
}

/**
 * The test that was written, or what of it is wrong, by field.
 * @param others names of the other tests
 */
export function readDraft(draft: TestDraft, others: readonly string[]): TestReading {
  const problems: Record<string, string> = {};
  const name = draft.name.trim();
  if (name === "") problems.name = "A test needs a name.";
  else if (others.includes(name)) problems.name = "Another test has this name.";
  const args = parse(draft.arguments);
  if (typeof args !== "object" || args === null || Array.isArray(args)) problems.arguments = "It must be a JSON object.";
  const wants = (part: Expected): boolean => draft.expects.includes(part);
  const value = wants("value") ? parse(draft.value) : undefined;
  if (wants("value") && value === undefined) problems.value = 'It must be JSON: a text stands in quotes, such as "this".';
  const tolerance = draft.tolerance.trim() === "" ? undefined : Number(draft.tolerance);
  if (wants("value") && tolerance !== undefined && !(tolerance >= 0)) problems.tolerance = "It must be a number, 0 or above.";
  const madeFiles = wants("files") ? draft.madeFiles : [];
  if (wants("files") && (madeFiles.length === 0 || madeFiles.some(({ path }) => path.trim() === ""))) problems.madeFiles = "Name each file.";
  const [count, width, height] = [draft.figureCount, draft.figureWidth, draft.figureHeight].map(whole);
  if (wants("figures")) {
    if (count === null || count === undefined) problems.figureCount = "It must be a whole number.";
    if (width === null) problems.figureWidth = "It must be a whole number.";
    if (height === null) problems.figureHeight = "It must be a whole number.";
  }
  if (wants("exception") && draft.exceptionName.trim() === "") problems.exceptionName = "Name the class of the exception.";
  if (draft.expects.length === 0) problems.expects = "A test that expects nothing would pass whatever came out.";
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const message = draft.exceptionMessage;
  const expect: Expectation = {
    ...(value === undefined ? {} : { value }),
    ...(value === undefined || tolerance === undefined ? {} : { tolerance }),
    ...(wants("output") ? { output: draft.output } : {}),
    ...(wants("files") ? { files: madeFiles.map(expectedFile) } : {}),
    ...(wants("figures") && count != null
      ? { figures: { count, ...(width == null ? {} : { minimumWidth: width }), ...(height == null ? {} : { minimumHeight: height }) } }
      : {}),
    ...(wants("exception") ? { exception: { name: draft.exceptionName.trim(), ...(message === "" ? {} : { message }) } } : {}),
  };
  return { ok: true, test: { name, arguments: args as SnippetTest["arguments"], files: draft.files, expect } };
}

function expectedFile({ text, path, ...rest }: FileDraft): ExpectedFile {
  return { path: path.trim(), ...rest, ...(text === "" ? {} : { text }) };
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Null where the text is no whole number; undefined where there is none. */
function whole(text: string): number | null | undefined {
  const plain = text.trim();
  if (plain === "") return undefined;
  return /^\d+$/.test(plain) ? Number(plain) : null;
}

function numberText(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}
