import { Anchor, Badge } from "@mantine/core";
import type { JSX } from "react";
import type { SnippetHit } from "#state/workshop-store.ts";
import { firstLine, formatCount } from "#view/parts/format.ts";
import list from "#view/parts/List.module.css";
import { Time } from "#view/parts/Time.tsx";
import { VirtualRows } from "#view/parts/VirtualRows.tsx";
import { useSlice } from "#view/stores-context.tsx";
import { Marked } from "./Marked.tsx";
import styles from "./SnippetList.module.css";

const ROW_HEIGHT = 57;

/** The snippets that were found; of thousands, only those in sight are drawn. */
export function SnippetRows({ hits }: { readonly hits: readonly SnippetHit[] }): JSX.Element {
  return (
    <VirtualRows label="Snippets" items={hits} keyOf={({ snippet }) => snippet.id} rowHeight={ROW_HEIGHT}>
      {(hit) => <Row hit={hit} />}
    </VirtualRows>
  );
}

function Row({ hit: { snippet, highlights } }: { readonly hit: SnippetHit }): JSX.Element {
  const usage = useSlice("workshop", (state) => state.usages.get(snippet.id));
  const inCode = highlights.code.length > 0 && highlights.name.length + highlights.description.length + highlights.tags.length === 0;
  const line = inCode ? codeLine(snippet.code, highlights.code) : null;
  return (
    <Anchor className={`${list.link} ${styles.row}`} href={`#/library/${encodeURIComponent(snippet.id)}`} underline="never" c="inherit">
      <span className={styles.name}>
        <Marked text={snippet.name} marks={highlights.name} />
      </span>
      <span className={styles.about}>
        {snippet.deprecated !== null && (
          <Badge tt="none" fw={500} color="red">
            deprecated
          </Badge>
        )}
        <Badge tt="none" fw={500}>
          {snippet.status}
        </Badge>
        <span>v{snippet.version}</span>
        <Time value={snippet.updatedAt} />
      </span>
      <span className={styles.description}>
        {line !== null ? (
          <code>
            <Marked text={line.text} marks={line.marks} />
          </code>
        ) : snippet.description === "" ? (
          "No description"
        ) : (
          <Marked text={firstLine(snippet.description)} marks={highlights.description} />
        )}
      </span>
      <span className={styles.about}>
        {snippet.tags.length > 0 && (
          <span className={styles.tagWords}>
            <Marked text={snippet.tags.join(", ")} marks={highlights.tags} />
          </span>
        )}
        {usage !== undefined && (
          <span>
            called {formatCount(usage.calls, "time")}
            {usage.lastSuccess !== null && (
              <>
                , last ok <Time value={usage.lastSuccess} />
              </>
            )}
          </span>
        )}
      </span>
    </Anchor>
  );
}

/** The line of the code where a search found its first word, with the marks in it. */
function codeLine(code: string, marks: SnippetHit["highlights"]["code"]): { readonly text: string; readonly marks: SnippetHit["highlights"]["code"] } {
  const at = marks[0]?.from ?? 0;
  const from = code.lastIndexOf("\n", at - 1) + 1;
  const end = code.indexOf("\n", at);
  const text = code.slice(from, end === -1 ? code.length : end);
  const blank = text.length - text.trimStart().length;
  const own = marks.filter((mark) => mark.from >= from + blank && mark.to <= from + text.length);
  return { text: text.trim(), marks: own.map((mark) => ({ from: mark.from - from - blank, to: mark.to - from - blank })) };
}
