import { ActionIcon, Button } from "@mantine/core";
import { IconArrowBackUp, IconArrowLeft, IconPlayerPlay } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import { ConfirmButton } from "#view/parts/ConfirmButton.tsx";
import { Notice } from "#view/parts/Notice.tsx";
import { Split } from "#view/parts/Split.tsx";
import { Time } from "#view/parts/Time.tsx";
import { ResultTabs } from "#view/run/ResultTabs.tsx";
import { SaveSnippet, type SnippetSource } from "#view/run/SaveSnippet.tsx";
import { Timeline } from "#view/run/Timeline.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./RunScreen.module.css";

/** One past run, as it was: its steps, its results, its log. */
export function RunScreen(): JSX.Element {
  const { history, navigation, task } = useStores();
  const open = useSlice("history", (state) => state.open);
  const busy = useSlice("task", (state) => state.phase.kind !== "idle");
  const [saving, setSaving] = useState<SnippetSource | null>(null);
  const { go } = navigation.getState();
  const back = (
    <ActionIcon aria-label="Back to History" onClick={() => go("history")}>
      <IconArrowLeft size={18} aria-hidden />
    </ActionIcon>
  );
  if (open.kind === "none" || open.kind === "reading") return <div className={styles.head}>{back}</div>;
  if (open.kind === "missing") {
    return (
      <>
        <div className={styles.head}>{back}</div>
        <div className={styles.missing}>
          <Notice tone="warn" title="This run is not on this device." code="SK-RUN-MISSING">
            It was deleted, or it was made in another browser. Import its log in History to read it here.
          </Notice>
        </div>
      </>
    );
  }
  const { run, record, timeline, events } = open;
  const runAgain = (code: string): void => {
    go("task");
    void task.getState().runCode(code, timeline);
  };
  const live = record?.status === "running";
  const start = events[0]?.time ?? record?.startedAt;
  const code = timeline.attempts.at(-1)?.execute?.code ?? record?.code ?? null;
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        {back}
        <span className={styles.when}>{start !== undefined && <Time value={start} />}</span>
        <Button
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={busy}
          onClick={() => {
            task.getState().newTask();
            void task.getState().reuse(timeline);
            go("task");
          }}
        >
          Ask again
        </Button>
        {code !== null && (
          <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} disabled={busy} onClick={() => runAgain(code)}>
            Run its code
          </Button>
        )}
        {live && <span className={styles.when}>Running now</span>}
        <ConfirmButton
          label="Delete"
          question="The run, its log and the files that only it holds are deleted from this browser. This cannot be undone."
          consequence="Delete this run and its log"
          onConfirm={() => {
            void history.getState().remove(run);
            go("history");
          }}
        />
      </div>
      <div className={styles.panes}>
        <Split
          name="history"
          left={<Timeline timeline={timeline} live={live} />}
          right={
            <ResultTabs
              timeline={timeline}
              events={events}
              run={run}
              live={live}
              onRunCode={runAgain}
              onSaveSnippet={(text) => setSaving({ code: text, run, model: timeline.model?.model ?? null, task: timeline.task })}
            />
          }
        />
      </div>
      <SaveSnippet source={saving} onClose={() => setSaving(null)} />
    </div>
  );
}
