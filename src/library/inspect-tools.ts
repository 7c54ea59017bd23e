import * as v from "valibot";
import type { JsonValue } from "#domain/json-value.ts";
import type { ToolSignature } from "#domain/snippet.ts";
import type { Executor } from "#sandbox/port.ts";
import toolAnalysis from "./python/tool_analysis.py?raw";
import toolInspector from "./python/tool_inspector.py?raw";
import toolParser from "./python/tool_parser.py?raw";
import toolTypes from "./python/tool_types.py?raw";
import { runHelper } from "./run-helper.ts";

const PLACE = { line: v.number() };
const JSON_VALUE: v.GenericSchema<unknown, JsonValue> = v.lazy(() =>
  v.union([v.null(), v.boolean(), v.number(), v.string(), v.array(JSON_VALUE), v.record(v.string(), JSON_VALUE)]),
);
const TOOL = v.object({ name: v.string(), description: v.string(), parameters: v.record(v.string(), JSON_VALUE), returns: v.nullable(v.string()) });
const ANSWER = v.array(
  v.object({
    errors: v.array(v.string()),
    tool: v.nullable(TOOL),
    needsPydantic: v.nullable(v.string()),
    analysis: v.object({
      imports: v.array(v.object({ ...PLACE, module: v.string(), standard: v.boolean() })),
      tools: v.array(v.string()),
      references: v.array(v.object({ ...PLACE, name: v.string(), column: v.number() })),
    }),
  }),
);

/** Something outside itself that code refers to: `os.system`, `builtins.eval`, `.__globals__`. */
export interface CodeReference {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/** What a piece of code is as a tool. */
export interface ToolInspection {
  /** Null where the code is no tool; `errors` says why, in bee-code-interpreter's words. */
  readonly tool: ToolSignature | null;
  readonly errors: readonly string[];
  /** Top-level modules that it imports, each once. */
  readonly imports: readonly { readonly module: string; readonly standard: boolean; readonly line: number }[];
  /** Names of other tools that it imports. */
  readonly tools: readonly string[];
  readonly references: readonly CodeReference[];
}

export type InspectionOutcome =
  | { readonly ok: true; readonly inspections: readonly ToolInspection[] }
  /** The sandbox could not look; nothing is known of the code. */
  | { readonly ok: false; readonly message: string };

const MODULES = { "tool_analysis.py": toolAnalysis, "tool_inspector.py": toolInspector, "tool_parser.py": toolParser, "tool_types.py": toolTypes };

/**
 * Reads sources as tools, in one run of the sandbox, without running them. Where a type needs Pydantic, a second run loads it.
 * @returns one inspection for each source, in order
 */
export async function inspectTools(executor: Executor, sources: readonly string[], signal: AbortSignal): Promise<InspectionOutcome> {
  const first = await ask(executor, "import tool_inspector\ntool_inspector.main()\n", sources, signal);
  if (!first.ok) return first;
  if (first.answers.every(({ needsPydantic }) => needsPydantic === null)) return { ok: true, inspections: first.answers.map(inspectionOf) };
  const facts = await executor.facts();
  if (!("pydantic" in facts.packages)) return { ok: true, inspections: first.answers.map(inspectionOf) };
  const second = await ask(executor, "import pydantic\nimport tool_inspector\ntool_inspector.main(pydantic)\n", sources, signal);
  return second.ok ? { ok: true, inspections: second.answers.map(inspectionOf) } : second;
}

type Answers = v.InferOutput<typeof ANSWER>;

async function ask(
  executor: Executor,
  code: string,
  sources: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly answers: Answers } | { readonly ok: false; readonly message: string }> {
  const outcome = await runHelper(executor, { code, modules: MODULES, request: { sources } }, signal);
  if (!outcome.ok) return outcome;
  const answer = v.safeParse(ANSWER, outcome.answer);
  if (!answer.success || answer.output.length !== sources.length)
    return { ok: false, message: "The sandbox gave an answer of another shape than was asked for." };
  return { ok: true, answers: answer.output };
}

function inspectionOf({ tool, errors, needsPydantic, analysis }: Answers[number]): ToolInspection {
  const needs =
    needsPydantic === null ? [] : [`Error when parsing type \`${needsPydantic}\`: only the package pydantic knows this type, and it is not on this machine`];
  return { tool, errors: [...errors, ...needs], imports: analysis.imports, tools: analysis.tools, references: analysis.references };
}
