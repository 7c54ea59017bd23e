import { ActionIcon, Button } from "@mantine/core";
import { IconArrowBackUp, IconArrowLeft, IconPlayerPlay, IconRepeat } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import { ConfirmButton } from "#view/parts/ConfirmButton.tsx";
import { Notice } from "#view/parts/Notice.tsx";
import { Split } from "#view/parts/Split.tsx";
import { Time } from "#view/parts/Time.tsx";
import { AnswerActions } from "#view/run/AnswerActions.tsx";
import { ResultTabs } from "#view/run/ResultTabs.tsx";
import { SaveSnippet, type SnippetSource } from "#view/run/SaveSnippet.tsx";
import { Timeline } from "#view/run/Timeline.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { CompareWith } from "./CompareWith.tsx";
import { ReplayPanel } from "./ReplayPanel.tsx";
import styles from "./RunScreen.module.css";

/** One past run, as it was: its steps, its results, its log. */
export function RunScreen(): JSX.Element {
  const { history, navigation, replay, task } = useStores();
  const open = useSlice("history", (state) => state.open);
  const working = useSlice("task", (state) => state.phase.kind !== "idle");
  const replaying = useSlice("replay", (state) => state.replay.kind === "running");
  const choices = useSlice("executors", (state) => state.choices);
  const [saving, setSaving] = useState<SnippetSource | null>(null);
  const busy = working || replaying;
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
  const remote = choices.find(({ name }) => name === timeline.executor)?.capabilities.remote === true;
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
        {code !== null && !live && (
          <Button leftSection={<IconRepeat size={16} aria-hidden />} disabled={busy} onClick={() => void replay.getState().start(run)}>
            {remote ? `Replay in ${timeline.executor}` : "Replay"}
          </Button>
        )}
        {code !== null && !live && <CompareWith run={run} task={timeline.task} />}
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
      <ReplayPanel run={run} />
      <div className={styles.panes}>
        <Split
          name="history"
          left={
            <Timeline timeline={timeline} live={live}>
              <AnswerActions
                timeline={timeline}
                busy={busy || live}
                onMarkWrong={(words) => {
                  go("task");
                  void task.getState().markWrong(timeline, words);
                }}
                onNewCode={() => {
                  go("task");
                  void task.getState().writeNewCode(timeline);
                }}
              />
            </Timeline>
          }
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
