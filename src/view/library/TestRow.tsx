import type { JSX, ReactNode } from "react";
import type { SnippetTest, SnippetTestResult, TestMismatch } from "#domain/snippet-test.ts";
import { Diff } from "#view/code/Diff.tsx";
import styles from "./SnippetTabs.module.css";
import { VerdictMark } from "./VerdictMark.tsx";

export interface TestRowProps {
  readonly test: SnippetTest;
  /** Undefined where it did not run since it was changed. */
  readonly result: SnippetTestResult | undefined;
  /** Beside its name. */
  readonly actions?: ReactNode;
}

/** One test: what it gives, what it expects, and what came of it. */
export function TestRow({ test, result, actions }: TestRowProps): JSX.Element {
  const { name, arguments: args, files, expect } = test;
  return (
    <li>
      <div className={styles.head}>
        <VerdictMark verdict={result === undefined ? "skipped" : result.verdict === "pass" ? "pass" : "fail"} />
        <span className={styles.grow}>{name}</span>
        {result !== undefined && <span className={styles.dim}>{Math.round(result.durationMs)} ms</span>}
        {actions}
      </div>
      <p className={styles.json}>
        {JSON.stringify(args)}
        {files.length > 0 && ` with ${files.map(({ path }) => path).join(", ")}`} → {JSON.stringify(expect)}
      </p>
      {result?.message != null && <pre className={styles.json}>{result.message}</pre>}
      {result?.mismatches.map((mismatch) => (
        <Mismatch key={mismatch.what} mismatch={mismatch} />
      ))}
    </li>
  );
}

/** What came out otherwise: texts of several lines as a difference, line by line. */
function Mismatch({ mismatch: { what, expected, actual } }: { readonly mismatch: TestMismatch }): JSX.Element {
  if (!expected.includes("\n") && !actual.includes("\n"))
    return (
      <p className={styles.json}>
        {what}: expected {expected}, got {actual}
      </p>
    );
  return (
    <div>
      <p className={styles.json}>{what}, from what was expected to what came:</p>
      <Diff before={expected} after={actual} label={`Difference of ${what}`} />
    </div>
  );
}
