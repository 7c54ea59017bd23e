import { NativeSelect, Tabs } from "@mantine/core";
import { type JSX, type ReactNode, useMemo, useState } from "react";
import type { ViewPart } from "#domain/view-spec.ts";
import type { TimedEvent } from "#state/timed-event.ts";
import type { Timeline } from "#state/timeline.ts";
import { statusWord } from "#view/parts/StatusMark.tsx";
import { useSlice } from "#view/stores-context.tsx";
import { attemptToShow } from "./attempt-to-show.ts";
import { CodeTab, type CodeTabProps } from "./CodeTab.tsx";
import { collectResults, collectStepResults } from "./collect-results.ts";
import { FiguresTab } from "./FiguresTab.tsx";
import { FilesTab } from "./FilesTab.tsx";
import { LogTab } from "./LogTab.tsx";
import { OutputTab } from "./OutputTab.tsx";
import styles from "./ResultTabs.module.css";
import { TablesTab } from "./TablesTab.tsx";

export interface ResultTabsProps {
  readonly timeline: Timeline | null;
  readonly events: readonly TimedEvent[];
  readonly run: string | null;
  readonly live: boolean;
  onRunCode(code: string): void;
  onSaveSnippet(code: string): void;
}

const TAB_OF: Readonly<Record<ViewPart, string>> = { output: "Output", figures: "Figures", tables: "Tables", files: "Files", code: "Code" };

/** What a run gave: one attempt's output, figures, tables, files and code, and the log of all. */
export function ResultTabs({ timeline, events, run, live, onRunCode, onSaveSnippet }: ResultTabsProps): JSX.Element {
  const wanted = useSlice("task", (state) => state.shown);
  const [chosen, setChosen] = useState<{ readonly tab: string | null; readonly under: typeof wanted }>({ tab: "Output", under: null });
  // A spec that was opened says what to look at, until the person chooses otherwise.
  const tab = chosen.under === wanted ? chosen.tab : TAB_OF[wanted?.part ?? "output"];
  const [picked, setPicked] = useState<number | null>(null);
  const attempts = timeline?.attempts ?? [];
  const attempt = attempts.find((one) => one.number === (picked ?? timeline?.agreement?.chosen)) ?? attemptToShow(attempts, live);
  // biome-ignore lint/correctness/useExhaustiveDependencies: output changes with every chunk and shows nothing here
  const shown = useMemo(
    () => (timeline?.loop === "code-agent" ? collectStepResults(attempts, attempt) : collectResults(attempt)),
    [attempt?.number, attempt?.execute?.displays, attempt?.execute?.end],
  );
  const figures = shown.flatMap((item) => (item.kind === "figure" ? [item.figure] : []));
  const tables = shown.flatMap((item) => (item.kind === "table" ? [item.table] : []));
  const changed = attempt?.execute?.end?.files ?? [];
  const ended = attempt?.execute?.end != null || timeline?.end != null;
  const code = attempt?.execute?.code ?? attempt?.check?.code ?? null;
  const share: CodeTabProps["share"] = {
    title: timeline?.task ?? "",
    show: worthSeeing({ figures: figures.length, tables: tables.length, files: changed.length }),
    files: timeline?.files ?? [],
    result: attempt?.execute?.end == null ? null : { ...attempt.execute.end, output: attempt.execute.output, displays: attempt.execute.displays },
  };
  const codeOf = { code, live, ended, share, step: timeline?.loop === "code-agent" };
  const panels: readonly { readonly name: string; readonly count: number; readonly panel: ReactNode }[] = [
    { name: "Output", count: 0, panel: <OutputTab attempt={attempt} shown={shown} live={live} ended={ended} /> },
    { name: "Figures", count: figures.length, panel: <FiguresTab figures={figures} live={live} ended={ended} /> },
    { name: "Tables", count: tables.length, panel: <TablesTab tables={tables} live={live} ended={ended} /> },
    { name: "Files", count: changed.length, panel: <FilesTab given={timeline?.files ?? []} changed={changed} live={live} ended={ended} /> },
    { name: "Code", count: 0, panel: <CodeTab {...codeOf} onRun={onRunCode} onSaveSnippet={onSaveSnippet} /> },
    { name: "Log", count: 0, panel: <LogTab events={events} run={run} live={live} /> },
  ];
  return (
    <section className={styles.root} aria-label="Result">
      <Tabs value={tab} onChange={(next) => setChosen({ tab: next, under: wanted })} className={styles.tabs}>
        <div className={styles.bar}>
          <Tabs.List className={styles.list} aria-label="Result">
            {panels.map(({ name, count }) => (
              <Tabs.Tab key={name} value={name} aria-label={name} aria-description={count > 0 ? String(count) : undefined}>
                {name}
                {count > 0 && <span className={styles.count}>{count}</span>}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {attempts.length > 1 && (
            <NativeSelect
              className={styles.attempt}
              aria-label="Attempt shown"
              value={String(attempt?.number ?? "")}
              onChange={(change) => setPicked(Number(change.currentTarget.value))}
              data={attempts.map((one) => ({
                value: String(one.number),
                label: `Attempt ${one.number}${one.execute?.end == null ? "" : `, ${statusWord(one.execute.end.status).toLowerCase()}`}`,
              }))}
            />
          )}
        </div>
        {panels.map(({ name, panel }) => (
          <Tabs.Panel key={name} value={name} className={styles.content}>
            {tab === name && panel}
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}

/** The richest results first, then what was printed. */
function worthSeeing(counts: Readonly<Record<"figures" | "tables" | "files", number>>): readonly ViewPart[] {
  const rich = (["figures", "tables", "files"] as const).filter((part) => counts[part] > 0);
  return [...rich, "output"];
}
