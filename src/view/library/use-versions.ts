import { useEffect, useState } from "react";
import type { Snippet, SnippetVersion } from "#domain/snippet.ts";
import { useStores } from "#view/stores-context.tsx";

/** The bodies that a snippet had, newest first; null until they were read. */
export function useVersions({ id, version }: Pick<Snippet, "id" | "version">): readonly SnippetVersion[] | null {
  const { workshop } = useStores();
  const [versions, setVersions] = useState<readonly SnippetVersion[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is one more to read
  useEffect(() => {
    let open = true;
    void workshop
      .getState()
      .versions(id)
      .then((read) => {
        if (open) setVersions(read);
      });
    return () => {
      open = false;
    };
  }, [workshop, id, version]);
  return versions;
}
