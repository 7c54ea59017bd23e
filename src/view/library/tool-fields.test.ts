import { describe, expect, test } from "vitest";
import type { JsonValue } from "#domain/json-value.ts";
import { readField, type ToolField, toolFields } from "./tool-fields.ts";

function field(schema: JsonValue, required = true): ToolField {
  const [made] = toolFields({ parameters: { type: "object", properties: { p: schema }, required: required ? ["p"] : [] } });
  if (made === undefined) throw new Error("no field");
  return made;
}

describe("a field for each type that a tool's parameters may have", () => {
  test.each<[string, JsonValue, Partial<ToolField>]>([
    ["str", { type: "string" }, { kind: "text" }],
    ["int", { type: "integer" }, { kind: "integer" }],
    ["float", { type: "number" }, { kind: "number" }],
    ["bool", { type: "boolean" }, { kind: "boolean" }],
    ["Path", { type: "string", format: "path" }, { kind: "path" }],
    ["date", { type: "string", format: "date" }, { kind: "date" }],
    ["datetime", { type: "string", format: "date-time" }, { kind: "date-time" }],
    ["time", { type: "string", format: "time" }, { kind: "time" }],
    ["timedelta", { type: "string", format: "duration" }, { kind: "text", hint: "a duration, such as P1DT2H or 26:00:00" }],
    ["list[str]", { type: "array", items: { type: "string" } }, { kind: "lines", item: "text" }],
    ["list[int]", { type: "array", items: { type: "integer" } }, { kind: "lines", item: "integer" }],
    ["set[float]", { type: "array", items: { type: "number" }, uniqueItems: true }, { kind: "lines", item: "number" }],
    ["list[date]", { type: "array", items: { type: "string", format: "date" } }, { kind: "json" }],
    ["list[list[int]]", { type: "array", items: { type: "array", items: { type: "integer" } } }, { kind: "json" }],
    ["tuple[int, str]", { type: "array", items: [{ type: "integer" }, { type: "string" }], minItems: 2, additionalItems: false }, { kind: "json" }],
    ["dict", { type: "object", additionalProperties: true }, { kind: "json" }],
    ["Literal", { enum: ["bar", "line"], type: "string" }, { kind: "choice", choices: ["bar", "line"] }],
    ["Literal of one", { const: 1, type: "integer" }, { kind: "choice", choices: [1] }],
    ["Optional[int]", { anyOf: [{ type: "integer" }, { type: "null" }] }, { kind: "integer", nullable: true }],
    ["int | str", { anyOf: [{ type: "integer" }, { type: "string" }] }, { kind: "json", nullable: false }],
    ["Any", {}, { kind: "json" }],
  ])("%s", (_, schema, expected) => {
    expect(field(schema)).toMatchObject({ name: "p", required: true, ...expected });
  });

  test("its meaning and whether it is needed come with it", () => {
    expect(field({ type: "string", description: "the file" }, false)).toMatchObject({ description: "the file", required: false });
  });
});

describe("what is written in a field", () => {
  test.each<[string, JsonValue, string, JsonValue]>([
    ["a text", { type: "string" }, " as it is\n", " as it is\n"],
    ["an empty text that is needed", { type: "string" }, "", ""],
    ["a whole number", { type: "integer" }, " -42 ", -42],
    ["a number", { type: "number" }, "1e-3", 0.001],
    ["true", { type: "boolean" }, "true", true],
    ["false", { type: "boolean" }, "false", false],
    ["a choice", { enum: ["a", 1] }, "1", 1],
    ["a date", { type: "string", format: "date" }, "2026-11-30", "2026-11-30"],
    ["lines, empty ones in the middle", { type: "array", items: { type: "string" } }, "a\n\nb\n", ["a", "", "b"]],
    ["no lines", { type: "array", items: { type: "string" } }, "", []],
    ["lines of numbers", { type: "array", items: { type: "integer" } }, "1\n2", [1, 2]],
    ["JSON", {}, '{"a": [1]}', { a: [1] }],
    ["nothing, where nothing is a value", { anyOf: [{ type: "integer" }, { type: "null" }] }, "", null],
  ])("%s", (_, schema, text, value) => {
    expect(readField(field(schema), text)).toEqual({ ok: true, value });
  });

  test.each<[string, JsonValue, string, string]>([
    ["nothing, where a number is needed", { type: "integer" }, "", "is needed"],
    ["a word for a number", { type: "number" }, "two", "must be a number"],
    ["hexadecimal", { type: "integer" }, "0x10", "must be a whole number"],
    ["a fraction", { type: "integer" }, "1.5", "must be a whole number"],
    ["more digits than are exact", { type: "integer" }, "9007199254740993", "is too large to be exact"],
    ["more than any float", { type: "number" }, "1e999", "is too large"],
    ["a line that is none", { type: "array", items: { type: "integer" } }, "1\nx", "line 2 must be a whole number"],
    ["bad JSON", { type: "object" }, "{", 'must be an object in JSON, such as {"name": 1}'],
  ])("%s is refused", (_, schema, text, message) => {
    expect(readField(field(schema), text)).toEqual({ ok: false, message });
  });

  test("an empty field that is not needed leaves its parameter out", () => {
    for (const schema of [{ type: "string" }, { type: "integer" }, { type: "boolean" }, {}])
      expect(readField(field(schema, false), "")).toEqual({ ok: true, value: undefined });
  });
});
