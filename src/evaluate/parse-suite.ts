import * as v from "valibot";
import { messageOf } from "#domain/fault.ts";
import type { AnswerCheck, EvaluationSuite } from "./evaluation-suite.ts";

const texts = v.array(v.string());
const numbers = v.array(v.number());
const absent = { absent: v.optional(texts) };
const CHECK = v.variant("type", [
  v.object({ ...absent, type: v.literal("last_number"), value: v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/))]), abs: v.optional(v.boolean()) }),
  v.object({ ...absent, type: v.literal("numbers_seq"), value: numbers, exact: v.optional(v.boolean()) }),
  v.object({ ...absent, type: v.literal("numbers_all"), value: numbers }),
  v.object({ ...absent, type: v.literal("number_range"), lo: v.number(), hi: v.number(), pct: v.optional(v.boolean()) }),
  v.object({ ...absent, type: v.literal("contains"), all: texts }),
  v.object({ ...absent, type: v.literal("lines"), value: texts, ci: v.optional(v.boolean()) }),
  v.object({ ...absent, type: v.literal("regex"), pattern: v.pipe(v.string(), v.check(isPattern, "is not a regular expression")) }),
  v.object({ ...absent, type: v.literal("dates"), value: texts }),
  v.object({ ...absent, type: v.literal("pairs"), value: v.record(v.string(), v.number()) }),
  v.object({ ...absent, type: v.literal("stdout"), value: v.string() }),
  v.object({ ...absent, type: v.literal("stdout_json"), value: v.unknown(), order: v.optional(texts) }),
  v.object({ ...absent, type: v.literal("hanoi"), disks: v.number() }),
  v.object({ ...absent, type: v.literal("order"), value: texts }),
  v.object({ ...absent, type: v.literal("grid"), value: texts }),
  v.object({ ...absent, type: v.literal("groups"), value: v.array(texts) }),
  v.object({ ...absent, type: v.literal("value"), value: v.string() }),
  v.object({ ...absent, type: v.literal("file"), path: v.string(), contains: v.optional(texts), equals: v.optional(v.string()) }),
  v.object({ ...absent, type: v.literal("figure"), count: v.optional(v.number()) }),
  v.object({ ...absent, type: v.literal("bars"), heights: numbers, labels: texts, title: v.string() }),
  v.object({ ...absent, type: v.literal("line"), x0: v.number(), x1: v.number(), fn: v.string(), xlabel: v.string(), ylabel: v.string() }),
]);
const FILE = v.union([v.object({ path: v.string(), text: v.string() }), v.object({ path: v.string(), base64: v.string() })]);
const TASK = v.object({ id: v.string(), prompt: v.string(), kind: v.optional(v.string(), ""), files: v.optional(v.array(FILE), []), check: CHECK });
const SUITE = v.union([v.array(TASK), v.object({ name: v.optional(v.string()), tasks: v.array(TASK) })]);

export type ParsedSuite = { readonly ok: true; readonly suite: EvaluationSuite } | { readonly ok: false; readonly message: string };

/**
 * Reads a suite: a list of tasks, or an object with a name and tasks. Whole numbers of 16 digits and more stay exact: they become texts.
 * @param name what the suite is called when it has no name of its own
 */
export function parseSuite(json: string, name: string): ParsedSuite {
  let value: unknown;
  try {
    value = JSON.parse(withExactNumbers(json));
  } catch (thrown) {
    return { ok: false, message: `the suite is not JSON: ${messageOf(thrown)}` };
  }
  const parsed = v.safeParse(SUITE, value);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    return { ok: false, message: `${v.getDotPath(issue) ?? "the suite"}: ${issue.message}` };
  }
  const { tasks, own } = Array.isArray(parsed.output) ? { tasks: parsed.output, own: undefined } : { tasks: parsed.output.tasks, own: parsed.output.name };
  const twice = tasks.find((task, index) => tasks.findIndex((other) => other.id === task.id) !== index);
  if (twice !== undefined) return { ok: false, message: `two tasks have the id ${twice.id}` };
  return {
    ok: true,
    suite: {
      name: own ?? name,
      tasks: tasks.map((task) => ({ ...task, check: task.check as AnswerCheck, files: task.files.map(bytesOf) })),
    },
  };
}

function bytesOf(file: v.InferOutput<typeof FILE>): { readonly path: string; readonly bytes: Uint8Array } {
  if ("text" in file) return { path: file.path, bytes: new TextEncoder().encode(file.text) };
  return { path: file.path, bytes: Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0)) };
}

/** Puts quotes around whole numbers that a double cannot hold. */
function withExactNumbers(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) =>
    /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
