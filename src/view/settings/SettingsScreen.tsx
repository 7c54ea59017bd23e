import { Button } from "@mantine/core";
import { IconRestore } from "@tabler/icons-react";
import type { JSX } from "react";
import { Notice } from "#view/parts/Notice.tsx";
import { Screen } from "#view/parts/Screen.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { AppearanceSection } from "./AppearanceSection.tsx";
import { KeysSection } from "./KeysSection.tsx";
import { RunSection } from "./RunSection.tsx";
import styles from "./SettingsScreen.module.css";
import { StorageSection } from "./StorageSection.tsx";

/** What a person can set, and what this browser keeps. */
export function SettingsScreen(): JSX.Element {
  const { settings } = useStores();
  const problems = useSlice("settings", (state) => state.problems);
  const { reset, dismissProblems } = settings.getState();
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
        {problems.length > 0 && (
          <Notice tone="warn" title={problems[0]} code="SK-SETTINGS" onClose={dismissProblems}>
            {problems.slice(1).map((problem) => (
              <div key={problem}>{problem}</div>
            ))}
          </Notice>
        )}
        <RunSection />
        <AppearanceSection />
        <StorageSection />
        <KeysSection />
      </div>
    </Screen>
  );
}
