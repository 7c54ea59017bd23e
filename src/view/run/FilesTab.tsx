import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import type { FileChange, FileReference } from "#domain/data-file.ts";
import { formatBytes } from "#view/parts/format.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { saveFile } from "#view/parts/save-file.ts";
import { useStores } from "#view/stores-context.tsx";
import { Nothing } from "./Nothing.tsx";
import styles from "./ResultTabs.module.css";

export interface FilesTabProps {
  readonly given: readonly FileReference[];
  readonly changed: readonly FileChange[];
  readonly live: boolean;
  readonly ended: boolean;
}

const WORDS = { new: "New", changed: "Changed", deleted: "Deleted" } as const;

/** What the run was given and what it left behind. */
export function FilesTab({ given, changed, live, ended }: FilesTabProps): JSX.Element {
  const { readFile } = useStores();
  const [gone, setGone] = useState<string | null>(null);
  const save = async (file: FileReference): Promise<void> => {
    const bytes = await readFile(file.sha256);
    setGone(bytes === null ? file.path : null);
    if (bytes !== null) saveFile(file.path.slice(file.path.lastIndexOf("/") + 1), bytes);
  };
  const rows = [
    ...changed.map((file) => ({ ...file, word: WORDS[file.change] })),
    ...given.map((file) => ({ ...file, change: "given" as const, word: "Given" })),
  ];
  if (rows.length === 0)
    return <Nothing live={live} ended={ended} what="Files that the program reads and writes appear here." done="The run had no files and made none." />;
  return (
    <div className={styles.panel}>
      {gone !== null && (
        <Notice tone="bad" title={`${gone} is not on this device any more.`} code="SK-FILE-GONE" onClose={() => setGone(null)}>
          The log still names it with its size and hash. Run again to make it anew.
        </Notice>
      )}
      <ul className={styles.files} aria-label="Files">
        {rows.map((file) => (
          <li key={`${file.change} ${file.path}`}>
            <span className={styles.path}>{file.path}</span>
            <span className={styles.word}>{file.word}</span>
            <span className={styles.size}>{file.change === "deleted" ? "" : formatBytes(file.size)}</span>
            <Button
              leftSection={<IconDownload size={16} aria-hidden />}
              aria-label={`Save ${file.path}`}
              disabled={file.change === "deleted"}
              onClick={() => void save(file)}
            >
              Save
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
