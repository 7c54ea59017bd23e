import { Badge, Button, Group } from "@mantine/core";
import { IconArrowUp, IconChecklist, IconPlayerStop } from "@tabler/icons-react";
import type { JSX } from "react";
import { type GateResult, SNIPPET_LADDER, type Snippet } from "#domain/snippet.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./Ladder.module.css";
import { VerdictMark } from "./VerdictMark.tsx";

export interface LadderProps {
  readonly snippet: Snippet;
  /** Whether what a reviewer must read is on screen: the act is there then. */
  readonly reviewing: boolean;
  /** Shows it. */
  onReview(): void;
}

/** The way of a snippet from a draft to a tool that the agent uses unasked: its next step, and what its gates say. */
export function Ladder({ snippet, reviewing, onReview }: LadderProps): JSX.Element {
  const { workshop } = useStores();
  const phase = useSlice("workshop", (state) => state.phase);
  const own = phase.kind !== "idle" && phase.snippet === snippet.id ? phase : null;
  const busy = phase.kind === "busy";
  const next = SNIPPET_LADDER[SNIPPET_LADDER.indexOf(snippet.status) + 1];
  const gates = own !== null && own.gates.length > 0 ? own.gates : (snippet.evidence?.gates ?? []);
  return (
    <section className={styles.ladder} aria-label="Ladder">
      <h2 className={styles.title}>From draft to core</h2>
      <ol className={styles.steps}>
        {SNIPPET_LADDER.map((status) => (
          <li key={status} aria-current={status === snippet.status ? "step" : undefined}>
            <Badge tt="none" fw={500} variant={status === snippet.status ? "filled" : "default"}>
              {status}
            </Badge>
          </li>
        ))}
      </ol>
      {next === "reviewed" ? (
        <Button variant={reviewing ? "default" : "filled"} leftSection={<IconChecklist size={16} aria-hidden />} onClick={onReview}>
          Read and review
        </Button>
      ) : next === undefined ? null : (
        <Button
          variant="filled"
          disabled={busy}
          leftSection={<IconArrowUp size={16} aria-hidden />}
          onClick={() => void workshop.getState().promote(snippet.id, null)}
        >
          Promote to {next}
        </Button>
      )}
      {own?.kind === "busy" && (
        <Group gap="sm" role="status">
          <span>{own.what}…</span>
          <Button leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={() => workshop.getState().stop()}>
            Stop
          </Button>
        </Group>
      )}
      {own?.kind === "done" && <Notice tone={own.ok ? "plain" : "warn"} title={own.message} />}
      {gates.length > 0 && (
        <ul className={styles.results} aria-label="Gates">
          {gates.map((gate) => (
            <GateRow key={gate.gate} gate={gate} />
          ))}
        </ul>
      )}
      {snippet.review !== null && (
        <p className={styles.review}>
          Reviewed by {snippet.review.reviewer}: {snippet.review.note}
        </p>
      )}
    </section>
  );
}

function GateRow({ gate: { title, verdict, notes } }: { readonly gate: GateResult }): JSX.Element {
  return (
    <li>
      <VerdictMark verdict={verdict} />
      <div>
        {title}
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </li>
  );
}
