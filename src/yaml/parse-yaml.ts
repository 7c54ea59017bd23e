import { LineCounter, parseDocument, visit } from "yaml";

export type ParsedText = { readonly ok: true; readonly value: unknown; readonly lineOf: (path: readonly (string | number)[]) => number | null } | TextFault;
export interface TextFault {
  readonly ok: false;
  readonly message: string;
  /** 1-based, or null. */
  readonly line: number | null;
}

/** Characters that are parsed at most: more would keep the page from answering for longer than a person waits. */
const LARGEST = 8_000_000;

/**
 * Parses the YAML that people write and no other: plain maps, lists, texts, numbers. Tags (which make objects of other
 * languages), anchors and aliases (which make a few lines into billions), keys that stand twice, and more than one document
 * are refused.
 * @param what the text should be, for the messages
 */
export function parseYaml(text: string, what = "a pack"): ParsedText {
  const lines = new LineCounter();
  const fault = (message: string, offset: number | undefined): TextFault => ({
    ok: false,
    message,
    line: offset === undefined ? null : lines.linePos(offset).line,
  });
  if (text.length > LARGEST)
    return {
      ok: false,
      message: `It is too large for the YAML of ${what}: over ${LARGEST / 1e6} million characters. A pack can be larger as JSON.`,
      line: null,
    };
  try {
    const document = parseDocument(text, {
      version: "1.2",
      schema: "core",
      lineCounter: lines,
      uniqueKeys: true,
      stringKeys: true,
      prettyErrors: false,
      logLevel: "error",
    });
    const [refused] = refusals(document, what);
    if (refused !== undefined) return fault(refused.message, refused.offset);
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) return fault(`This is not the YAML of ${what}: ${error.message}`, error.pos[0]);
    const lineOf = (path: readonly (string | number)[]): number | null => {
      for (let length = path.length; length >= 0; length--) {
        const node: unknown = document.getIn(path.slice(0, length), true);
        if (typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range)) return lines.linePos(Number(node.range[0])).line;
      }
      return null;
    };
    return { ok: true, value: document.toJS({ maxAliasCount: 0 }), lineOf };
  } catch (thrown) {
    // Nested deeper than the parser's stack, or something else that no person writes.
    return { ok: false, message: `This is not the YAML of ${what}: ${thrown instanceof Error ? thrown.message : String(thrown)}`, line: null };
  }
}

function refusals(document: Parameters<typeof visit>[0], what: string): readonly { readonly message: string; readonly offset: number | undefined }[] {
  const found: { message: string; offset: number | undefined }[] = [];
  visit(document, {
    Alias: (_key, node) => {
      found.push({ message: `Aliases are refused (*${node.source}): write the value out.`, offset: node.range?.[0] });
      return visit.BREAK;
    },
    Value: (_key, node) => {
      if (node.tag !== undefined)
        found.push({
          message: `Tags are refused (${node.tag.replace("tag:yaml.org,2002:", "!!")}): ${what} holds plain values only.`,
          offset: node.range?.[0],
        });
      else if (node.anchor !== undefined) found.push({ message: `Anchors are refused (&${node.anchor}): write the value out.`, offset: node.range?.[0] });
      return found.length > 0 ? visit.BREAK : undefined;
    },
  });
  return found;
}
