import type { JSX, ReactNode } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import { placeStorage } from "./place-storage.ts";
import styles from "./Split.module.css";
import { useNarrow } from "./use-narrow.ts";

export interface SplitProps {
  /** The split's place is remembered under this name. */
  readonly name: string;
  readonly left: ReactNode;
  readonly right: ReactNode;
  /** Stays at the bottom: of the left pane, or of both when they are stacked. */
  readonly footer?: ReactNode;
}

/** Two panes with a handle between them; one above the other where there is no room. */
export function Split(props: SplitProps): JSX.Element {
  return useNarrow() ? <Stacked {...props} /> : <SideBySide {...props} />;
}

function SideBySide({ name, left, right, footer }: SplitProps): JSX.Element {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({ id: `skep-split-${name}`, storage: placeStorage() });
  return (
    <Group className={styles.group} orientation="horizontal" defaultLayout={defaultLayout} onLayoutChanged={onLayoutChanged}>
      <Panel id="left" className={styles.pane} defaultSize="48%" minSize={360}>
        <div className={styles.column}>
          <div className={styles.fill}>{left}</div>
          {footer}
        </div>
      </Panel>
      <Separator className={styles.handle} aria-label="Width of the panes" />
      <Panel id="right" className={styles.pane} minSize={320}>
        <div className={styles.fill}>{right}</div>
      </Panel>
    </Group>
  );
}

function Stacked({ left, right, footer }: SplitProps): JSX.Element {
  return (
    <div className={styles.column}>
      <div className={styles.stack}>
        <div>{left}</div>
        <div className={styles.below}>{right}</div>
      </div>
      {footer}
    </div>
  );
}
