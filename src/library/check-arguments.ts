import { type Schema, Validator } from "@cfworker/json-schema";
import type { JsonValue } from "#domain/json-value.ts";
import type { ToolSignature } from "#domain/snippet.ts";
import type { CallProblem } from "./port.ts";

/** Holds arguments against a tool's schema. Formats are left to Python, which knows more of them than any schema. */
export function checkArguments(tool: ToolSignature, args: { readonly [parameter: string]: JsonValue }): readonly CallProblem[] {
  const problems: CallProblem[] = [];
  const { required } = tool.parameters;
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name === "string" && !Object.hasOwn(args, name)) problems.push({ path: name, message: "is needed" });
  }
  const properties = record(tool.parameters.properties);
  for (const [name, value] of Object.entries(args)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) {
      problems.push({ path: name, message: `is not a parameter of ${tool.name}` });
      continue;
    }
    const { valid, errors } = new Validator(withoutFormats(schema) as Schema, "7", false).validate(value);
    if (!valid) problems.push(problemOf(name, schema, errors));
  }
  return problems;
}

interface ValidatorError {
  readonly keyword: string;
  readonly instanceLocation: string;
  readonly error: string;
}

/** The deepest of the errors: those above it only say that something below is wrong. */
function problemOf(name: string, schema: JsonValue, errors: readonly ValidatorError[]): CallProblem {
  const depth = ({ instanceLocation }: ValidatorError) => instanceLocation.split("/").length;
  const choice = errors.some(({ keyword }) => keyword === "anyOf");
  const worst = choice
    ? undefined
    : errors.reduce<ValidatorError | undefined>((deepest, error) => (deepest === undefined || depth(error) >= depth(deepest) ? error : deepest), undefined);
  if (worst === undefined) return { path: name, message: `must be ${typeWords(schema)}` };
  const path = worst.instanceLocation
    .split("/")
    .slice(1)
    .reduce((open, part) => (/^\d+$/.test(part) ? `${open}[${part}]` : `${open}.${part}`), name);
  return {
    path,
    message: worst.instanceLocation === "#" && ["type", "enum", "const"].includes(worst.keyword) ? `must be ${typeWords(schema)}` : plainWords(worst.error),
  };
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

/** What a schema asks for, as words that follow "must be". */
function typeWords(schema: JsonValue): string {
  const { type, anyOf, enum: choices, const: only } = record(schema);
  if (Array.isArray(choices)) return `one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(anyOf)) return anyOf.map(typeWords).join(" or ");
  return typeof type === "string" ? (TYPE_WORDS[type] ?? type) : "something else";
}

/** The validator's sentences, without their full stop and their first capital. */
function plainWords(sentence: string): string {
  const words = sentence.replace(/\.$/, "");
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function record(value: JsonValue | undefined): { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as { readonly [key: string]: JsonValue }) : {};
}

function withoutFormats(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(withoutFormats);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== "format")
      .map(([key, value]) => [key, withoutFormats(value)]),
  );
}
