import { Button, Group } from "@mantine/core";
import { type JSX, useState } from "react";
import { SNIPPET_LADDER, type Snippet, type SnippetVersion } from "#domain/snippet.ts";
import { Diff } from "#view/code/Diff.tsx";
import { Notice } from "#view/parts/Notice.tsx";
import { Time } from "#view/parts/Time.tsx";
import { useStores } from "#view/stores-context.tsx";
import { ReasonButton } from "./ReasonButton.tsx";
import styles from "./SnippetTabs.module.css";
import { useVersions } from "./use-versions.ts";

/** A snippet's past: its steps with their reasons, its versions, and the ways down. */
export function PastTab({ snippet }: { readonly snippet: Snippet }): JSX.Element {
  const { workshop } = useStores();
  const versions = useVersions(snippet);
  const { demote, deprecate } = workshop.getState();
  const below = SNIPPET_LADDER.slice(0, SNIPPET_LADDER.indexOf(snippet.status)).reverse();
  return (
    <div className={styles.panel}>
      {snippet.deprecated !== null && (
        <Notice
          tone="warn"
          title={`Deprecated: ${snippet.deprecated.reason}`}
          actions={<Button onClick={() => void deprecate(snippet.id, null)}>Take into use again</Button>}
        />
      )}
      <Group gap="sm">
        {below.map((status) => (
          <ReasonButton
            key={status}
            label={`Demote to ${status}`}
            question={`It goes down to ${status}.${snippet.status === "core" ? " The agent no longer uses it unasked." : ""}`}
            consequence={`Demote to ${status}`}
            onConfirm={(reason) => demote(snippet.id, status, reason)}
          />
        ))}
        {snippet.deprecated === null && (
          <ReasonButton
            label="Deprecate"
            question="Nobody should use it any more: the agent leaves it alone, and it cannot rise. Its status stays."
            consequence="Deprecate it"
            onConfirm={(reason) => deprecate(snippet.id, reason)}
          />
        )}
      </Group>
      <section>
        <h3 className={styles.title}>Steps</h3>
        {snippet.trail.length === 0 ? (
          <p className={styles.words}>None yet.</p>
        ) : (
          <ol className={styles.rows} aria-label="Steps on the ladder">
            {[...snippet.trail].reverse().map(({ time, from, to, version, reason }) => (
              <li key={`${time} ${from} ${to} ${reason}`}>
                <div className={styles.head}>
                  <span className={styles.grow}>
                    {from === to ? to : `${from} → ${to}`}, version {version}
                  </span>
                  <span className={styles.dim}>
                    <Time value={time} />
                  </span>
                </div>
                <div className={styles.notes}>{reason}</div>
              </li>
            ))}
          </ol>
        )}
      </section>
      <section>
        <h3 className={styles.title}>Versions</h3>
        <ol className={styles.rows} aria-label="Versions">
          {versions?.map((kept) => (
            <Version key={kept.version} snippet={snippet} kept={kept} />
          ))}
        </ol>
      </section>
    </div>
  );
}

function Version({ snippet, kept: { version, time, body } }: { readonly snippet: Snippet; readonly kept: SnippetVersion }): JSX.Element {
  const { workshop } = useStores();
  const [open, setOpen] = useState(false);
  const current = version === snippet.version;
  return (
    <li>
      <div className={styles.head}>
        <span className={styles.grow}>
          Version {version}
          {current && ", the current one"}
        </span>
        <span className={styles.dim}>
          <Time value={time} />
        </span>
        {!current && (
          <>
            <Button aria-expanded={open} aria-label={`${open ? "Hide" : "Show"} changes since version ${version}`} onClick={() => setOpen(!open)}>
              {open ? "Hide changes" : "Show changes"}
            </Button>
            <ReasonButton
              label={`Roll back to ${version}`}
              question={`Version ${version} becomes the current one again, as a new version and a draft. Nothing is lost.`}
              consequence={`Roll back to ${version}`}
              onConfirm={(reason) => workshop.getState().rollBack(snippet.id, version, reason)}
            />
          </>
        )}
      </div>
      {open &&
        (body.code === snippet.code ? (
          <p className={styles.words}>The code is the same; name, description, tests or packages differ.</p>
        ) : (
          <Diff before={body.code} after={snippet.code} label={`Changes since version ${version}`} />
        ))}
    </li>
  );
}
