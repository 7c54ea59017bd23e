import { Button, Group } from "@mantine/core";
import { IconFile, IconFolderOpen } from "@tabler/icons-react";
import type { JSX } from "react";
import { DropArea } from "#view/parts/DropArea.tsx";
import { Notice } from "#view/parts/Notice.tsx";
import { PickFiles } from "#view/parts/PickFiles.tsx";
import { PickFolder } from "#view/parts/PickFolder.tsx";
import { Screen } from "#view/parts/Screen.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { AddModelForm } from "./AddModelForm.tsx";
import { CurrentModel } from "./CurrentModel.tsx";
import { DeviceLine } from "./DeviceLine.tsx";
import { EndpointForm } from "./EndpointForm.tsx";
import { LoadBar } from "./LoadBar.tsx";
import { ModelList } from "./ModelList.tsx";
import styles from "./ModelsScreen.module.css";

/** What can write the code: loaded, on this device, or to be had. */
export function ModelsScreen(): JSX.Element {
  const { models } = useStores();
  const problems = useSlice("models", (state) => state.problems);
  const endpoints = useSlice("models", (state) => state.endpoints);
  const note = useSlice("models", (state) => state.note);
  const importing = useSlice("models", (state) => state.importing);
  const { addFiles, addFolder, dismissProblems, dismissNote } = models.getState();
  return (
    <DropArea hint="Drop a GGUF file, or all parts of a split one, to load it. It stays on this device." onFiles={(files) => void addFiles(files)}>
      <Screen
        title="Models"
        actions={
          <Group gap="sm">
            <PickFolder label="Folder of a compiled model" onPick={(files) => void addFolder(files)}>
              {(props) => (
                <Button {...props} disabled={importing !== null} leftSection={<IconFolderOpen size={16} aria-hidden />}>
                  Open a model folder
                </Button>
              )}
            </PickFolder>
            <PickFiles multiple accept=".gguf" onPick={(files) => void addFiles(files)}>
              {(props) => (
                <Button {...props} leftSection={<IconFile size={16} aria-hidden />}>
                  Open a GGUF file
                </Button>
              )}
            </PickFiles>
          </Group>
        }
      >
        <div className={styles.column}>
          {problems.length > 0 && (
            <Notice tone="warn" title={problems[0]} onClose={dismissProblems}>
              {problems.slice(1).map((problem) => (
                <div key={problem}>{problem}</div>
              ))}
            </Notice>
          )}
          {note !== null && <Notice tone="plain" title={note} onClose={dismissNote} />}
          {importing !== null && (
            <section className={styles.card} aria-label="Folder being added">
              <div className={styles.main}>
                <div className={styles.name}>{importing.name}</div>
                <LoadBar progress={importing.progress} />
              </div>
            </section>
          )}
          <CurrentModel />
          <section className={styles.section} aria-labelledby="models-list">
            <h3 id="models-list" className={styles.heading}>
              To choose from
            </h3>
            <DeviceLine />
            <ModelList />
          </section>
          <AddModelForm />
          {endpoints && <EndpointForm />}
        </div>
      </Screen>
    </DropArea>
  );
}
