import { ActionIcon, Checkbox, Tooltip } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { JSX } from "react";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./Composer.module.css";

/** Whether runs go on where the last one ended, and the way back to a clean start. Nothing where the executor cannot. */
export function KeepState(): JSX.Element | null {
  const { settings, executors } = useStores();
  const kept = useSlice("settings", (state) => state.settings.keepState);
  const locked = useSlice("settings", (state) => state.locked.includes("keepState"));
  const able = useSlice("executors", (state) => state.capabilities.state);
  const defined = useSlice("executors", (state) => state.defined);
  const idle = useSlice("task", (state) => state.phase.kind === "idle");
  if (!able) return null;
  const names = Object.keys(defined ?? {});
  const restart = names.length === 0 ? "Restart Python" : `Restart Python: forget ${names.length === 1 ? "1 name" : `${names.length} names`}`;
  return (
    <span className={styles.state}>
      <Tooltip label={`What one run defines is there for the next${locked ? ". Set by this installation" : ""}`}>
        <Checkbox
          size="xs"
          label="Keep state"
          checked={kept}
          disabled={locked}
          onChange={(event) => void settings.getState().change({ keepState: event.currentTarget.checked })}
        />
      </Tooltip>
      {kept && (
        <Tooltip label={restart}>
          <ActionIcon aria-label="Restart Python" disabled={!idle || defined === null} onClick={() => executors.getState().restart()}>
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  );
}
