import { useVirtualizer } from "@tanstack/react-virtual";
import { type JSX, useRef } from "react";
import type { TableData } from "#domain/execution-result.ts";
import { formatCount } from "#view/parts/format.ts";
import styles from "./DataTable.module.css";

const ROW_HEIGHT = 28;
/** Over this many rows only those in sight are in the page. */
const VIRTUAL_OVER = 100;

const isNumeric = (dtype: string): boolean => /^(u?int|float|complex|decimal)/i.test(dtype);

/** A data frame as a real table: exact text, sticky header, the first rows of many. */
export function DataTable({ table, label }: { readonly table: TableData; readonly label: string }): JSX.Element {
  const scroller = useRef<HTMLElement>(null);
  const virtual = table.rows.length > VIRTUAL_OVER;
  const virtualizer = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    enabled: virtual,
  });
  const items = virtual ? virtualizer.getVirtualItems() : null;
  const shown = items === null ? table.rows.map((_, index) => index) : items.map((item) => item.index);
  const above = items?.[0]?.start ?? 0;
  const below = items === null ? 0 : virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <figure className={styles.figure}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className={styles.scroller} ref={scroller} tabIndex={0} aria-label={label}>
        <table className={styles.table} aria-rowcount={table.rows.length + 1}>
          <thead>
            <tr>
              <th scope="col" aria-label="Row" />
              {table.columns.map((column, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; names repeat
                <th key={position} scope="col" data-numeric={isNumeric(table.dtypes[position] ?? "") || undefined}>
                  {column}
                  <span className={styles.dtype}>{table.dtypes[position]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <tr aria-hidden style={{ height: above }} />}
            {shown.map((index) => (
              <tr key={index} aria-rowindex={index + 2}>
                <th scope="row">{table.index[index]}</th>
                {table.rows[index]?.map((cell, position) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                  <td key={position} data-numeric={isNumeric(table.dtypes[position] ?? "") || undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
            {below > 0 && <tr aria-hidden style={{ height: below }} />}
          </tbody>
        </table>
      </section>
      <figcaption className={styles.caption}>
        {formatCount(table.totalRows, "row")} × {formatCount(table.columns.length, "column")}
        {table.totalRows > table.rows.length && `, the first ${table.rows.length.toLocaleString("en")} shown`}
      </figcaption>
    </figure>
  );
}
