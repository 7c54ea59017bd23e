import { Button } from "@mantine/core";
import { IconDownload, IconShieldCheck } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import type { Verdict } from "#state/history-store.ts";
import type { TimedEvent } from "#state/timed-event.ts";
import { formatCount } from "#view/parts/format.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { saveFile } from "#view/parts/save-file.ts";
import { useStores } from "#view/stores-context.tsx";
import { eventSummary } from "./event-summary.ts";
import { Nothing } from "./Nothing.tsx";
import styles from "./ResultTabs.module.css";

export interface LogTabProps {
  readonly events: readonly TimedEvent[];
  /** Id of the run once it is in the log, or null. */
  readonly run: string | null;
  readonly live: boolean;
}

/** The run's log, event by event, with its check and its export. */
export function LogTab({ events, run, live }: LogTabProps): JSX.Element {
  const { history } = useStores();
  const [checked, setChecked] = useState<{ readonly run: string; readonly verdict: Verdict } | null>(null);
  if (events.length === 0) return <Nothing live={live} ended={false} what="Every step is logged here as it happens." done="" />;
  const { verify, exportLines } = history.getState();
  return (
    <div className={styles.panel}>
      {run !== null && (
        <div className={styles.tools}>
          <Button leftSection={<IconShieldCheck size={16} aria-hidden />} onClick={() => void verify(run).then((verdict) => setChecked({ run, verdict }))}>
            Verify
          </Button>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void exportLines(run).then((lines) => saveFile(`skep-${run}.jsonl`, lines, "application/jsonl"))}
          >
            Export log
          </Button>
        </div>
      )}
      {checked !== null && checked.run === run && <VerdictNotice verdict={checked.verdict} />}
      <ol className={styles.log} aria-label="Events">
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the log is only appended to
          <li key={index}>
            <LogLine event={event} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function LogLine({ event }: { readonly event: TimedEvent }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
      <summary>
        <time dateTime={event.time} title={event.time}>
          {event.time.slice(11, 23)}
        </time>
        <span className={styles.type}>{event.type}</span>
        <span className={styles.summary}>{eventSummary(event)}</span>
      </summary>
      {open && <pre className={styles.json}>{JSON.stringify(event, null, 2)}</pre>}
    </details>
  );
}

function VerdictNotice({ verdict }: { readonly verdict: Verdict }): JSX.Element {
  if (verdict.ok) return <Notice tone="plain" title={`The log is whole: ${formatCount(verdict.events, "event")}, each hash as it was written.`} />;
  if (verdict.missing) {
    return (
      <Notice tone="warn" title="This run is not in the log any more: it was deleted." code="SK-RUN-MISSING">
        What is on screen is all that is left of it.
      </Notice>
    );
  }
  return (
    <Notice tone="bad" title={`The log was changed: event ${verdict.seq} does not match its hash.`} code="SK-LOG-CHANGED">
      {verdict.reason} The events before it are as they were written.
    </Notice>
  );
}
