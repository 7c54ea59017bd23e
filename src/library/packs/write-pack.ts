import type { JsonValue } from "#domain/json-value.ts";
import type { Snippet, SnippetVersion } from "#domain/snippet.ts";
import { signatureOf } from "#library/body-hash.ts";
import { writeYaml } from "#yaml/write-yaml.ts";
import { PACK_FORMAT } from "./pack-schema.ts";

/** A snippet with the bodies that it had before. */
export interface PackItem {
  readonly snippet: Snippet;
  readonly versions: readonly SnippetVersion[];
}

/** Snippets as a pack's text. */
export async function writePack(items: readonly PackItem[], format: "yaml" | "json"): Promise<string> {
  const pack = { format: PACK_FORMAT, snippets: await Promise.all(items.map(packed)) };
  return format === "yaml" ? writeYaml(pack) : `${JSON.stringify(pack, null, 2)}\n`;
}

async function packed({ snippet, versions }: PackItem): Promise<{ readonly [key: string]: JsonValue }> {
  const { name, description, tags, packages, status, version, provenance, code, tests } = snippet;
  const earlier = await Promise.all(versions.filter((kept) => kept.version !== version).map(({ body }) => signatureOf(body)));
  return {
    name,
    description,
    tags,
    packages,
    status,
    version,
    signature: await signatureOf(snippet),
    earlier: [...new Set(earlier)],
    provenance: { model: provenance.model, task: provenance.task },
    code,
    // A plain copy: what a test holds is JSON.
    tests: JSON.parse(JSON.stringify(tests)) as JsonValue,
  };
}
