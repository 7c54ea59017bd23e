import { Anchor, Badge, Button, EmptyState, TextInput } from "@mantine/core";
import { IconBooks, IconSearch } from "@tabler/icons-react";
import { type JSX, useMemo } from "react";
import type { Snippet } from "#domain/snippet.ts";
import { searchSnippets } from "#state/library-store.ts";
import { firstLine, formatCount } from "#view/parts/format.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { Screen } from "#view/parts/Screen.tsx";
import { Time } from "#view/parts/Time.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { PackMenu } from "./PackMenu.tsx";
import styles from "./SnippetList.module.css";

/** Saved code, newest change first. */
export function SnippetList(): JSX.Element {
  const { library, navigation } = useStores();
  const snippets = useSlice("library", (state) => state.snippets);
  const search = useSlice("library", (state) => state.search);
  const problem = useSlice("library", (state) => state.problem);
  const { setSearch, dismissProblem } = library.getState();
  const found = useMemo(() => searchSnippets(snippets ?? [], search), [snippets, search]);
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
          <PackMenu snippets={found} />
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
          {found.map((snippet) => (
            <li key={snippet.id}>
              <Row snippet={snippet} />
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}

function Row({ snippet }: { readonly snippet: Snippet }): JSX.Element {
  return (
    <Anchor className={styles.row} href={`#/library/${encodeURIComponent(snippet.id)}`} underline="never" c="inherit">
      <span className={styles.name}>{snippet.name}</span>
      <span className={styles.about}>
        <Badge tt="none" fw={500}>
          {snippet.status}
        </Badge>
        <span>v{snippet.version}</span>
        <Time value={snippet.updatedAt} />
      </span>
      <span className={styles.description}>{firstLine(snippet.description) || "No description"}</span>
    </Anchor>
  );
}
