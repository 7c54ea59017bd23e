import { Badge, Button, Checkbox, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { IconArrowUp, IconCircleCheck, IconCircleMinus, IconCircleX, IconFlask, IconPlayerStop } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import type { DataFile } from "#domain/data-file.ts";
import type { JsonValue } from "#domain/json-value.ts";
import { type GateResult, REVIEW_CHECKS, type ReviewCheck, SNIPPET_LADDER, type Snippet } from "#domain/snippet.ts";
import type { SnippetTestResult } from "#domain/snippet-test.ts";
import { readDataFiles } from "#state/read-data-files.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { PickFiles } from "#view/parts/PickFiles.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./Ladder.module.css";

const CHECK_WORDS: Readonly<Record<ReviewCheck, string>> = {
  code: "I read the code",
  tests: "I read the tests and what they expect",
  changes: "I read what changed since the last reviewed version",
};

/** The way of a snippet from a draft to a tool that the agent uses unasked: its tests, its gates, its review. */
export function Ladder({ snippet }: { readonly snippet: Snippet }): JSX.Element {
  const { workshop } = useStores();
  const phase = useSlice("workshop", (state) => state.phase);
  const own = phase.kind !== "idle" && phase.snippet === snippet.id ? phase : null;
  const busy = phase.kind === "busy";
  const next = SNIPPET_LADDER[SNIPPET_LADDER.indexOf(snippet.status) + 1];
  const gates = own !== null && own.gates.length > 0 ? own.gates : (snippet.evidence?.gates ?? []);
  const tests = own !== null && own.tests.length > 0 ? own.tests : (snippet.evidence?.tests ?? []);
  return (
    <section className={styles.ladder} aria-label="Ladder">
      <h2 className={styles.title}>From draft to core</h2>
      <ol className={styles.steps}>
        {SNIPPET_LADDER.map((status) => (
          <li key={status} aria-current={status === snippet.status ? "step" : undefined}>
            <Badge tt="none" fw={500} variant={status === snippet.status ? "filled" : "default"}>
              {status}
            </Badge>
          </li>
        ))}
      </ol>
      <RecordTest snippet={snippet} disabled={busy} />
      {snippet.tests.length > 0 && (
        <ul className={styles.results} aria-label="Tests">
          {snippet.tests.map((test) => (
            <TestRow key={test.name} name={test.name} result={tests.find(({ name }) => name === test.name)} />
          ))}
        </ul>
      )}
      {next === "reviewed" ? (
        <Review disabled={busy} onReview={(review) => void workshop.getState().promote(snippet.id, review)} />
      ) : next === undefined ? null : (
        <Button
          variant="filled"
          disabled={busy}
          leftSection={<IconArrowUp size={16} aria-hidden />}
          onClick={() => void workshop.getState().promote(snippet.id, null)}
        >
          Promote to {next}
        </Button>
      )}
      {own?.kind === "busy" && (
        <Group gap="sm" role="status">
          <span>{own.what}…</span>
          <Button leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={() => workshop.getState().stop()}>
            Stop
          </Button>
        </Group>
      )}
      {own?.kind === "done" && <Notice tone={own.ok ? "plain" : "warn"} title={own.message} />}
      {gates.length > 0 && (
        <ul className={styles.results} aria-label="Gates">
          {gates.map((gate) => (
            <GateRow key={gate.gate} gate={gate} />
          ))}
        </ul>
      )}
      {snippet.review !== null && (
        <p className={styles.review}>
          Reviewed by {snippet.review.reviewer}: {snippet.review.note}
        </p>
      )}
    </section>
  );
}

function GateRow({ gate: { title, verdict, notes } }: { readonly gate: GateResult }): JSX.Element {
  return (
    <li>
      <Mark verdict={verdict} />
      <div>
        {title}
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </li>
  );
}

function TestRow({ name, result }: { readonly name: string; readonly result: SnippetTestResult | undefined }): JSX.Element {
  return (
    <li>
      <Mark verdict={result === undefined ? "skipped" : result.verdict === "pass" ? "pass" : "fail"} />
      <div>
        {name} {result !== undefined && <span className={styles.time}>{Math.round(result.durationMs)} ms</span>}
        <ul className={styles.notes}>
          {result?.mismatches.map(({ what, expected, actual }) => (
            <li key={what}>
              {what}: expected {expected}, got {actual}
            </li>
          ))}
          {result?.verdict === "broken" && <li>{result.message}</li>}
        </ul>
      </div>
    </li>
  );
}

const MARKS = {
  pass: { Icon: IconCircleCheck, word: "Passed" },
  fail: { Icon: IconCircleX, word: "Failed" },
  skipped: { Icon: IconCircleMinus, word: "Not run" },
} as const;

function Mark({ verdict }: { readonly verdict: GateResult["verdict"] }): JSX.Element {
  const { Icon, word } = MARKS[verdict];
  return <Icon className={styles.mark} data-verdict={verdict} size={16} role="img" aria-label={word} />;
}

function Review({
  disabled,
  onReview,
}: {
  readonly disabled: boolean;
  onReview(review: { reviewer: string; note: string; checked: readonly ReviewCheck[] }): void;
}): JSX.Element {
  const [reviewer, setReviewer] = useState("");
  const [note, setNote] = useState("");
  const [checked, setChecked] = useState<readonly ReviewCheck[]>([]);
  return (
    <form
      aria-label="Review"
      onSubmit={(event) => {
        event.preventDefault();
        onReview({ reviewer: reviewer.trim(), note: note.trim(), checked });
      }}
    >
      <Stack gap="xs">
        <TextInput label="Reviewer" value={reviewer} onChange={(change) => setReviewer(change.currentTarget.value)} />
        <Textarea label="Review note" autosize minRows={2} value={note} onChange={(change) => setNote(change.currentTarget.value)} />
        {REVIEW_CHECKS.map((check) => (
          <Checkbox
            key={check}
            label={CHECK_WORDS[check]}
            checked={checked.includes(check)}
            onChange={(change) => setChecked(change.currentTarget.checked ? [...checked, check] : checked.filter((other) => other !== check))}
          />
        ))}
        <Button type="submit" variant="filled" disabled={disabled} leftSection={<IconArrowUp size={16} aria-hidden />}>
          Promote to reviewed
        </Button>
      </Stack>
    </form>
  );
}

function RecordTest({ snippet, disabled }: { readonly snippet: Snippet; readonly disabled: boolean }): JSX.Element {
  const { workshop } = useStores();
  const [name, setName] = useState("");
  const [args, setArgs] = useState("{}");
  const [files, setFiles] = useState<readonly DataFile[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const record = (): void => {
    const parsed = readArguments(args);
    setProblem(parsed === null ? "The arguments must be a JSON object." : null);
    if (parsed === null) return;
    void workshop.getState().recordTest(snippet, name.trim() || `test ${snippet.tests.length + 1}`, parsed, files);
  };
  return (
    <details>
      <summary>Record a test</summary>
      <Stack gap="xs" mt="xs">
        <TextInput label="Name of the test" value={name} onChange={(change) => setName(change.currentTarget.value)} />
        <Textarea
          label="Arguments"
          description="A JSON object"
          autosize
          minRows={2}
          error={problem}
          value={args}
          onChange={(change) => setArgs(change.currentTarget.value)}
        />
        <Group gap="sm">
          <PickFiles multiple onPick={(picked) => void readDataFiles(picked).then((read) => setFiles(read.files))}>
            {(props) => <Button {...props}>{files.length === 0 ? "Add files" : files.map(({ path }) => path).join(", ")}</Button>}
          </PickFiles>
          <Button disabled={disabled} leftSection={<IconFlask size={16} aria-hidden />} onClick={record}>
            Record test
          </Button>
        </Group>
      </Stack>
    </details>
  );
}

function readArguments(text: string): { readonly [parameter: string]: JsonValue } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as { readonly [parameter: string]: JsonValue }) : null;
  } catch {
    return null;
  }
}
