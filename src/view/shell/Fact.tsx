import { Popover, UnstyledButton } from "@mantine/core";
import { type JSX, type ReactNode, useState } from "react";
import styles from "./StatusLine.module.css";

export interface FactProps {
  /** The whole fact in words, for people who do not see the line. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  readonly panel: (close: () => void) => ReactNode;
}

/** One fact of the status line, with the panel that it opens. */
export function Fact({ label, className, children, panel }: FactProps): JSX.Element {
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" offset={4} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={`${styles.fact} ${className ?? ""}`} aria-label={label} onClick={() => setOpened(!opened)}>
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="md" aria-label={label}>
        <div className={styles.panel}>{panel(close)}</div>
      </Popover.Dropdown>
    </Popover>
  );
}
