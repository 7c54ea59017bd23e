import { Anchor, Button } from "@mantine/core";
import type { JSX } from "react";
import type { Replay } from "#state/replay-store.ts";
import { firstLine, formatCount, formatDuration } from "#view/parts/format.ts";
import { FaultNotice, Notice } from "#view/parts/Notice.tsx";
import { useElapsed } from "#view/parts/use-elapsed.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./ReplayPanel.module.css";

/** Characters of one side of a difference that are shown. */
const SHOWN = 160;

/** What a replay of this run gave, or how another run differs from it. */
export function ReplayPanel({ run }: { readonly run: string }): JSX.Element | null {
  const { replay: store } = useStores();
  const replay = useSlice("replay", (state) => state.replay);
  if (replay.kind === "none" || replay.run !== run) return null;
  const { dismiss } = store.getState();
  return (
    <section className={styles.panel} aria-label="Comparison">
      {replay.kind === "running" && <Running since={replay.since} onStop={() => store.getState().stop()} />}
      {replay.kind === "failed" && <FaultNotice fault={replay.fault} onClose={dismiss} />}
      {replay.kind === "compared" && <Compared replay={replay} onClose={dismiss} />}
    </section>
  );
}

function Running({ since, onStop }: { readonly since: number; onStop(): void }): JSX.Element {
  const elapsed = useElapsed(since);
  return (
    <Notice tone="plain" title={`Replaying${elapsed < 1000 ? "" : ` ${formatDuration(elapsed)}`}`} actions={<Button onClick={onStop}>Stop replay</Button>}>
      The same program runs again with the same files.
    </Notice>
  );
}

function Compared({ replay, onClose }: { readonly replay: Extract<Replay, { kind: "compared" }>; onClose(): void }): JSX.Element {
  const { comparison, other, replayed } = replay;
  const { same, differences, notes } = comparison;
  const title = same
    ? "Same outputs"
    : differences.length === 0
      ? "Nothing to compare"
      : `${formatCount(differences.length, "output")} differ${differences.length === 1 ? "s" : ""}`;
  return (
    <Notice tone={same ? "plain" : "warn"} title={title} onClose={onClose}>
      <div>
        {same && (replayed ? "The program gave the same once more. " : "Both runs gave the same. ")}
        <Anchor href={`#/history/${encodeURIComponent(other)}`}>{replayed ? "Open the replay" : "Open the other run"}</Anchor>
      </div>
      {differences.length > 0 && (
        <dl className={styles.differences}>
          {differences.map(({ output, before, after }) => (
            <div key={output}>
              <dt>{output}</dt>
              <Side label="here" text={before} />
              <Side label={replayed ? "replay" : "other run"} text={after} />
            </div>
          ))}
        </dl>
      )}
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function Side({ label, text }: { readonly label: string; readonly text: string | null }): JSX.Element {
  return (
    <dd>
      <span className={styles.side}>{label}</span> {text === null ? "nothing" : <code>{firstLine(text.trimStart(), SHOWN)}</code>}
    </dd>
  );
}
