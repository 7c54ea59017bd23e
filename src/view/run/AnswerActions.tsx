import { Button, Textarea } from "@mantine/core";
import { IconPencil, IconThumbDown } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import type { Timeline } from "#state/timeline.ts";
import styles from "./AnswerActions.module.css";

export interface AnswerActionsProps {
  readonly timeline: Timeline;
  /** Whether some run goes on. */
  readonly busy: boolean;
  onMarkWrong(words: string): void;
  onNewCode(): void;
}

/** What a person can say of an answer: that it is wrong, and why; or that the tool that gave it was the wrong one. */
export function AnswerActions({ timeline, busy, onMarkWrong, onNewCode }: AnswerActionsProps): JSX.Element | null {
  const [asking, setAsking] = useState(false);
  const [words, setWords] = useState("");
  const answered = timeline.kind === "task" && timeline.end?.status === "ok";
  const byTool = timeline.kind === "task" && timeline.end !== null && timeline.match?.chosen != null;
  if (!answered && !byTool) return null;
  if (asking) {
    return (
      <form
        className={styles.form}
        ref={bringIntoSight}
        aria-label="What is wrong"
        onSubmit={(event) => {
          event.preventDefault();
          onMarkWrong(words);
        }}
      >
        <Textarea
          label="What is wrong?"
          description="Your words go to the model. Neither this program nor this answer counts again."
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus
          ref={beginHere}
          value={words}
          onChange={(change) => setWords(change.currentTarget.value)}
        />
        <div className={styles.row}>
          <Button type="submit" variant="filled" disabled={busy}>
            Repair
          </Button>
          <Button onClick={() => setAsking(false)}>Cancel</Button>
        </div>
      </form>
    );
  }
  return (
    <div className={styles.row}>
      {answered && (
        <Button disabled={busy} leftSection={<IconThumbDown size={16} aria-hidden />} onClick={() => setAsking(true)}>
          Mark wrong
        </Button>
      )}
      {byTool && (
        <Button disabled={busy} leftSection={<IconPencil size={16} aria-hidden />} onClick={onNewCode}>
          Write new code instead
        </Button>
      )}
    </div>
  );
}

// Of the module, so that each is called once, and not at every keystroke.
const beginHere = (field: HTMLTextAreaElement | null): void => field?.focus({ preventScroll: true });
/** The form stands at the end of the timeline, where the composer would hide the half of it. */
const bringIntoSight = (form: HTMLFormElement | null): void => form?.scrollIntoView({ block: "nearest" });
