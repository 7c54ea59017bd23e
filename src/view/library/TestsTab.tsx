import { Button, Group, TextInput } from "@mantine/core";
import { IconFlask, IconPlayerPlay, IconPlus } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import type { Snippet } from "#domain/snippet.ts";
import type { SnippetTest } from "#domain/snippet-test.ts";
import { ConfirmButton } from "#view/parts/ConfirmButton.tsx";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { ArgumentsForm } from "./ArgumentsForm.tsx";
import { NoTool } from "./NoTool.tsx";
import styles from "./SnippetTabs.module.css";
import { TestEditor } from "./TestEditor.tsx";
import { TestRow } from "./TestRow.tsx";
import { useTool } from "./use-tool.ts";

/** A snippet's tests: recorded from a call, written and edited by hand, and run. */
export function TestsTab({ snippet }: { readonly snippet: Snippet }): JSX.Element {
  const { workshop } = useStores();
  const phase = useSlice("workshop", (state) => state.phase);
  /** The test that is edited, by its place; -1 for a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const busy = phase.kind === "busy";
  const own = phase.kind !== "idle" && phase.snippet === snippet.id && phase.tests.length > 0 ? phase.tests : (snippet.evidence?.tests ?? []);
  const keep = async (tests: readonly SnippetTest[]): Promise<void> => {
    const outcome = await workshop.getState().keepTests(snippet, tests);
    setProblem(outcome.ok ? null : outcome.message);
    if (outcome.ok) setEdited(null);
  };
  return (
    <div className={styles.panel}>
      <Group gap="sm">
        <Button
          disabled={busy || snippet.tests.length === 0}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => void workshop.getState().runTests(snippet.id)}
        >
          Run tests
        </Button>
        {snippet.provenance.run !== null && (
          <Button disabled={busy} leftSection={<IconFlask size={16} aria-hidden />} onClick={() => void workshop.getState().recordFromRun(snippet)}>
            Record from its run
          </Button>
        )}
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited(-1)}>
          Write a test
        </Button>
      </Group>
      {snippet.status !== "draft" && (
        <p className={styles.dim}>A changed test sends the snippet back to draft: its gates and its review were of the tests as they are.</p>
      )}
      {problem !== null && <Notice tone="bad" title={`The tests were not kept: ${problem}`} onClose={() => setProblem(null)} />}
      {snippet.tests.length === 0 ? (
        <p className={styles.words}>It has no test yet. Record one from a call that gives what it should, or write one.</p>
      ) : (
        <ul className={styles.rows} aria-label="Tests">
          {snippet.tests.map((test, index) => (
            <TestRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two tests may share a name until a gate says so
              key={index}
              test={test}
              result={own.find(({ name }) => name === test.name)}
              actions={
                <>
                  <Button aria-label={`Edit the test ${test.name}`} onClick={() => setEdited(index)}>
                    Edit
                  </Button>
                  <ConfirmButton
                    label="Delete"
                    of={`the test ${test.name}`}
                    question={`The test “${test.name}” is taken from this version. Earlier versions keep it.`}
                    consequence="Delete this test"
                    onConfirm={() => void keep(snippet.tests.filter((_, at) => at !== index))}
                  />
                </>
              }
            />
          ))}
        </ul>
      )}
      <RecordTest snippet={snippet} disabled={busy} />
      {edited !== null && (
        <TestEditor
          test={snippet.tests[edited] ?? null}
          others={snippet.tests.filter((_, at) => at !== edited).map(({ name }) => name)}
          onClose={() => setEdited(null)}
          onSave={(test) => void keep(edited === -1 ? [...snippet.tests, test] : snippet.tests.map((old, at) => (at === edited ? test : old)))}
        />
      )}
    </div>
  );
}

function RecordTest({ snippet, disabled }: { readonly snippet: Snippet; readonly disabled: boolean }): JSX.Element {
  const { workshop } = useStores();
  const read = useTool(snippet);
  const [name, setName] = useState("");
  return (
    <section aria-label="Record a test">
      <h3 className={styles.title}>Record a test</h3>
      <p className={styles.dim}>Calls it once and expects from then on what came: value, output, files, figures or exception.</p>
      {read.kind !== "tool" ? (
        <NoTool read={read} />
      ) : (
        <ArgumentsForm
          tool={read.tool}
          action="Record test"
          disabled={disabled}
          onSubmit={async (args, files) => {
            await workshop.getState().recordTest(snippet, name.trim() || `test ${snippet.tests.length + 1}`, args, files);
            return [];
          }}
        >
          <TextInput label="Name of the test" value={name} onChange={(change) => setName(change.currentTarget.value)} />
        </ArgumentsForm>
      )}
    </section>
  );
}
