import { Tabs } from "@mantine/core";
import type { JSX, ReactNode, RefObject } from "react";
import type { Snippet } from "#domain/snippet.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { CallTab } from "./CallTab.tsx";
import { PastTab } from "./PastTab.tsx";
import { ReviewTab } from "./ReviewTab.tsx";
import styles from "./SnippetTabs.module.css";
import { TestsTab } from "./TestsTab.tsx";

const SNIPPET_TABS = ["Code", "Call", "Tests", "Review", "Past"] as const;
export type SnippetTab = (typeof SNIPPET_TABS)[number];

export interface SnippetTabsProps {
  readonly rootRef: RefObject<HTMLDivElement | null>;
  readonly snippet: Snippet;
  readonly tab: SnippetTab;
  onTab(tab: SnippetTab): void;
  /** Whether the form holds changes that are not saved. */
  readonly changed: boolean;
  /** The code, to be edited. */
  readonly editor: ReactNode;
}

/** What can be done with one snippet, beside its fields. */
export function SnippetTabs({ rootRef, snippet, tab, onTab, changed, editor }: SnippetTabsProps): JSX.Element {
  return (
    <Tabs ref={rootRef} className={styles.tabs} value={tab} onChange={(value) => onTab(SNIPPET_TABS.find((one) => one === value) ?? "Code")}>
      <Tabs.List className={styles.list} aria-label="Snippet">
        {SNIPPET_TABS.map((name) => (
          <Tabs.Tab key={name} value={name} aria-label={name}>
            {name}
            {name === "Tests" && snippet.tests.length > 0 && <span className={styles.count}>{snippet.tests.length}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {SNIPPET_TABS.map((name) => (
        <Tabs.Panel key={name} value={name} className={styles.content}>
          {tab === name &&
            (name === "Code" ? (
              <div className={styles.editor}>{editor}</div>
            ) : changed ? (
              <div className={styles.panel}>
                <Notice tone="plain" title="Save the changes first: this is of the snippet as it is kept." />
              </div>
            ) : (
              <KeptPanel tab={name} snippet={snippet} />
            ))}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** What is shown of the snippet as it is kept. */
function KeptPanel({ tab, snippet }: { readonly tab: Exclude<SnippetTab, "Code">; readonly snippet: Snippet }): JSX.Element {
  switch (tab) {
    case "Call":
      return <CallTab snippet={snippet} />;
    case "Tests":
      return <TestsTab snippet={snippet} />;
    case "Review":
      return <ReviewTab snippet={snippet} />;
    case "Past":
      return <PastTab snippet={snippet} />;
  }
}
