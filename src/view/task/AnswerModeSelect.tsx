import { NativeSelect, Tooltip } from "@mantine/core";
import type { JSX } from "react";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./Composer.module.css";

/** Numbers of programs that are offered for the thorough mode. */
const THOROUGH = [3, 5, 10] as const;

/** How many programs may answer the next task. The same as "Answers" in Settings. */
export function AnswerModeSelect(): JSX.Element {
  const { settings: store } = useStores();
  const mode = useSlice("settings", (state) => state.settings.mode);
  const count = useSlice("settings", (state) => state.settings.candidateLimit);
  const counts = [...new Set([...THOROUGH, count])].sort((a, b) => a - b);
  return (
    <Tooltip label="Answers: the first program that works, or several compared">
      <NativeSelect
        className={styles.mode}
        aria-label="Answers"
        size="xs"
        value={mode === "thorough" ? `thorough ${count}` : mode}
        onChange={(event) => {
          const [chosen, programs] = event.currentTarget.value.split(" ");
          void store
            .getState()
            .change(chosen === "thorough" ? { mode: "thorough", candidateLimit: Number(programs) } : { mode: chosen === "careful" ? "careful" : "fast" });
        }}
        data={[
          { value: "fast", label: "Fast" },
          { value: "careful", label: "Careful" },
          ...counts.map((programs) => ({ value: `thorough ${programs}`, label: `Thorough, ${programs} programs` })),
        ]}
      />
    </Tooltip>
  );
}
