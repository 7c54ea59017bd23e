import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCommand } from "@tabler/icons-react";
import type { JSX } from "react";
import { useStores } from "#view/stores-context.tsx";
import { ModelFact } from "./ModelFact.tsx";
import { OfflineFact } from "./OfflineFact.tsx";
import { SandboxFact } from "./SandboxFact.tsx";
import styles from "./StatusLine.module.css";

/** Three facts that hold on every screen, each with its panel. */
export function StatusLine(): JSX.Element {
  const { navigation } = useStores();
  return (
    <header className={styles.line}>
      <ModelFact />
      <SandboxFact />
      <OfflineFact />
      <Tooltip label="Commands, Ctrl+K">
        <ActionIcon className={styles.commands} aria-label="Commands" onClick={() => navigation.getState().setPalette(true)}>
          <IconCommand size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}
