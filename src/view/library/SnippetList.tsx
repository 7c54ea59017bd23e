import { Anchor, Badge, Button, EmptyState, NativeSelect, TextInput } from "@mantine/core";
import { IconBooks, IconSearch } from "@tabler/icons-react";
import { type JSX, useMemo, useState } from "react";
import { SNIPPET_LADDER, type SnippetStatus } from "#domain/snippet.ts";
import type { SnippetHit } from "#state/workshop-store.ts";
import { firstLine, formatCount } from "#view/parts/format.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { Screen } from "#view/parts/Screen.tsx";
import { Time } from "#view/parts/Time.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { Marked } from "./Marked.tsx";
import { PackMenu } from "./PackMenu.tsx";
import styles from "./SnippetList.module.css";

/** Saved code, newest change first. */
export function SnippetList(): JSX.Element {
  const { library, navigation, searchSnippets } = useStores();
  const [status, setStatus] = useState<SnippetStatus | "any">("any");
  const snippets = useSlice("library", (state) => state.snippets);
  const search = useSlice("library", (state) => state.search);
  const problem = useSlice("library", (state) => state.problem);
  const { setSearch, dismissProblem } = library.getState();
  const found = useMemo(() => searchSnippets(snippets ?? [], search, { status, tags: [], deprecated: "show" }), [searchSnippets, snippets, search, status]);
  return (
    <Screen
      title="Library"
      tools={
        <>
          <TextInput
            className={styles.search}
            aria-label="Search snippets"
            placeholder="Search names, words and code"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={(change) => setSearch(change.currentTarget.value)}
          />
          <span className={styles.count}>{snippets === null ? "" : formatCount(found.length, "snippet")}</span>
          <NativeSelect
            aria-label="Status"
            data={[{ value: "any", label: "Every status" }, ...SNIPPET_LADDER]}
            value={status}
            onChange={(change) => setStatus(SNIPPET_LADDER.find((step) => step === change.currentTarget.value) ?? "any")}
          />
          <PackMenu snippets={found.map((hit) => hit.snippet)} />
        </>
      }
    >
      {problem !== null && <Notice tone="bad" title={problem} code="SK-SNIPPET-WRITE" onClose={dismissProblem} />}
      {snippets !== null && snippets.length === 0 ? (
        <EmptyState
          p="xl"
          icon={<IconBooks size={32} stroke={1.25} aria-hidden />}
          title="Nothing saved yet"
          description="Save the code of a run that worked, and it can be run again without asking a model."
        >
          <EmptyState.Actions>
            <Button variant="filled" onClick={() => navigation.getState().go("task")}>
              Ask for something
            </Button>
          </EmptyState.Actions>
        </EmptyState>
      ) : snippets !== null && found.length === 0 ? (
        <p className={styles.nothing}>No snippet matches.</p>
      ) : (
        <ul className={styles.rows} aria-label="Snippets">
          {found.map((hit) => (
            <li key={hit.snippet.id}>
              <Row hit={hit} />
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}

function Row({ hit: { snippet, highlights } }: { readonly hit: SnippetHit }): JSX.Element {
  return (
    <Anchor className={styles.row} href={`#/library/${encodeURIComponent(snippet.id)}`} underline="never" c="inherit">
      <span className={styles.name}>
        <Marked text={snippet.name} marks={highlights.name} />
      </span>
      <span className={styles.about}>
        <Badge tt="none" fw={500}>
          {snippet.status}
        </Badge>
        <span>v{snippet.version}</span>
        <Time value={snippet.updatedAt} />
      </span>
      <span className={styles.description}>
        {snippet.description === "" ? "No description" : <Marked text={firstLine(snippet.description)} marks={highlights.description} />}
      </span>
    </Anchor>
  );
}
