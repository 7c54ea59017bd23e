import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { JSX } from "react";
import type { TableData } from "#domain/execution-result.ts";
import { saveFile } from "#view/parts/save-file.ts";
import { DataTable } from "./DataTable.tsx";
import { Nothing } from "./Nothing.tsx";
import styles from "./ResultTabs.module.css";
import { tableToCsv } from "./table-to-csv.ts";

/** Every table that was shown, with its rows as CSV. */
export function TablesTab({ tables, live, ended }: { readonly tables: readonly TableData[]; readonly live: boolean; readonly ended: boolean }): JSX.Element {
  if (tables.length === 0) return <Nothing live={live} ended={ended} what="Data frames appear here as tables." done="The program showed no table." />;
  return (
    <div className={styles.panel}>
      {tables.map((table, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tables are only appended
        <div key={index} className={styles.large}>
          <DataTable table={table} label={`Table ${index + 1}`} />
          <div>
            <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => saveFile(`table-${index + 1}.csv`, tableToCsv(table), "text/csv")}>
              Save rows shown as CSV{tables.length > 1 && `, table ${index + 1}`}
            </Button>
          </div>
        </div>
      ))}
    </div>
  );
}
