import { CloseButton } from "@mantine/core";
import { IconFile } from "@tabler/icons-react";
import type { JSX } from "react";
import { formatBytes } from "#view/parts/format.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./FileChips.module.css";

/** The files that go with the task. */
export function FileChips(): JSX.Element | null {
  const { task } = useStores();
  const files = useSlice("task", (state) => state.files);
  if (files.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <ul className={styles.chips} aria-label="Files of the task" tabIndex={0}>
      {files.map((file) => (
        <li key={file.path} className={styles.chip}>
          <IconFile size={14} aria-hidden />
          <span className={styles.name} title={file.path}>
            {file.path}
          </span>
          <span className={styles.size}>{formatBytes(file.bytes.length)}</span>
          <CloseButton size="sm" aria-label={`Remove ${file.path}`} onClick={() => task.getState().removeFile(file.path)} />
        </li>
      ))}
    </ul>
  );
}
