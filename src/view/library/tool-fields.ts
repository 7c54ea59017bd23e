import type { JsonValue } from "#domain/json-value.ts";
import type { ToolSignature } from "#domain/snippet.ts";

/** How a person gives a value: `lines` is a list with one item a line, `json` anything else. */
export type FieldKind = "text" | "integer" | "number" | "boolean" | "choice" | "path" | "date" | "time" | "date-time" | "lines" | "json";

/** One parameter of a tool, as a form asks for it. */
export interface ToolField {
  readonly name: string;
  /** What the parameter means; the empty string where nobody said. */
  readonly description: string;
  readonly required: boolean;
  readonly kind: FieldKind;
  /** Whether nothing (`null`) is a value, too. */
  readonly nullable: boolean;
  /** What may be chosen, of a `choice`. */
  readonly choices: readonly JsonValue[];
  /** Of each line, of `lines`. */
  readonly item: "text" | "integer" | "number";
  /** What is to be written, in words. */
  readonly hint: string;
}

type Schema = { readonly [key: string]: JsonValue };

export type FieldReading =
  /** Undefined leaves the parameter out: it takes its default. */
  { readonly ok: true; readonly value: JsonValue | undefined } | { readonly ok: false; readonly message: string };

/** The fields of a form for a tool, from the JSON Schema of its parameters, in the order of the function's own. */
export function toolFields({ parameters }: Pick<ToolSignature, "parameters">): readonly ToolField[] {
  const required = new Set(Array.isArray(parameters.required) ? parameters.required : []);
  return Object.entries(record(parameters.properties)).map(([name, schema]) => {
    const { nullable, inner } = withoutNull(record(schema));
    const field = { name, description: textOf(record(schema).description), required: required.has(name), nullable, choices: [], item: "text" as const };
    return { ...field, ...shapeOf(inner) };
  });
}

/** What a person wrote as the parameter's value, or why it is none. */
export function readField(field: ToolField, text: string): FieldReading {
  const { kind, required, nullable, hint } = field;
  if (text === "" && !(required && (kind === "text" || kind === "lines") && !nullable)) {
    if (!required) return { ok: true, value: undefined };
    return nullable ? { ok: true, value: null } : { ok: false, message: "is needed" };
  }
  switch (kind) {
    case "text":
    case "path":
    case "date":
    case "time":
    case "date-time":
      return { ok: true, value: text };
    case "integer":
    case "number":
      return readNumber(text, kind);
    case "boolean":
      return { ok: true, value: text === "true" };
    case "choice":
      return readJson(text, hint);
    case "lines":
      return readLines(text, field.item);
    case "json":
      return readJson(text, hint);
  }
}

function readNumber(text: string, kind: "integer" | "number"): FieldReading {
  const words = kind === "integer" ? "a whole number" : "a number";
  const plain = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return { ok: false, message: `must be ${words}` };
  const value = Number(plain);
  if (!Number.isFinite(value)) return { ok: false, message: "is too large" };
  if (kind === "integer" && !Number.isInteger(value)) return { ok: false, message: `must be ${words}` };
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && kind === "integer") return { ok: false, message: "is too large to be exact" };
  return { ok: true, value };
}

function readLines(text: string, item: ToolField["item"]): FieldReading {
  const lines = text.split("\n").filter((line, index, all) => line !== "" || index < all.length - 1);
  if (item === "text") return { ok: true, value: lines };
  const values: JsonValue[] = [];
  for (const [index, line] of lines.entries()) {
    const read = readNumber(line, item);
    if (!read.ok) return { ok: false, message: `line ${index + 1} ${read.message}` };
    if (read.value !== undefined) values.push(read.value);
  }
  return { ok: true, value: values };
}

function readJson(text: string, hint: string): FieldReading {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch {
    return { ok: false, message: `must be ${hint}` };
  }
}

function shapeOf(schema: Schema): Pick<ToolField, "kind" | "hint"> & Partial<Pick<ToolField, "choices" | "item">> {
  const { type, format, enum: choices, const: only, items } = schema;
  if (Array.isArray(choices)) return { kind: "choice", hint: "one of these", choices };
  if (only !== undefined) return { kind: "choice", hint: "one of these", choices: [only] };
  if (type === "string") return textShape(format);
  if (type === "integer") return { kind: "integer", hint: "a whole number" };
  if (type === "number") return { kind: "number", hint: "a number" };
  if (type === "boolean") return { kind: "boolean", hint: "true or false" };
  const item = record(items).format === undefined ? ITEM_KINDS[textOf(record(items).type)] : undefined;
  if (type === "array" && item !== undefined && schema.minItems === undefined) return { kind: "lines", hint: `${ITEM_WORDS[item]}, one on each line`, item };
  if (type === "array") return { kind: "json", hint: "a list in JSON, such as [1, 2]" };
  if (type === "object") return { kind: "json", hint: 'an object in JSON, such as {"name": 1}' };
  return { kind: "json", hint: 'a value in JSON: a text stands in quotes, such as "this"' };
}

const ITEM_KINDS: Readonly<Record<string, ToolField["item"]>> = { string: "text", integer: "integer", number: "number" };
const ITEM_WORDS: Readonly<Record<ToolField["item"], string>> = { text: "texts", integer: "whole numbers", number: "numbers" };

function textShape(format: JsonValue | undefined): Pick<ToolField, "kind" | "hint"> {
  if (format === "path") return { kind: "path", hint: "the name of a file" };
  if (format === "date") return { kind: "date", hint: "a date" };
  if (format === "time") return { kind: "time", hint: "a time of day" };
  if (format === "date-time") return { kind: "date-time", hint: "a date and a time" };
  if (format === "duration") return { kind: "text", hint: "a duration, such as P1DT2H or 26:00:00" };
  return { kind: "text", hint: "a text" };
}

/** `Optional[X]` is X, or nothing. */
function withoutNull(schema: Schema): { readonly nullable: boolean; readonly inner: Schema } {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return { nullable: false, inner: schema };
  const others = anyOf.filter((member) => record(member).type !== "null");
  const nullable = others.length < anyOf.length;
  return { nullable, inner: others.length === 1 ? record(others[0]) : {} };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function record(value: JsonValue | undefined): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}
