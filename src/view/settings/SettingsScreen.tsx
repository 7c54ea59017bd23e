import { Button } from "@mantine/core";
import { IconRestore } from "@tabler/icons-react";
import type { JSX } from "react";
import { Screen } from "#view/parts/Screen.tsx";
import { SettingsProblems } from "#view/parts/SettingsProblems.tsx";
import { useStores } from "#view/stores-context.tsx";
import { AppearanceSection } from "./AppearanceSection.tsx";
import { KeysSection } from "./KeysSection.tsx";
import { ModelFilesSection } from "./ModelFilesSection.tsx";
import { NetworkSection } from "./NetworkSection.tsx";
import { RunSection } from "./RunSection.tsx";
import styles from "./SettingsScreen.module.css";
import { StorageSection } from "./StorageSection.tsx";

/** What a person can set, and what this browser keeps. */
export function SettingsScreen(): JSX.Element {
  const { settings } = useStores();
  const { reset } = settings.getState();
  return (
    <Screen
      title="Settings"
      actions={
        <Button leftSection={<IconRestore size={16} aria-hidden />} onClick={() => void reset()}>
          Back to the defaults
        </Button>
      }
    >
      <div className={styles.column}>
        <SettingsProblems />
        <RunSection />
        <NetworkSection />
        <ModelFilesSection />
        <AppearanceSection />
        <StorageSection />
        <KeysSection />
      </div>
    </Screen>
  );
}
