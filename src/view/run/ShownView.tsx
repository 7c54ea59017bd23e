import type { JSX } from "react";
import { unreachable } from "#domain/unreachable.ts";
import type { Shown } from "./collect-results.ts";
import { DataTable } from "./DataTable.tsx";
import { HtmlFrame } from "./HtmlFrame.tsx";
import styles from "./ResultTabs.module.css";

/** One thing that a program showed. */
export function ShownView({ shown, label }: { readonly shown: Shown; readonly label: string }): JSX.Element {
  switch (shown.kind) {
    case "figure":
      return <img className={styles.figure} src={shown.figure.url} alt={shown.figure.alt} />;
    case "table":
      return <DataTable table={shown.table} label={label} />;
    case "html":
      return <HtmlFrame html={shown.html} />;
    case "text":
      return <pre className={styles.value}>{shown.text}</pre>;
    default:
      return unreachable(shown);
  }
}
