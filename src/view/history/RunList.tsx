import { Button, EmptyState, NativeSelect, TextInput } from "@mantine/core";
import { IconDownload, IconHistory, IconSearch, IconUpload } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type JSX, useMemo, useRef } from "react";
import type { RunRecord } from "#domain/run-record.ts";
import { type StatusFilter, searchRecords } from "#state/history-store.ts";
import { formatCount } from "#view/parts/format.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { PickFiles } from "#view/parts/PickFiles.tsx";
import { Screen } from "#view/parts/Screen.tsx";
import { saveFile } from "#view/parts/save-file.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./RunList.module.css";
import { RunRow } from "./RunRow.tsx";

const ROW_HEIGHT = 57;

const FILTERS: readonly { readonly value: StatusFilter; readonly label: string }[] = [
  { value: "all", label: "All" },
  { value: "ok", label: "Ok" },
  { value: "error", label: "Failed" },
  { value: "timeout", label: "Timed out" },
  { value: "aborted", label: "Stopped" },
  { value: "refused", label: "Refused" },
  { value: "running", label: "Running or cut off" },
];

/** The runs, newest first, searched and filtered. */
export function RunList(): JSX.Element {
  const { history, navigation } = useStores();
  const records = useSlice("history", (state) => state.records);
  const search = useSlice("history", (state) => state.search);
  const status = useSlice("history", (state) => state.status);
  const problem = useSlice("history", (state) => state.problem);
  const notice = useSlice("history", (state) => state.notice);
  const { setSearch, setStatus, exportLines, importLog, dismissProblem } = history.getState();
  const found = useMemo(() => searchRecords(records ?? [], search, status), [records, search, status]);
  const none = records !== null && records.length === 0;
  return (
    <Screen
      title="History"
      fixed
      actions={
        <>
          <PickFiles accept=".jsonl,application/jsonl" onPick={([file]) => void (file && importLog(file))}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} aria-hidden />}>
                Import log
              </Button>
            )}
          </PickFiles>
          <Button
            disabled={none}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void exportLines(null).then((lines) => saveFile("skep-log.jsonl", lines, "application/jsonl"))}
          >
            Export all
          </Button>
        </>
      }
      tools={
        <>
          <TextInput
            className={styles.search}
            aria-label="Search runs"
            placeholder="Search tasks, results and code"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={(change) => setSearch(change.currentTarget.value)}
          />
          <NativeSelect
            aria-label="Status"
            value={status}
            onChange={(change) => setStatus(FILTERS.find(({ value }) => value === change.currentTarget.value)?.value ?? "all")}
            data={[...FILTERS]}
          />
          <span className={styles.count}>{records === null ? "" : formatCount(found.length, "run")}</span>
        </>
      }
    >
      {(problem !== null || notice !== null) && (
        <div className={styles.notices}>
          {problem !== null && <Notice tone="bad" title={problem} code="SK-HISTORY" onClose={dismissProblem} />}
          {notice !== null && <Notice tone="plain" title={notice} onClose={dismissProblem} />}
        </div>
      )}
      {none ? (
        <EmptyState
          p="xl"
          icon={<IconHistory size={32} stroke={1.25} aria-hidden />}
          title="No runs yet"
          description="Every run is kept here with its whole log: what was asked, tried, printed and repaired."
        >
          <EmptyState.Actions>
            <Button variant="filled" onClick={() => navigation.getState().go("task")}>
              Ask for something
            </Button>
          </EmptyState.Actions>
        </EmptyState>
      ) : found.length === 0 && records !== null ? (
        <p className={styles.nothing}>No run matches. Search looks at tasks, summaries, code, file and model names.</p>
      ) : (
        <Rows records={found} />
      )}
    </Screen>
  );
}

function Rows({ records }: { readonly records: readonly RunRecord[] }): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({ count: records.length, getScrollElement: () => scroller.current, estimateSize: () => ROW_HEIGHT, overscan: 8 });
  return (
    <div className={styles.scroller} ref={scroller}>
      <ul className={styles.rows} aria-label="Runs" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const record = records[item.index];
          return record === undefined ? null : (
            <li
              key={record.id}
              className={styles.row}
              style={{ transform: `translateY(${item.start}px)`, height: item.size }}
              aria-posinset={item.index + 1}
              aria-setsize={records.length}
            >
              <RunRow record={record} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
