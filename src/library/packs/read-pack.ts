import * as v from "valibot";
import type { Snippet, SnippetVersion } from "#domain/snippet.ts";
import { signatureOf } from "#library/body-hash.ts";
import type { PackEntry, PackReading, SnippetDraft } from "#library/port.ts";
import { type ParsedText, parseYaml } from "#yaml/parse-yaml.ts";
import { PACK, PACK_SNIPPET, type PackSnippet } from "./pack-schema.ts";

/** Characters of a pack: more is no pack. */
const LARGEST = 50_000_000;

/** What is here, to hold a pack against. */
export interface SnippetsHere {
  byName(name: string): Promise<readonly Snippet[]>;
  versions(id: string): Promise<readonly SnippetVersion[]>;
}

/** Reads a pack (YAML, or JSON by the file's name) or a single Python file. Keeps nothing, believes nothing. */
export async function readPack(text: string, fileName: string, here: SnippetsHere): Promise<PackReading> {
  if (text.length > LARGEST) return { ok: false, message: `The file is too large for a pack: over ${LARGEST / 1e6} MB.`, line: null };
  const plain = text.replace(/^\uFEFF/, "");
  if (/\.py$/i.test(fileName)) return readPython(plain, fileName, here);
  const parsed = /\.json$/i.test(fileName) ? parseJson(plain) : parseYaml(plain);
  if (!parsed.ok) return parsed;
  const pack = v.safeParse(PACK, parsed.value);
  if (!pack.success) return fault(parsed, [], pack.issues[0]);
  const snippets: PackSnippet[] = [];
  const lines = new Map<string, number | null>();
  for (const [index, item] of pack.output.snippets.entries()) {
    const outcome = v.safeParse(PACK_SNIPPET, item);
    if (!outcome.success) return fault(parsed, ["snippets", index], outcome.issues[0]);
    const { name } = outcome.output;
    const line = parsed.lineOf(["snippets", index]);
    if (lines.has(name))
      return { ok: false, message: `Two snippets of the pack are called ${name}${line === null ? "" : ` (lines ${lines.get(name)} and ${line})`}.`, line };
    lines.set(name, line);
    snippets.push(outcome.output);
  }
  return {
    ok: true,
    notes: snippets.length === 0 ? ["The pack is empty."] : [],
    entries: await Promise.all(snippets.map((snippet) => entryOf(snippet, here))),
  };
}

async function entryOf(
  { name, description, tags, packages, status, signature, earlier, provenance, code, tests }: PackSnippet,
  here: SnippetsHere,
): Promise<PackEntry> {
  const draft: SnippetDraft = { name, description, code, tags, packages, tests, provenance: { run: null, ...provenance } };
  const own = await signatureOf({ name, description, code, tests, packages });
  const notes: string[] = [];
  if (signature !== null && signature !== own) notes.push("Its signature hash does not fit: it was changed after the pack was written.");
  if (status !== "draft") notes.push(`It was ${status} where it comes from; here it starts as a draft.`);
  const [known] = await here.byName(name);
  return { name, draft, notes, here: known ?? null, relation: known === undefined ? "new" : await relationTo(known, own, earlier, here) };
}

async function relationTo(known: Snippet, own: string, earlier: readonly string[], here: SnippetsHere): Promise<PackEntry["relation"]> {
  const current = await signatureOf(known);
  if (current === own) return "same";
  if (earlier.includes(current)) return "newer";
  const before = await Promise.all((await here.versions(known.id)).map(({ body }) => signatureOf(body)));
  return before.includes(own) ? "older" : "different";
}

function parseJson(text: string): ParsedText {
  try {
    return { ok: true, value: JSON.parse(text), lineOf: () => null };
  } catch (thrown) {
    return { ok: false, message: `This is not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`, line: null };
  }
}

/** One function as a snippet: its name from the code, the rest for a person to fill in. */
async function readPython(code: string, fileName: string, here: SnippetsHere): Promise<PackReading> {
  if (code.trim() === "") return { ok: false, message: "The file is empty.", line: null };
  const name = code.match(/^[ \t]*def\s+([A-Za-z_]\w*)/m)?.[1] ?? fileName.replace(/^.*\//, "").replace(/\.py$/i, "");
  const description = code.match(/^[ \t]*def\s[^\n]*:\s*\n\s+(?:"""|''')\s*([^\n"']+)/m)?.[1]?.trim() ?? "";
  const snippet: PackSnippet = {
    name,
    description,
    tags: [],
    packages: [],
    status: "draft",
    version: 1,
    signature: null,
    earlier: [],
    provenance: { model: null, task: null },
    code,
    tests: [],
  };
  return { ok: true, notes: [], entries: [await entryOf(snippet, here)] };
}

function fault(parsed: ParsedText, start: readonly (string | number)[], issue: v.BaseIssue<unknown>): PackReading {
  const path = [...start, ...(issue.path ?? []).map(({ key }) => (typeof key === "number" ? key : String(key)))];
  const place = path.reduce<string>((open, part) => (typeof part === "number" ? `${open}[${part}]` : open === "" ? part : `${open}.${part}`), "");
  const what = issue.received === "undefined" ? "is missing" : issue.expected === "never" ? "is not known here" : issue.message;
  return { ok: false, message: `${place === "" ? "The pack" : place} ${what}.`, line: parsed.ok ? parsed.lineOf(path) : null };
}
