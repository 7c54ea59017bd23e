import { MultiSelect, NativeSelect } from "@mantine/core";
import { IconBooks } from "@tabler/icons-react";
import { type JSX, useDeferredValue, useEffect, useMemo, useState } from "react";
import { SNIPPET_LADDER, type Snippet, type SnippetStatus } from "#domain/snippet.ts";
import list from "#view/parts/List.module.css";
import { FoundCount, SearchField } from "#view/parts/ListTools.tsx";
import { NothingYet } from "#view/parts/NothingYet.tsx";
import { Notice } from "#view/parts/Notice.tsx";
import { Screen } from "#view/parts/Screen.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { PackMenu } from "./PackMenu.tsx";
import { RecheckNotice } from "./RecheckNotice.tsx";
import styles from "./SnippetList.module.css";
import { SnippetRows } from "./SnippetRows.tsx";

/** Which snippets are listed: those in use, all, or those that nobody should use. */
const IN_USE = [
  { value: "show", label: "In use or not" },
  { value: "hide", label: "In use" },
  { value: "only", label: "Deprecated" },
] as const;

/** Tags that the filter offers at once. */
const TAGS_SHOWN = 50;

/** Saved code, newest change first; searched and filtered. */
export function SnippetList(): JSX.Element {
  const { library, searchSnippets, workshop } = useStores();
  const [status, setStatus] = useState<SnippetStatus | "any">("any");
  const [tags, setTags] = useState<readonly string[]>([]);
  const [deprecated, setDeprecated] = useState<(typeof IN_USE)[number]["value"]>("show");
  const snippets = useSlice("library", (state) => state.snippets);
  const search = useSlice("library", (state) => state.search);
  const problem = useSlice("library", (state) => state.problem);
  const { setSearch, dismissProblem } = library.getState();
  // The letters that are typed come first, the list after them.
  const query = useDeferredValue(search);
  const found = useMemo(() => searchSnippets(snippets ?? [], query, { status, tags, deprecated }), [searchSnippets, snippets, query, status, tags, deprecated]);
  const known = useMemo(() => tagsOf(snippets ?? []), [snippets]);
  useEffect(() => void workshop.getState().readUsages(), [workshop]);
  return (
    <Screen
      title="Library"
      fixed
      tools={
        <>
          <SearchField label="Search snippets" placeholder="Search names, words and code" value={search} onChange={setSearch} />
          <FoundCount count={snippets === null ? null : found.length} of="snippet" />
          <NativeSelect
            aria-label="Status"
            data={[{ value: "any", label: "Every status" }, ...SNIPPET_LADDER]}
            value={status}
            onChange={(change) => setStatus(SNIPPET_LADDER.find((step) => step === change.currentTarget.value) ?? "any")}
          />
          <NativeSelect
            aria-label="In use"
            data={[...IN_USE]}
            value={deprecated}
            onChange={(change) => setDeprecated(IN_USE.find(({ value }) => value === change.currentTarget.value)?.value ?? "show")}
          />
          {known.length > 0 && (
            <MultiSelect
              className={styles.tags}
              size="xs"
              aria-label="Tags"
              placeholder={tags.length === 0 ? "Every tag" : ""}
              data={[...known]}
              value={[...tags]}
              onChange={setTags}
              searchable
              limit={TAGS_SHOWN}
              hidePickedOptions
              nothingFoundMessage="No such tag"
            />
          )}
          <PackMenu snippets={found.map((hit) => hit.snippet)} />
        </>
      }
    >
      <div className={list.body}>
        <RecheckNotice />
        {problem !== null && <Notice tone="bad" title={problem} code="SK-SNIPPET-WRITE" onClose={dismissProblem} />}
        {snippets !== null && snippets.length === 0 ? (
          <NothingYet
            icon={IconBooks}
            title="Nothing saved yet"
            description="Save the code of a run that worked, and it can be run again without asking a model."
          />
        ) : snippets !== null && found.length === 0 ? (
          <p className={list.nothing}>No snippet matches. Search looks at names, descriptions, tags and code.</p>
        ) : (
          <SnippetRows hits={found} />
        )}
      </div>
    </Screen>
  );
}

/** The tags of a library, the most frequent first. */
function tagsOf(snippets: readonly Snippet[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const snippet of snippets) for (const tag of snippet.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([one, many], [other, more]) => more - many || one.localeCompare(other)).map(([tag]) => tag);
}
