import * as v from "valibot";
import type { JsonValue } from "#domain/json-value.ts";
import type { Expectation, ExpectedFile, SnippetTest, TestFile } from "#domain/snippet-test.ts";

export const PACK_FORMAT = "skep.pack/1";

const TEXT = v.string("must be a text");
const JSON_VALUE: v.GenericSchema<unknown, JsonValue> = v.lazy(() =>
  v.union(
    [v.null(), v.boolean(), v.pipe(v.number(), v.finite()), v.string(), v.array(JSON_VALUE), v.record(v.string(), JSON_VALUE)],
    "must be what JSON can hold",
  ),
);
const WHOLE = v.pipe(v.number("must be a number"), v.integer("must be a whole number"), v.minValue(0, "must not be below 0"));
const PATH = v.pipe(TEXT, v.regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$)).+$/, "must be a path below the working directory"));
const SHA256 = v.pipe(TEXT, v.regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hex"));

const TEST_FILE: v.GenericSchema<unknown, TestFile> = v.union(
  [v.strictObject({ path: PATH, text: TEXT }), v.strictObject({ path: PATH, base64: TEXT })],
  "must have a path, and its content as text or base64",
);
const EXPECTED_FILE: v.GenericSchema<unknown, ExpectedFile> = v.strictObject({
  path: PATH,
  text: v.exactOptional(TEXT),
  sha256: v.exactOptional(SHA256),
  minimumSize: v.exactOptional(WHOLE),
});
const EXPECTATION: v.GenericSchema<unknown, Expectation> = v.strictObject(
  {
    value: v.exactOptional(JSON_VALUE),
    tolerance: v.exactOptional(v.pipe(v.number("must be a number"), v.minValue(0, "must not be below 0"))),
    output: v.exactOptional(TEXT),
    files: v.exactOptional(v.array(EXPECTED_FILE, "must be a list")),
    figures: v.exactOptional(v.strictObject({ count: WHOLE, minimumWidth: v.exactOptional(WHOLE), minimumHeight: v.exactOptional(WHOLE) })),
    exception: v.exactOptional(v.strictObject({ name: TEXT, message: v.exactOptional(TEXT) })),
  },
  "must say what is expected",
);
const TEST: v.GenericSchema<unknown, SnippetTest> = v.strictObject(
  {
    name: v.pipe(TEXT, v.minLength(1, "must not be empty")),
    arguments: v.optional(v.record(v.string(), JSON_VALUE, "must be the arguments by name"), {}),
    files: v.optional(v.array(TEST_FILE, "must be a list"), []),
    expect: EXPECTATION,
  },
  "must be a test",
);

const NULLABLE_TEXT = v.optional(v.nullable(TEXT), null);

/** One snippet of a pack. `status`, `version` and `signature` tell where it comes from; nothing is believed of them. */
export const PACK_SNIPPET = v.strictObject(
  {
    name: v.pipe(TEXT, v.trim(), v.minLength(1, "must not be empty"), v.maxLength(200, "must be at most 200 characters long")),
    description: v.optional(TEXT, ""),
    tags: v.optional(v.array(TEXT, "must be a list"), []),
    packages: v.optional(v.array(TEXT, "must be a list"), []),
    status: v.optional(v.picklist(["draft", "tested", "reviewed", "core"], "must be draft, tested, reviewed or core"), "draft"),
    version: v.optional(WHOLE, 1),
    signature: v.optional(v.nullable(SHA256), null),
    /** Signatures of its versions before. */
    earlier: v.optional(v.array(SHA256, "must be a list"), []),
    provenance: v.optional(v.strictObject({ model: NULLABLE_TEXT, task: NULLABLE_TEXT }, "must be an object"), { model: null, task: null }),
    code: v.pipe(
      TEXT,
      v.check((code) => code.trim() !== "", "must not be empty"),
    ),
    tests: v.optional(v.array(TEST, "must be a list"), []),
  },
  "must be a snippet",
);

export type PackSnippet = v.InferOutput<typeof PACK_SNIPPET>;

/** A whole pack. Its snippets are checked one by one, so that each fault has its place. */
export const PACK = v.strictObject(
  { format: v.literal(PACK_FORMAT, `must be ${PACK_FORMAT}`), snippets: v.array(v.unknown(), "must be a list") },
  "must be an object",
);
