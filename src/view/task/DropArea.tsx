import { type DragEvent, type JSX, type ReactNode, useRef, useState } from "react";
import { useStores } from "#view/stores-context.tsx";
import styles from "./DropArea.module.css";

/** Takes files that are dropped anywhere on the screen. */
export function DropArea({ children }: { readonly children: ReactNode }): JSX.Element {
  const { task } = useStores();
  const [over, setOver] = useState(false);
  /** Enter and leave come for every child; only their balance tells whether the pointer is still inside. */
  const depth = useRef(0);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes("Files");
  const leave = (): void => {
    depth.current = 0;
    setOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra way; the button "Add files" is the one for all
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
        void task.getState().addFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over && <div className={styles.hint}>Drop to add to the task. Files stay on this device.</div>}
    </div>
  );
}
