import { Document, Scalar, visit } from "yaml";
import type { JsonValue } from "#domain/json-value.ts";
import { parseYaml } from "./parse-yaml.ts";

/** What a literal block cannot carry byte for byte: returns (which YAML makes line feeds of) and what does not print. */
const NOT_LITERAL = /[^\t\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * Writes a value as YAML that reads back as the very same, byte for byte: texts of several lines as `|` blocks, with an
 * indentation or chomping mark where they need one, and in quotes where a block would change them.
 */
export function writeYaml(value: JsonValue): string {
  const quoted = write(value, new Set());
  // Which texts a block would change only the reader knows; they are few.
  const changed = changedTexts(value, quoted);
  return changed.size === 0 ? quoted : write(value, changed);
}

function write(value: JsonValue, quoted: ReadonlySet<string>): string {
  const document = new Document(value, { version: "1.2", schema: "core", aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (key, node) => {
      if (typeof node.value !== "string" || key === "key") return;
      if (NOT_LITERAL.test(node.value) || quoted.has(node.value)) node.type = Scalar.QUOTE_DOUBLE;
      else if (node.value.includes("\n")) node.type = Scalar.BLOCK_LITERAL;
    },
  });
  return document.toString({ lineWidth: 0, minContentWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
}

/** Texts of a value that its YAML does not read back as they are. */
function changedTexts(value: JsonValue, text: string): ReadonlySet<string> {
  const parsed = parseYaml(text);
  const changed = new Set<string>();
  collect(value, parsed.ok ? parsed.value : undefined);
  return changed;

  function collect(wanted: JsonValue, got: unknown): void {
    if (typeof wanted === "string") {
      if (wanted !== got) changed.add(wanted);
    } else if (Array.isArray(wanted)) {
      for (const [index, item] of wanted.entries()) collect(item, Array.isArray(got) ? got[index] : undefined);
    } else if (typeof wanted === "object" && wanted !== null) {
      for (const [key, item] of Object.entries(wanted)) collect(item, typeof got === "object" && got !== null ? Reflect.get(got, key) : undefined);
    }
  }
}
