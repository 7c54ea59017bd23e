import { Anchor } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";
import type { Snippet } from "#domain/snippet.ts";
import { Facts } from "#view/parts/Facts.tsx";
import { formatCount } from "#view/parts/format.ts";
import { Time } from "#view/parts/Time.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./SnippetScreen.module.css";

/** Where a snippet came from, how often it was called, and which tools it goes with. */
export function SnippetFacts({ snippet }: { readonly snippet: Snippet }): JSX.Element {
  const { workshop } = useStores();
  const usage = useSlice("workshop", (state) => state.usages.get(snippet.id));
  const [usedBy, setUsedBy] = useState<readonly Snippet[]>([]);
  useEffect(() => {
    let open = true;
    void workshop.getState().readUsages();
    void workshop
      .getState()
      .usedBy(snippet.id)
      .then((found) => {
        if (open) setUsedBy(found);
      });
    return () => {
      open = false;
    };
  }, [workshop, snippet.id]);
  const { run, model, task } = snippet.provenance;
  return (
    <div className={styles.origin}>
      <Facts label="About this snippet">
        <dt>Called</dt>
        <dd>
          {usage === undefined
            ? "never"
            : `${formatCount(usage.calls, "time")}, ${usage.succeeded} of them ok${usage.byTools === 0 ? "" : `; ${usage.byTools} by other tools`}`}
        </dd>
        {usage?.lastSuccess != null && (
          <>
            <dt>Last success</dt>
            <dd>
              <Time value={usage.lastSuccess} />
            </dd>
          </>
        )}
        {snippet.uses.length > 0 && (
          <>
            <dt>Uses</dt>
            <dd>{snippet.uses.map(({ name, version }) => `${name} (version ${version})`).join(", ")}</dd>
          </>
        )}
        {usedBy.length > 0 && (
          <>
            <dt>Used by</dt>
            <dd>
              {usedBy.map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 && ", "}
                  <Anchor size="sm" underline="always" href={`#/library/${encodeURIComponent(id)}`}>
                    {name}
                  </Anchor>
                </span>
              ))}
            </dd>
          </>
        )}
        {task !== null && (
          <>
            <dt>Task</dt>
            <dd>{task}</dd>
          </>
        )}
        {model !== null && (
          <>
            <dt>Written by</dt>
            <dd>{model}</dd>
          </>
        )}
        {run !== null && (
          <>
            <dt>From</dt>
            <dd>
              <Anchor size="sm" underline="always" href={`#/history/${encodeURIComponent(run)}`}>
                the run in History
              </Anchor>
            </dd>
          </>
        )}
      </Facts>
    </div>
  );
}
