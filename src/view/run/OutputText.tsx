import { useVirtualizer } from "@tanstack/react-virtual";
import { type JSX, useMemo, useRef } from "react";
import type { OutputChunk } from "#domain/execution-result.ts";
import { useStickToEnd } from "#view/parts/use-stick-to-end.ts";
import styles from "./OutputText.module.css";
import { type OutputLine, outputLines } from "./output-lines.ts";

/** Over this many lines only those in sight are in the page. */
const VIRTUAL_OVER = 500;
const LINE_HEIGHT = 20;

/** What a program printed; lines of stderr carry a mark besides their colour. */
export function OutputText({ output, live = false }: { readonly output: readonly OutputChunk[]; readonly live?: boolean }): JSX.Element | null {
  const lines = useMemo(() => outputLines(output), [output]);
  if (lines.length === 0) return null;
  return lines.length > VIRTUAL_OVER ? (
    <LongText lines={lines} live={live} />
  ) : (
    <pre className={styles.text}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <Line key={index} line={line} />
      ))}
    </pre>
  );
}

function Line({ line }: { readonly line: OutputLine }): JSX.Element {
  return (
    <span className={styles.line} data-stream={line.stream}>
      {line.text}
      {"\n"}
    </span>
  );
}

function LongText({ lines, live }: { readonly lines: readonly OutputLine[]; readonly live: boolean }): JSX.Element {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({ count: lines.length, getScrollElement: () => scroller.current, estimateSize: () => LINE_HEIGHT, overscan: 20 });
  useStickToEnd(scroller, lines, live);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.long} ref={scroller} tabIndex={0} aria-label={`${lines.length.toLocaleString("en")} lines of output`}>
      <pre className={styles.text} style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
        {virtualizer.getVirtualItems().map((item) => (
          <div
            key={item.index}
            data-index={item.index}
            ref={virtualizer.measureElement}
            className={styles.placed}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <Line line={lines[item.index] ?? { stream: "stdout", text: "" }} />
          </div>
        ))}
      </pre>
    </section>
  );
}
