import { useVirtualizer } from "@tanstack/react-virtual";
import { type JSX, type ReactNode, useState } from "react";
import styles from "./List.module.css";

export interface VirtualRowsProps<T> {
  /** What the list is of. */
  readonly label: string;
  readonly items: readonly T[];
  keyOf(item: T): string;
  /** Pixels of a row; where rows are measured, about as many. */
  readonly rowHeight: number;
  /** Whether rows are as high as what is in them. */
  readonly measured?: boolean;
  /** Of the frame that scrolls; without one it is as high as what it stands in. */
  readonly className?: string | undefined;
  readonly children: (item: T, index: number) => ReactNode;
}

/** A long list, of which only the rows in sight are drawn. */
export function VirtualRows<T>({ label, items, keyOf, rowHeight, measured = false, className, children }: VirtualRowsProps<T>): JSX.Element {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const virtualizer = useVirtualizer({ count: items.length, getScrollElement: () => scroller, estimateSize: () => rowHeight, overscan: 8 });
  return (
    <div className={className ?? styles.scroller} ref={setScroller}>
      <ul className={styles.rows} aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={keyOf(item)}
              ref={measured ? virtualizer.measureElement : undefined}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start}px)`, ...(measured ? {} : { height: size }) }}
              aria-posinset={index + 1}
              aria-setsize={items.length}
            >
              {children(item, index)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
