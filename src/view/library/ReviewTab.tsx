import { Button, Checkbox, Stack, Textarea, TextInput } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import { REVIEW_CHECKS, type ReviewCheck, type Snippet, type SnippetVersion } from "#domain/snippet.ts";
import type { ReviewInput } from "#state/workshop-store.ts";
import { Code } from "#view/code/Code.tsx";
import { Diff } from "#view/code/Diff.tsx";
import { Notice } from "#view/parts/Notice.tsx";
import { Time } from "#view/parts/Time.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { lastReviewed } from "./last-reviewed.ts";
import styles from "./SnippetTabs.module.css";
import { TestRow } from "./TestRow.tsx";
import { useVersions } from "./use-versions.ts";

const CHECK_WORDS: Readonly<Record<ReviewCheck, string>> = {
  code: "I read the code",
  tests: "I read the tests and what they expect",
  changes: "I read what changed since the last reviewed version",
};

/** All that a reviewer must have read, and where they sign. */
export function ReviewTab({ snippet }: { readonly snippet: Snippet }): JSX.Element {
  const { workshop } = useStores();
  const phase = useSlice("workshop", (state) => state.phase);
  const versions = useVersions(snippet);
  const before = versions === null ? null : lastReviewed(snippet, versions);
  const own = phase.kind === "done" && phase.snippet === snippet.id ? phase : null;
  return (
    <div className={styles.panel}>
      <section aria-label="Changes since the last reviewed version">
        <h3 className={styles.title}>Changes</h3>
        {versions !== null && <Changes snippet={snippet} before={before} />}
      </section>
      <section>
        <h3 className={styles.title}>Code</h3>
        <div className={styles.scroll}>
          <Code code={snippet.code} label="Code to review" />
        </div>
        <p className={styles.dim}>
          Packages: {snippet.packages.join(", ") || "none"}. Other tools:{" "}
          {snippet.uses.map(({ name, version }) => `${name} (version ${version})`).join(", ") || "none"}.
        </p>
      </section>
      <section>
        <h3 className={styles.title}>Tests</h3>
        <ul className={styles.rows} aria-label="Tests to review">
          {snippet.tests.map((test) => (
            <TestRow key={test.name} test={test} result={snippet.evidence?.tests.find(({ name }) => name === test.name)} />
          ))}
        </ul>
      </section>
      {snippet.review !== null && (
        <Notice tone="plain" title={`Reviewed by ${snippet.review.reviewer}: ${snippet.review.note}`}>
          <Time value={snippet.review.time} /> · {snippet.review.checked.map((check) => CHECK_WORDS[check]).join(" · ")}
        </Notice>
      )}
      {own !== null && <Notice tone={own.ok ? "plain" : "warn"} title={own.message} />}
      {snippet.status === "tested" ? (
        <ReviewForm disabled={phase.kind === "busy"} onReview={(review) => void workshop.getState().promote(snippet.id, review)} />
      ) : (
        snippet.status === "draft" && <p className={styles.words}>It must be tested before it can be reviewed.</p>
      )}
    </div>
  );
}

function Changes({ snippet, before }: { readonly snippet: Snippet; readonly before: SnippetVersion | null }): JSX.Element {
  if (before === null) return <p className={styles.words}>Nobody reviewed an earlier version: all of it is new.</p>;
  const { version, body } = before;
  const [testsBefore, testsNow] = [asText(body.tests), asText(snippet.tests)];
  const others = [
    body.description === snippet.description ? null : `Description: “${body.description}” → “${snippet.description}”.`,
    body.packages.join() === snippet.packages.join() ? null : `Packages: ${body.packages.join(", ") || "none"} → ${snippet.packages.join(", ") || "none"}.`,
  ].filter((line) => line !== null);
  return (
    <>
      <p className={styles.words}>
        From version {version}, which was reviewed, to version {snippet.version}.
      </p>
      {others.map((line) => (
        <p key={line} className={styles.words}>
          {line}
        </p>
      ))}
      {body.code === snippet.code ? (
        <p className={styles.words}>The code is the same.</p>
      ) : (
        <Diff before={body.code} after={snippet.code} label="Changes of the code" />
      )}
      {testsBefore === testsNow ? (
        <p className={styles.words}>The tests are the same.</p>
      ) : (
        <Diff before={testsBefore} after={testsNow} label="Changes of the tests" />
      )}
    </>
  );
}

function asText(tests: Snippet["tests"]): string {
  return JSON.stringify(tests, null, 2);
}

function ReviewForm({ disabled, onReview }: { readonly disabled: boolean; onReview(review: ReviewInput): void }): JSX.Element {
  const [reviewer, setReviewer] = useState("");
  const [note, setNote] = useState("");
  const [checked, setChecked] = useState<readonly ReviewCheck[]>([]);
  return (
    <form
      aria-label="Review"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onReview({ reviewer: reviewer.trim(), note: note.trim(), checked });
      }}
    >
      <Stack gap="xs">
        {REVIEW_CHECKS.map((check) => (
          <Checkbox
            key={check}
            label={CHECK_WORDS[check]}
            checked={checked.includes(check)}
            onChange={(change) => setChecked(change.currentTarget.checked ? [...checked, check] : checked.filter((other) => other !== check))}
          />
        ))}
        <TextInput label="Reviewer" required value={reviewer} onChange={(change) => setReviewer(change.currentTarget.value)} />
        <Textarea label="Review note" required autosize minRows={2} value={note} onChange={(change) => setNote(change.currentTarget.value)} />
        <div>
          <Button type="submit" variant="filled" disabled={disabled} leftSection={<IconArrowUp size={16} aria-hidden />}>
            Promote to reviewed
          </Button>
        </div>
      </Stack>
    </form>
  );
}
