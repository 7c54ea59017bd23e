import { ActionIcon, Badge, Button, Textarea, TextInput } from "@mantine/core";
import { IconArrowLeft, IconDeviceFloppy, IconDownload, IconPlayerPlay } from "@tabler/icons-react";
import { type JSX, lazy, Suspense, useRef, useState } from "react";
import type { Snippet } from "#domain/snippet.ts";
import { Code } from "#view/code/Code.tsx";
import { ConfirmButton } from "#view/parts/ConfirmButton.tsx";
import { Notice } from "#view/parts/Notice.tsx";
import { saveFile } from "#view/parts/save-file.ts";
import { Time } from "#view/parts/Time.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { Ladder } from "./Ladder.tsx";
import { MakeFunction } from "./MakeFunction.tsx";
import { SnippetFacts } from "./SnippetFacts.tsx";
import styles from "./SnippetScreen.module.css";
import { type SnippetTab, SnippetTabs } from "./SnippetTabs.tsx";

const CodeEditor = lazy(() => import("#view/code/CodeEditor.tsx").then((module) => ({ default: module.CodeEditor })));

/** One snippet: read, edit, run, delete. */
export function SnippetScreen({ snippet, onBack }: { readonly snippet: Snippet | null; onBack(): void }): JSX.Element {
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <ActionIcon aria-label="Back to Library" onClick={onBack}>
          <IconArrowLeft size={18} aria-hidden />
        </ActionIcon>
        <span className={styles.name}>{snippet?.name}</span>
      </div>
      {snippet === null ? (
        <div className={styles.missing}>
          <Notice tone="warn" title="This snippet is not on this device." code="SK-SNIPPET-MISSING">
            It was deleted, or it was saved in another browser.
          </Notice>
        </div>
      ) : (
        <SnippetForm snippet={snippet} onDeleted={onBack} />
      )}
    </div>
  );
}

function SnippetForm({ snippet, onDeleted }: { readonly snippet: Snippet; onDeleted(): void }): JSX.Element {
  const { library, packs, task, navigation } = useStores();
  const busy = useSlice("task", (state) => state.phase.kind !== "idle");
  const [name, setName] = useState(snippet.name);
  const [description, setDescription] = useState(snippet.description);
  const [tags, setTags] = useState(snippet.tags.join(", "));
  const [code, setCode] = useState(snippet.code);
  const [packages, setPackages] = useState(snippet.packages.join(", "));
  const [making, setMaking] = useState(false);
  const [tab, setTab] = useState<SnippetTab>("Code");
  const tabs = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const declared = listOf(packages);
  const wanted = listOf(tags.toLowerCase());
  const bodyDiffers = (from: Snippet): boolean =>
    name !== from.name || description !== from.description || code !== from.code || declared.join() !== from.packages.join();
  const bodyChanged = bodyDiffers(snippet);
  const changed = bodyChanged || wanted.join() !== snippet.tags.join();
  // The snippet may change under the form, as by going back to an earlier version: then the form follows, unless it holds edits.
  const [base, setBase] = useState(snippet);
  if (base !== snippet) {
    setBase(snippet);
    if (!bodyDiffers(base) && wanted.join() === base.tags.join()) {
      setName(snippet.name);
      setDescription(snippet.description);
      setTags(snippet.tags.join(", "));
      setCode(snippet.code);
      setPackages(snippet.packages.join(", "));
    }
  }
  const save = async (): Promise<void> => {
    const outcome = await library.getState().update(snippet.id, {
      name: name.trim(),
      description: description.trim(),
      code,
      tags: [...new Set(wanted)],
      packages: declared,
      provenance: snippet.provenance,
    });
    setProblem(outcome.ok ? null : outcome.message);
  };
  const exportPython = async (): Promise<void> => {
    const outcome = await packs.getState().write([snippet.id], "python");
    if (outcome.ok) saveFile(outcome.fileName, outcome.text, "text/x-python");
    else setProblem(outcome.message);
  };
  const review = (): void => {
    setTab("Review");
    // In one column, the tabs lie below.
    tabs.current?.scrollIntoView({ block: "start" });
  };
  const run = (): void => {
    navigation.getState().go("task");
    void task.getState().runCode(code, { task: name, files: [] });
  };
  return (
    <div className={styles.columns}>
      <div className={styles.fields}>
        <div className={styles.about}>
          <Badge tt="none" fw={500}>
            {snippet.status}
          </Badge>
          {snippet.deprecated !== null && (
            <Badge tt="none" fw={500} color="red">
              deprecated
            </Badge>
          )}
          <span>version {snippet.version}</span>
          <span>
            changed <Time value={snippet.updatedAt} />
          </span>
        </div>
        <TextInput label="Name" value={name} onChange={(change) => setName(change.currentTarget.value)} />
        <Textarea label="What it does" autosize minRows={2} maxRows={8} value={description} onChange={(change) => setDescription(change.currentTarget.value)} />
        <TextInput label="Tags" description="Separated by commas" value={tags} onChange={(change) => setTags(change.currentTarget.value)} />
        <TextInput
          label="Packages"
          description="Distributions that the code imports, separated by commas"
          value={packages}
          onChange={(change) => setPackages(change.currentTarget.value)}
        />
        {snippet.status !== "draft" && bodyChanged && (
          <Notice tone="warn" title={`Saving changed ${code === snippet.code ? "words or packages" : "code"} sends this snippet back to draft.`}>
            Its gates and its review were of it as it was.
          </Notice>
        )}
        {problem !== null && (
          <Notice tone="bad" title="The changes were not saved." code="SK-SNIPPET-WRITE" onClose={() => setProblem(null)}>
            {problem} They are kept in this form until you leave it.
          </Notice>
        )}
        <div className={styles.actions}>
          <Button
            variant="filled"
            disabled={!changed || name.trim() === ""}
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            onClick={() => void save()}
          >
            Save changes
          </Button>
          <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void exportPython()}>
            Export .py
          </Button>
          <Button disabled={busy} leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={run}>
            Run
          </Button>
          <Button onClick={() => setMaking(true)}>Make it a function</Button>
          <ConfirmButton
            label="Delete"
            question={`“${snippet.name}” is deleted from this browser. Runs that used it keep their logs. This cannot be undone.`}
            consequence="Delete this snippet"
            onConfirm={() => {
              void library.getState().remove(snippet.id);
              onDeleted();
            }}
          />
        </div>
        {changed ? (
          <Notice tone="plain" title="Save the changes to test and promote them." />
        ) : (
          <Ladder snippet={snippet} reviewing={tab === "Review"} onReview={review} />
        )}
        <SnippetFacts snippet={snippet} />
        {making && (
          <MakeFunction
            snippet={{ name, description }}
            code={code}
            onClose={() => setMaking(false)}
            onMade={(made, text) => {
              setName(made);
              setCode(text);
              setMaking(false);
            }}
          />
        )}
      </div>
      <SnippetTabs
        rootRef={tabs}
        snippet={snippet}
        tab={tab}
        onTab={setTab}
        changed={changed}
        editor={
          <Suspense fallback={<Code code={code} label="Code of the snippet" />}>
            <CodeEditor value={code} label="Code of the snippet" onChange={setCode} />
          </Suspense>
        }
      />
    </div>
  );
}

/** The parts of a text between commas. */
function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}
