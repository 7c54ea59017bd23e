import { type DragEvent, type JSX, type ReactNode, useRef, useState } from "react";
import styles from "./DropArea.module.css";

export interface DropAreaProps {
  /** What dropping here does. */
  readonly hint: string;
  onFiles(files: readonly File[]): void;
  readonly children: ReactNode;
}

/** Takes files that are dropped anywhere on the screen. */
export function DropArea({ hint, onFiles, children }: DropAreaProps): JSX.Element {
  const [over, setOver] = useState(false);
  /** Enter and leave come for every child; only their balance tells whether the pointer is still inside. */
  const depth = useRef(0);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes("Files");
  const leave = (): void => {
    depth.current = 0;
    setOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra way; each screen has a button for the same
    <div
      className={styles.area}
      onDragEnter={(event) => {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDragLeave={(event) => {
        if (!hasFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        leave();
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over && <div className={styles.hint}>{hint}</div>}
    </div>
  );
}
