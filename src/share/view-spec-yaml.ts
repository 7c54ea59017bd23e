import * as v from "valibot";
import { VIEW_PARTS, type ViewSpec } from "#domain/view-spec.ts";
import { parseYaml } from "#yaml/parse-yaml.ts";
import { writeYaml } from "#yaml/write-yaml.ts";
import type { SpecReading } from "./port.ts";

const FORMAT = "skep.view/1";
/** Characters: more is no spec. */
const LARGEST = 5_000_000;

const FILE = v.strictObject({
  path: v.pipe(v.string(), v.nonEmpty()),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "must be 64 hex digits")),
});

const SPEC = v.strictObject({
  format: v.literal(FORMAT, `must be ${FORMAT}`),
  type: v.literal("python", "must be python: no other kind of code is run here"),
  title: v.pipe(v.string(), v.maxLength(20_000)),
  show: v.optional(v.pipe(v.array(v.picklist(VIEW_PARTS, `must be one of ${VIEW_PARTS.join(", ")}`)), v.minLength(1)), ["output"]),
  files: v.optional(v.array(FILE), []),
  code: v.pipe(v.string(), v.nonEmpty("is empty")),
});

/** A view spec as YAML: the code as a `|` block, with the marks that it needs to read back byte for byte. */
export function writeViewSpec({ title, show, files, code }: ViewSpec): string {
  return writeYaml({
    format: FORMAT,
    type: "python",
    title,
    show: [...show],
    ...(files.length === 0 ? {} : { files: files.map(({ path, size, sha256 }) => ({ path, size, sha256 })) }),
    code,
  });
}

/** Reads what {@link writeViewSpec} or a person wrote. Unknown fields and tags are refused, by name and line. */
export function readViewSpec(text: string): SpecReading {
  if (text.length > LARGEST) return { ok: false, message: `The file is too large for a view spec: over ${LARGEST / 1e6} MB.`, line: null };
  const parsed = parseYaml(text.replace(/^\uFEFF/, ""), "a view spec");
  if (!parsed.ok) return parsed;
  const spec = v.safeParse(SPEC, parsed.value);
  if (spec.success) {
    const { title, show, files, code } = spec.output;
    return { ok: true, spec: { title, show, files, code } };
  }
  const [issue] = spec.issues;
  const path = (issue.path ?? []).flatMap(({ key }) => (typeof key === "string" || typeof key === "number" ? [key] : []));
  return { ok: false, message: `${path.length === 0 ? "The view spec" : path.join(".")}: ${issue.message}`, line: parsed.lineOf(path) };
}
