import { Button, Checkbox, Group, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { type JSX, useState } from "react";
import type { SnippetTest } from "#domain/snippet-test.ts";
import { readDataFiles } from "#state/read-data-files.ts";
import { testFile } from "#state/test-file.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { PickFiles } from "#view/parts/PickFiles.tsx";
import { draftOf, EXPECTED, type Expected, readDraft, type TestDraft, type TestProblems } from "./test-draft.ts";

export interface TestEditorProps {
  /** Null for a new one. */
  readonly test: SnippetTest | null;
  /** Names of the other tests. */
  readonly others: readonly string[];
  onSave(test: SnippetTest): void;
  onClose(): void;
}

const WORDS: Readonly<Record<Expected, string>> = {
  value: "What it returns",
  output: "What it prints",
  files: "Files that it makes",
  figures: "Figures that it shows",
  exception: "An exception that it raises",
};

const MONOSPACE = { input: { fontFamily: "var(--mantine-font-family-monospace)" } };

/** A test written by hand: what the tool is given, and what must come out. */
export function TestEditor({ test, others, onSave, onClose }: TestEditorProps): JSX.Element {
  const [draft, setDraft] = useState(() => draftOf(test));
  const [problems, setProblems] = useState<TestProblems>({});
  const change = (part: Partial<TestDraft>): void => setDraft({ ...draft, ...part });
  const save = (): void => {
    const read = readDraft(draft, others);
    setProblems(read.ok ? {} : read.problems);
    if (read.ok) onSave(read.test);
  };
  const field = (
    key: "name" | "arguments" | "value" | "tolerance" | "output" | "figureCount" | "figureWidth" | "figureHeight" | "exceptionName" | "exceptionMessage",
  ) => ({
    value: draft[key],
    error: problems[key],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => change({ [key]: event.currentTarget.value }),
  });
  return (
    <Modal opened onClose={onClose} title={test === null ? "Write a test" : "Edit the test"} size="lg" closeButtonProps={{ "aria-label": "Close" }}>
      <form
        noValidate
        aria-label="Test"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap="md">
          <TextInput label="Name" required data-autofocus {...field("name")} />
          <Textarea label="Arguments" description="A JSON object, by parameter" autosize minRows={2} maxRows={10} styles={MONOSPACE} {...field("arguments")} />
          <Group gap="sm">
            <PickFiles
              multiple
              onPick={(picked) =>
                void readDataFiles(picked).then(({ files }) => {
                  const added = files.map(testFile);
                  change({ files: [...draft.files.filter(({ path }) => !added.some((file) => file.path === path)), ...added] });
                })
              }
            >
              {(props) => <Button {...props}>Add files</Button>}
            </PickFiles>
            {draft.files.map(({ path }) => (
              <Button key={path} aria-label={`Remove the file ${path}`} onClick={() => change({ files: draft.files.filter((file) => file.path !== path) })}>
                {path} ✕
              </Button>
            ))}
          </Group>
          <Checkbox.Group
            label="It must give"
            error={problems.expects}
            value={[...draft.expects]}
            onChange={(chosen) => change({ expects: EXPECTED.filter((part) => chosen.includes(part)) })}
          >
            <Group gap="md" mt="xs">
              {EXPECTED.map((part) => (
                <Checkbox key={part} value={part} label={WORDS[part]} />
              ))}
            </Group>
          </Checkbox.Group>
          {draft.expects.includes("value") && (
            <>
              <Textarea
                label="Expected value"
                description="JSON: tuples and sets are lists, dates are texts"
                autosize
                minRows={1}
                maxRows={10}
                styles={MONOSPACE}
                {...field("value")}
              />
              <TextInput
                label="Float tolerance"
                description="How far a number with a fraction may be off; 1e-9 when empty"
                inputMode="decimal"
                {...field("tolerance")}
              />
            </>
          )}
          {draft.expects.includes("output") && (
            <Textarea
              label="Expected output"
              description="All of it; spaces at the ends of lines do not count"
              autosize
              minRows={2}
              maxRows={10}
              styles={MONOSPACE}
              {...field("output")}
            />
          )}
          {draft.expects.includes("files") && <MadeFiles draft={draft} problem={problems.madeFiles} onChange={change} />}
          {draft.expects.includes("figures") && (
            <Group gap="sm" align="flex-start">
              <TextInput label="How many figures" inputMode="numeric" {...field("figureCount")} />
              <TextInput label="Width at least, pixels" inputMode="numeric" {...field("figureWidth")} />
              <TextInput label="Height at least, pixels" inputMode="numeric" {...field("figureHeight")} />
            </Group>
          )}
          {draft.expects.includes("exception") && (
            <>
              <TextInput label="Class of the exception" placeholder="ValueError" {...field("exceptionName")} />
              <TextInput label="A part of its message" description="Empty for any message" {...field("exceptionMessage")} />
            </>
          )}
          <Group justify="flex-end" gap="sm">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="filled">
              Save test
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface MadeFilesProps {
  readonly draft: TestDraft;
  readonly problem: string | undefined;
  onChange(part: Partial<TestDraft>): void;
}

function MadeFiles({ draft, problem, onChange }: MadeFilesProps): JSX.Element {
  const set = (index: number, part: Partial<TestDraft["madeFiles"][number]>): void =>
    onChange({ madeFiles: draft.madeFiles.map((file, at) => (at === index ? { ...file, ...part } : file)) });
  return (
    <Stack gap="xs">
      {draft.madeFiles.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the name is what is being edited
        <Group key={index} gap="sm" align="flex-end">
          <TextInput label={`Name of file ${index + 1}`} value={file.path} onChange={(change) => set(index, { path: change.currentTarget.value })} />
          <Textarea
            label={`Text of file ${index + 1}`}
            placeholder="Empty: that it exists is enough"
            autosize
            minRows={1}
            maxRows={6}
            value={file.text}
            onChange={(change) => set(index, { text: change.currentTarget.value })}
          />
          <Button onClick={() => onChange({ madeFiles: draft.madeFiles.filter((_, at) => at !== index) })}>Remove file {index + 1}</Button>
        </Group>
      ))}
      {problem !== undefined && <Notice tone="warn" title={problem} />}
      <Group>
        <Button onClick={() => onChange({ madeFiles: [...draft.madeFiles, { path: "", text: "" }] })}>Expect a file</Button>
      </Group>
    </Stack>
  );
}
