import { Button } from "@mantine/core";
import { IconArrowBackUp, IconPlus } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import { DropArea } from "#view/parts/DropArea.tsx";
import { FaultNotice } from "#view/parts/Notice.tsx";
import { Split } from "#view/parts/Split.tsx";
import { AnswerActions } from "#view/run/AnswerActions.tsx";
import { ResultTabs } from "#view/run/ResultTabs.tsx";
import { SaveSnippet, type SnippetSource } from "#view/run/SaveSnippet.tsx";
import { Timeline } from "#view/run/Timeline.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { ApprovalPanel } from "./ApprovalPanel.tsx";
import { Composer } from "./Composer.tsx";
import { EmptyTask } from "./EmptyTask.tsx";
import { OpenedSpec } from "./OpenedSpec.tsx";
import styles from "./TaskScreen.module.css";
import { useWhatLeaves } from "./use-what-leaves.ts";

/** Ask for something, watch it happen, see what came of it. */
export function TaskScreen(): JSX.Element {
  const { task, models } = useStores();
  const timeline = useSlice("task", (state) => state.timeline);
  const events = useSlice("task", (state) => state.events);
  const run = useSlice("task", (state) => state.run);
  const live = useSlice("task", (state) => state.phase.kind !== "idle");
  const problem = useSlice("task", (state) => state.problem);
  const opened = useSlice("task", (state) => state.opened);
  const approval = useSlice("task", (state) => state.approval);
  const leaves = useWhatLeaves();
  const [saving, setSaving] = useState<SnippetSource | null>(null);
  const { dismissProblem, reuse, newTask, runCode, markWrong, writeNewCode } = task.getState();

  const take = (files: readonly File[]): void => {
    const [gguf, data] = [files.filter(isGguf), files.filter((file) => !isGguf(file))];
    if (gguf.length > 0) void models.getState().addFiles(gguf);
    if (data.length > 0) void task.getState().addFiles(data);
  };
  const notice = problem === null ? null : <FaultNotice fault={problem} onClose={dismissProblem} />;
  const left =
    opened !== null ? (
      <OpenedSpec key={opened.code} spec={opened}>
        {notice}
      </OpenedSpec>
    ) : timeline === null ? (
      <EmptyTask live={live}>{notice}</EmptyTask>
    ) : (
      <Timeline
        timeline={timeline}
        live={live}
        actions={
          live ? null : (
            <span className={styles.actions}>
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                leftSection={<IconArrowBackUp size={14} aria-hidden />}
                onClick={() => void reuse(timeline)}
              >
                Ask again
              </Button>
              <Button size="compact-xs" variant="subtle" color="gray" leftSection={<IconPlus size={14} aria-hidden />} onClick={newTask}>
                New task
              </Button>
            </span>
          )
        }
      >
        {approval !== null && <ApprovalPanel question={approval} />}
        {notice}
        {!live && (
          <AnswerActions
            timeline={timeline}
            busy={live}
            onMarkWrong={(words) => void markWrong(timeline, words)}
            onNewCode={() => void writeNewCode(timeline)}
          />
        )}
      </Timeline>
    );
  return (
    <DropArea hint={`Drop to add to the task; a GGUF is loaded as the model. ${leaves ?? "Files stay on this device."}`} onFiles={take}>
      <Split
        name="task"
        left={left}
        right={
          <ResultTabs
            timeline={timeline}
            events={events}
            run={run}
            live={live}
            onRunCode={(code) => void runCode(code)}
            onSaveSnippet={(code) => setSaving({ code, run, model: timeline?.model?.model ?? null, task: timeline?.task ?? null })}
          />
        }
        footer={<Composer />}
      />
      <SaveSnippet source={saving} onClose={() => setSaving(null)} />
    </DropArea>
  );
}

const isGguf = (file: File): boolean => file.name.toLowerCase().endsWith(".gguf");
