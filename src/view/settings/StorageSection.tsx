import { Button, Checkbox, Group, Modal, Progress, Stack, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type JSX, useState } from "react";
import type { StorageUse } from "#state/store-ports.ts";
import { formatBytes, formatCount } from "#view/parts/format.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { KeptPackages } from "./KeptPackages.tsx";
import { Section } from "./Section.tsx";
import styles from "./SettingsScreen.module.css";

/** What this browser keeps for Skep, and the way to be rid of it. */
export function StorageSection(): JSX.Element {
  const { device } = useStores();
  const storage = useSlice("device", (state) => state.storage);
  const erase = useSlice("device", (state) => state.erase);
  const [asking, setAsking] = useState(false);
  return (
    <Section title="On this device">
      {storage === null ? <p className={styles.help}>Not measured yet.</p> : <Use storage={storage} />}
      <KeptPackages />
      {storage !== null && !storage.persisted && (
        <div className={styles.field}>
          <div>
            <div className={styles.label}>The browser may clear this when space is short</div>
            <div className={styles.help}>Ask it not to; it decides by how you use the page.</div>
          </div>
          <div className={styles.control}>
            <Button onClick={() => void device.getState().persist()}>Ask to keep it safe</Button>
          </div>
        </div>
      )}
      <div className={styles.field}>
        <div>
          <div className={styles.label}>Erase everything</div>
          <div className={styles.help}>Runs, logs, files, snippets, settings and downloaded models.</div>
        </div>
        <div className={styles.control}>
          <Button leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking(true)}>
            Erase
          </Button>
        </div>
      </div>
      {erase.kind === "failed" && (
        <Notice tone="bad" title={`Not everything was erased: ${erase.message}`} code="SK-ERASE">
          Close other tabs of Skep and erase again.
        </Notice>
      )}
      {erase.kind === "erased" && <Notice tone="plain" title="Everything was erased from this browser." />}
      <Modal opened={asking} onClose={() => setAsking(false)} title="Erase everything" closeButtonProps={{ "aria-label": "Close" }}>
        <EraseForm onClose={() => setAsking(false)} />
      </Modal>
    </Section>
  );
}

function Use({ storage }: { readonly storage: StorageUse }): JSX.Element {
  const { usedBytes, quotaBytes, parts } = storage;
  const share = usedBytes === null || quotaBytes === null || quotaBytes === 0 ? 0 : (usedBytes / quotaBytes) * 100;
  return (
    <div className={styles.use}>
      <div className={styles.label}>
        {usedBytes === null
          ? "This browser does not tell how much is kept"
          : `${formatBytes(usedBytes)} kept${quotaBytes === null ? "" : ` of ${formatBytes(quotaBytes)} that may be`}`}
      </div>
      {usedBytes !== null && quotaBytes !== null && <Progress size="sm" color="gray" value={Math.max(share, 0.5)} aria-label="Storage used" />}
      {parts.length > 0 && (
        <ul className={styles.parts}>
          {parts.map(({ label, bytes }) => (
            <li key={label}>
              <span>{label}</span>
              <span>{formatBytes(bytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function EraseForm({ onClose }: { onClose(): void }): JSX.Element {
  const { device } = useStores();
  const runs = useSlice("history", (state) => state.records?.length ?? 0);
  const snippets = useSlice("library", (state) => state.snippets?.length ?? 0);
  const [sure, setSure] = useState(false);
  return (
    <Stack gap="md">
      <Text size="sm">
        {formatCount(runs, "run")} with logs and files, {formatCount(snippets, "snippet")}, your settings and every downloaded model are deleted from this
        browser. Logs that you exported stay where you saved them. This cannot be undone.
      </Text>
      <Checkbox label="I have exported what I want to keep" checked={sure} onChange={(change) => setSure(change.currentTarget.checked)} />
      <Group gap="sm" justify="flex-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="filled"
          color="red"
          disabled={!sure}
          onClick={() => {
            onClose();
            void device.getState().eraseEverything();
          }}
        >
          Erase {formatCount(runs, "run")}, {formatCount(snippets, "snippet")} and all models
        </Button>
      </Group>
    </Stack>
  );
}
