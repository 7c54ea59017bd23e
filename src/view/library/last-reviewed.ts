import type { Snippet, SnippetVersion } from "#domain/snippet.ts";

/** The version before the current one that a reviewer last let pass; null where nobody reviewed an earlier one. */
export function lastReviewed({ trail, version }: Pick<Snippet, "trail" | "version">, versions: readonly SnippetVersion[]): SnippetVersion | null {
  const step = trail.findLast((one) => one.to === "reviewed" && one.from === "tested" && one.version < version);
  return versions.find((kept) => kept.version === step?.version) ?? null;
}
