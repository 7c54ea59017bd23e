import type { DataFile } from "#domain/data-file.ts";
import { type ExecutionResult, streamText } from "#domain/execution-result.ts";
import { unreachable } from "#domain/unreachable.ts";
import { checkFigure } from "./check-figure.ts";
import { checkNumbers } from "./check-numbers.ts";
import { checkPuzzle } from "./check-puzzle.ts";
import type { AnswerCheck, AxesFacts } from "./evaluation-suite.ts";

/** What a run left to be judged. */
export interface Answer {
  readonly result: ExecutionResult;
  readonly files: readonly DataFile[];
  /** Axes of the figures; empty when the program drew none, or was not probed. */
  readonly axes: readonly AxesFacts[];
}

export interface Judgement {
  readonly right: boolean;
  /** Why, in short. */
  readonly reason: string;
}

/** Judges an answer. What a program shows is its standard output, and its last value where it printed nothing. */
export function checkAnswer(check: AnswerCheck, answer: Answer): Judgement {
  const text = shownText(answer.result);
  const unwanted = (check.absent ?? []).find((word) => text.toLowerCase().includes(word.toLowerCase()));
  if (unwanted !== undefined) return { right: false, reason: `unexpected ${JSON.stringify(unwanted)}` };
  const lines = linesOf(text);
  switch (check.type) {
    case "last_number":
    case "numbers_seq":
    case "numbers_all":
    case "number_range":
    case "pairs":
      return checkNumbers(check, text, lines);
    case "hanoi":
    case "grid":
    case "groups":
    case "order":
      return checkPuzzle(check, text, lines);
    case "contains":
      return missing(check.all.filter((part) => !text.includes(part)));
    case "lines":
      return checkLines(lines, check.value, check.ci === true);
    case "regex":
      return { right: new RegExp(check.pattern).test(text), reason: "pattern" };
    case "dates": {
      const dates = text.match(/\d{4}-\d\d-\d\d/g) ?? [];
      return { right: same(dates, check.value), reason: dates.slice(0, 6).join(" ") };
    }
    case "stdout":
      return { right: text.trimEnd() === check.value.trimEnd(), reason: "whole output" };
    case "stdout_json":
      return checkJson(text, check);
    case "value":
      return {
        right: answer.result.result?.data["text/plain"]?.trim() === check.value.trim(),
        reason: answer.result.result?.data["text/plain"]?.slice(0, 80) ?? "no value",
      };
    case "file":
      return checkFile(answer.files, check);
    case "figure":
    case "bars":
    case "line":
      return checkFigure(check, answer);
    default:
      return unreachable(check);
  }
}

/** What a reader sees as text: the output, or the last value when there is no output. */
export function shownText(result: ExecutionResult): string {
  const output = streamText(result, "stdout");
  return output.trim() === "" ? (result.result?.data["text/plain"] ?? "") : output;
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

export function missing(parts: readonly string[]): Judgement {
  return { right: parts.length === 0, reason: parts.length === 0 ? "" : `missing ${parts.slice(0, 3).join(", ")}` };
}

export function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Each wanted line, in order, without list marks and quotes; one heading line may come before. */
function checkLines(lines: readonly string[], wanted: readonly string[], ignoreCase: boolean): Judgement {
  const fold = (line: string) => (ignoreCase ? line.toLowerCase() : line);
  const got = lines.map((line) => fold(line.replace(/^['"\-*• ]+|['"\-*• ]+$/g, "")));
  const want = wanted.map(fold);
  if (same(got, want)) return { right: true, reason: "" };
  if (got.length === want.length + 1 && same(got.slice(1), want)) return { right: true, reason: "with a heading" };
  return { right: false, reason: got.slice(0, 8).join(" | ") };
}

function checkJson(text: string, check: Extract<AnswerCheck, { type: "stdout_json" }>): Judgement {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { right: false, reason: "not JSON" };
  }
  if (canonical(value) !== canonical(check.value)) return { right: false, reason: "other value" };
  if (check.order === undefined) return { right: true, reason: "" };
  const keys = value !== null && typeof value === "object" ? Object.keys(value) : [];
  return {
    right: same(keys, check.order) && text.includes('\n  "') && (!/[[{]\s*\S/.test(text.slice(1)) || text.includes('\n    "')),
    reason: "order or indentation",
  };
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const record = value as Record<string, unknown>;
  return `{${Object.keys(record)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(record[key])}`)
    .join(",")}}`;
}

function checkFile(files: readonly DataFile[], check: Extract<AnswerCheck, { type: "file" }>): Judgement {
  const file = files.find((candidate) => candidate.path === check.path);
  if (file === undefined) return { right: false, reason: `no file ${check.path}` };
  const text = new TextDecoder().decode(file.bytes);
  if (check.equals !== undefined) return { right: text.replaceAll("\r\n", "\n").trimEnd() === check.equals.trimEnd(), reason: "whole file" };
  return missing((check.contains ?? []).filter((part) => !text.includes(part)));
}
