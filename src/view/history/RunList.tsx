import { Button, NativeSelect } from "@mantine/core";
import { IconDownload, IconHistory, IconUpload } from "@tabler/icons-react";
import { type JSX, useMemo } from "react";
import { type StatusFilter, searchRecords } from "#state/history-store.ts";
import styles from "#view/parts/List.module.css";
import { FoundCount, SearchField } from "#view/parts/ListTools.tsx";
import { NothingYet } from "#view/parts/NothingYet.tsx";
import { Notice } from "#view/parts/Notice.tsx";
import { PickFiles } from "#view/parts/PickFiles.tsx";
import { Screen } from "#view/parts/Screen.tsx";
import { saveFile } from "#view/parts/save-file.ts";
import { VirtualRows } from "#view/parts/VirtualRows.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
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
  const { history } = useStores();
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
          <SearchField label="Search runs" placeholder="Search tasks, results and code" value={search} onChange={setSearch} />
          <NativeSelect
            aria-label="Status"
            value={status}
            onChange={(change) => setStatus(FILTERS.find(({ value }) => value === change.currentTarget.value)?.value ?? "all")}
            data={[...FILTERS]}
          />
          <FoundCount count={records === null ? null : found.length} of="run" />
        </>
      }
    >
      <div className={styles.body}>
        {problem !== null && <Notice tone="bad" title={problem} code="SK-HISTORY" onClose={dismissProblem} />}
        {notice !== null && <Notice tone="plain" title={notice} onClose={dismissProblem} />}
        {none ? (
          <NothingYet
            icon={IconHistory}
            title="No runs yet"
            description="Every run is kept here with its whole log: what was asked, tried, printed and repaired."
          />
        ) : found.length === 0 && records !== null ? (
          <p className={styles.nothing}>No run matches. Search looks at tasks, summaries, code, file and model names.</p>
        ) : (
          <VirtualRows label="Runs" items={found} keyOf={({ id }) => id} rowHeight={ROW_HEIGHT}>
            {(record) => <RunRow record={record} />}
          </VirtualRows>
        )}
      </div>
    </Screen>
  );
}
