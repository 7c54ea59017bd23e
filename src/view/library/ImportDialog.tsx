import { Badge, Button, Group, Modal, NativeSelect, Stack } from "@mantine/core";
import type { JSX } from "react";
import { type PackAction, type PackEntry, type PackVerdict, packActions } from "#state/pack-store.ts";
import { formatCount } from "#view/parts/format.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { VirtualRows } from "#view/parts/VirtualRows.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./ImportDialog.module.css";

const RELATIONS: Readonly<Record<PackEntry["relation"], string>> = {
  new: "new here",
  same: "the same is here",
  newer: "newer than the one here",
  older: "older than the one here",
  different: "another one of this name is here",
};

const ACTIONS: Readonly<Record<PackAction, string>> = {
  add: "Add it",
  skip: "Keep mine, leave it out",
  replace: "Take theirs as the next version of mine",
  copy: "Keep both, theirs under a new name",
};

const ROW_HEIGHT = 60;

/** What a pack holds beside what is here, with a choice for each snippet; then what the gates say of what was taken. */
export function ImportDialog(): JSX.Element {
  const { packs } = useStores();
  const phase = useSlice("packs", (state) => state.phase);
  const { close, take } = packs.getState();
  return (
    <Modal opened onClose={close} title="Import a pack" size="lg" closeButtonProps={{ "aria-label": "Close" }}>
      <Stack gap="md">
        {phase.kind === "reading" && <p className={styles.words}>Reading the pack…</p>}
        {phase.kind === "refused" && <Notice tone="bad" title="Nothing was imported." code="SK-PACK">{`${phase.message} What is here is as it was.`}</Notice>}
        {phase.kind === "choosing" && (
          <>
            {phase.notes.map((note) => (
              <Notice key={note} tone="plain" title={note} />
            ))}
            <p className={styles.words}>{formatCount(phase.entries.length, "snippet")}. Whatever they were elsewhere, they start as drafts here.</p>
            <Entries entries={phase.entries} actions={phase.actions} />
          </>
        )}
        {phase.kind === "checking" && (
          <p className={styles.words} role="status">
            {formatCount(phase.taken, "snippet")} kept. Asking the gates: {phase.verdicts.length} of {phase.taken}…
          </p>
        )}
        {phase.kind === "done" && <Notice tone="plain" title={phase.message} />}
        {(phase.kind === "done" || phase.kind === "checking") && phase.verdicts.length > 0 && <Verdicts verdicts={phase.verdicts} />}
        <Group justify="flex-end" gap="sm">
          {phase.kind === "choosing" ? (
            <>
              <Button onClick={close}>Cancel</Button>
              <Button variant="filled" disabled={phase.actions.every((action) => action === "skip")} onClick={() => void take()}>
                Import as drafts
              </Button>
            </>
          ) : (
            <Button variant={phase.kind === "done" ? "filled" : "default"} onClick={close}>
              {phase.kind === "checking" ? "Ask the rest later" : "Done"}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Entries({ entries, actions }: { readonly entries: readonly PackEntry[]; readonly actions: readonly PackAction[] }): JSX.Element {
  const { packs } = useStores();
  return (
    <VirtualRows label="Snippets of the pack" items={entries} keyOf={({ name }) => name} rowHeight={ROW_HEIGHT} measured className={styles.scroller}>
      {(entry, index) => (
        <div className={styles.row}>
          <div className={styles.entry}>
            <span className={styles.name}>{entry.name}</span>
            <Badge tt="none" fw={500}>
              {RELATIONS[entry.relation]}
            </Badge>
            {entry.notes.map((note) => (
              <span key={note} className={styles.note}>
                {note}
              </span>
            ))}
          </div>
          <NativeSelect
            className={styles.choice}
            aria-label={`What to do with ${entry.name}`}
            value={actions[index] ?? "skip"}
            data={packActions(entry).map((action) => ({ value: action, label: ACTIONS[action] }))}
            onChange={(change) => {
              const action = packActions(entry).find((one) => one === change.currentTarget.value);
              if (action !== undefined) packs.getState().choose(index, action);
            }}
          />
        </div>
      )}
    </VirtualRows>
  );
}

/** The first of them: a pack of thousands says how many pass, and each snippet says for itself why not. */
const VERDICTS_SHOWN = 50;

function Verdicts({ verdicts }: { readonly verdicts: readonly PackVerdict[] }): JSX.Element {
  return (
    <ul className={styles.verdicts} aria-label="What the gates say">
      {verdicts.slice(-VERDICTS_SHOWN).map(({ name, passed, gates }) => (
        <li key={name}>
          <span className={styles.name}>{name}</span> {passed ? "passes" : "does not pass:"}
          {!passed && (
            <ul className={styles.notes}>
              {gates
                .filter(({ verdict }) => verdict === "fail")
                .flatMap(({ notes }) => notes)
                .map((note) => (
                  <li key={note}>{note}</li>
                ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
