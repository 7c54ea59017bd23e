import { Collapse, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type JSX, type ReactNode, useId, useState } from "react";
import { type Mark, StatusMark } from "#view/parts/StatusMark.tsx";
import styles from "./Step.module.css";

export interface StepProps {
  readonly mark: Mark;
  readonly title: ReactNode;
  /** What it belongs to, where a run has several such steps: said with the title to people who do not see what it stands below. */
  readonly of?: string | undefined;
  /** Beside the title, dim: what came of it. */
  readonly note?: ReactNode;
  /** At the end of the line: numbers. */
  readonly meta?: ReactNode;
  /** What unfolds; a step without it is one line. */
  readonly children?: ReactNode;
  /** Open unless the reader folded it: for what goes on, and for what failed. */
  readonly open?: boolean;
}

/** One line of a run's timeline. It folds itself when it went well; a reader's own choice stays. */
export function Step({ mark, title, of, note, meta, children, open = false }: StepProps): JSX.Element {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const id = useId();
  const expanded = chosen ?? open;
  const line = (
    <>
      <StatusMark mark={mark} quiet />
      <span className={styles.title}>{title}</span>
      {of !== undefined && <VisuallyHidden> of {of} </VisuallyHidden>}
      <span className={styles.note}>{note}</span>
      <span className={styles.meta}>{meta}</span>
    </>
  );
  if (children === undefined || children === null) {
    return (
      <li className={styles.step}>
        <div className={styles.line}>
          <span className={styles.chevron} />
          {line}
        </div>
      </li>
    );
  }
  return (
    <li className={styles.step}>
      <UnstyledButton className={styles.line} aria-expanded={expanded} aria-controls={id} onClick={() => setChosen(!expanded)}>
        <IconChevronRight className={styles.chevron} data-open={expanded || undefined} size={16} aria-hidden />
        {line}
      </UnstyledButton>
      <Collapse expanded={expanded} keepMounted={false} id={id}>
        <div className={styles.body}>{children}</div>
      </Collapse>
    </li>
  );
}
