import { ActionIcon, Button, Textarea, Tooltip } from "@mantine/core";
import { IconPaperclip, IconPlayerPlayFilled, IconPlayerStopFilled } from "@tabler/icons-react";
import type { JSX, KeyboardEvent } from "react";
import { unreachable } from "#domain/unreachable.ts";
import type { TaskPhase } from "#state/task-store.ts";
import { formatDuration } from "#view/parts/format.ts";
import { PickFiles } from "#view/parts/PickFiles.tsx";
import { useElapsed } from "#view/parts/use-elapsed.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { AnswerModeSelect } from "./AnswerModeSelect.tsx";
import styles from "./Composer.module.css";
import { ExecutorLine } from "./ExecutorLine.tsx";
import { FileChips } from "./FileChips.tsx";
import { KeepState } from "./KeepState.tsx";

/** Where the task is typed. It stays where it is while a run streams. */
export function Composer(): JSX.Element {
  const { task } = useStores();
  const text = useSlice("task", (state) => state.text);
  const phase = useSlice("task", (state) => state.phase);
  const { setText, addFiles, runTask, stop } = task.getState();
  const idle = phase.kind === "idle";
  const empty = text.trim() === "";
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter that ends a composed character (Japanese, Chinese) is not an order to run.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (idle && !empty) void runTask();
  };
  return (
    <form
      className={styles.composer}
      aria-label="New task"
      onSubmit={(event) => {
        event.preventDefault();
        if (idle && !empty) void runTask();
      }}
    >
      <div className={styles.box}>
        <FileChips />
        <Textarea
          classNames={{ input: styles.input ?? "" }}
          aria-label="Task"
          placeholder="Ask for something, or drop a file"
          variant="unstyled"
          size="sm"
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          onChange={(change) => setText(change.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.row}>
          <PickFiles multiple onPick={(files) => void addFiles(files)}>
            {(props) => (
              <Tooltip label="Add files">
                <ActionIcon {...props} aria-label="Add files">
                  <IconPaperclip size={18} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
          </PickFiles>
          <KeepState />
          {idle && <AnswerModeSelect />}
          <PhaseWords phase={phase} />
          {idle ? (
            <Button type="submit" variant="filled" disabled={empty} leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}>
              Run
            </Button>
          ) : (
            <Button disabled={phase.kind === "stopping"} leftSection={<IconPlayerStopFilled size={14} aria-hidden />} onClick={stop}>
              Stop
            </Button>
          )}
        </div>
        <ExecutorLine />
      </div>
    </form>
  );
}

function PhaseWords({ phase }: { readonly phase: TaskPhase }): JSX.Element {
  const elapsed = useElapsed(phase.kind === "idle" ? null : phase.since);
  const words = phaseWords(phase);
  return (
    <span className={styles.phase}>
      {words}
      {/* Under a second a number would only flicker. */}
      {phase.kind !== "idle" && elapsed >= 1000 && ` ${formatDuration(elapsed)}`}
    </span>
  );
}

function phaseWords(phase: TaskPhase): string {
  switch (phase.kind) {
    case "idle":
      return "";
    case "waiting":
      return "Waiting for the model";
    case "running":
      return "Running";
    case "stopping":
      return "Stopping";
    default:
      return unreachable(phase);
  }
}
