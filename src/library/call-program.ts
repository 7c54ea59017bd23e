import type { DataFile } from "#domain/data-file.ts";
import type { JsonValue } from "#domain/json-value.ts";
import type { ToolSignature } from "#domain/snippet.ts";
import { toolPath } from "#domain/tool-module.ts";
import { checkArguments } from "./check-arguments.ts";
import { dedent } from "./dedent.ts";
import type { CallOutcome, CallProblem } from "./port.ts";
import skepCall from "./python/skep_call.py?raw";

/** A tool that another one imports, in the version that it was pinned to. */
export interface ToolSource {
  readonly name: string;
  readonly code: string;
}

type Arguments = { readonly [parameter: string]: JsonValue };

/** A call in Python: what stands before it, the expression itself, and the files that both need. */
export interface CallParts {
  readonly source: string;
  readonly setup: string;
  readonly expression: string;
  readonly files: readonly DataFile[];
}

/**
 * A tool's source and a call of it. Arguments that are plain in Python as well stand in the call itself; where an
 * annotation asks for more (a date, a path, a set, keys that are numbers), a small module beside the program makes it.
 */
export function callParts(
  code: string,
  tool: ToolSignature,
  args: Arguments,
  used: readonly ToolSource[],
): ({ readonly ok: true } & CallParts) | { readonly ok: false; readonly problems: readonly CallProblem[] } {
  const problems = checkArguments(tool, args);
  if (problems.length > 0) return { ok: false, problems };
  const source = dedent(code).trimEnd();
  const files = used.map((other) => textFile(toolPath(other.name), dedent(other.code)));
  if (Object.keys(args).every((name) => isPlain(schemaOf(tool, name)))) {
    const written = Object.entries(args).map(([parameter, value]) => `${parameter}=${pythonLiteral(value, schemaOf(tool, parameter))}`);
    return { ok: true, source, setup: "", expression: `${tool.name}(${written.join(", ")})`, files };
  }
  const expression = `skep_call.call(${tool.name}, ${JSON.stringify(JSON.stringify(args))})`;
  return { ok: true, source, setup: "import skep_call\n", expression, files: [...files, textFile("skep_call.py", skepCall)] };
}

/** The program that calls a tool: its source, then the call, whose value is what the program shows. */
export function callProgram(code: string, tool: ToolSignature, args: Arguments, used: readonly ToolSource[]): CallOutcome {
  const parts = callParts(code, tool, args, used);
  if (!parts.ok) return parts;
  return { ok: true, code: `${parts.source}\n\n${parts.setup}${parts.expression}\n`, files: parts.files };
}

/** A JSON value as Python writes it. JSON's escapes in texts are Python's as well. */
function pythonLiteral(value: JsonValue, schema: JsonValue | undefined): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number" && Number.isInteger(value) && isFloat(schema) && Math.abs(value) < 1e21) return `${value}.0`;
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => pythonLiteral(item, record(schema).items)).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item, undefined)}`)
    .join(", ")}}`;
}

/** Whether a number is to be a float: 5 for a `float` parameter is 5.0. */
function isFloat(schema: JsonValue | undefined): boolean {
  const { type, anyOf } = record(schema);
  return type === "number" || (Array.isArray(anyOf) && anyOf.some(isFloat) && !anyOf.some((member) => record(member).type === "integer"));
}

/** Whether the type behind a schema is what a JSON value becomes in Python by itself. */
function isPlain(schema: JsonValue | undefined): boolean {
  const { type, format, anyOf, items, uniqueItems, enum: choices, const: only } = record(schema);
  if (format !== undefined) return false;
  if (anyOf !== undefined) return Array.isArray(anyOf) && anyOf.every((member) => isPlain(member) && record(member).type !== "array");
  if (choices !== undefined || only !== undefined) return true;
  if (type === "array") return uniqueItems !== true && !Array.isArray(items) && isPlain(items);
  // An object's keys may stand for numbers, which its schema does not tell.
  return type !== "object";
}

function record(value: JsonValue | undefined): Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Arguments) : {};
}

function schemaOf(tool: ToolSignature, name: string): JsonValue | undefined {
  return record(tool.parameters.properties)[name];
}

/** A file of a text, as UTF-8. */
export function textFile(path: string, text: string): DataFile {
  return { path, bytes: new TextEncoder().encode(text) };
}
