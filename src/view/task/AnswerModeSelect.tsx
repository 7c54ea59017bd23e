import { NativeSelect, Tooltip, VisuallyHidden } from "@mantine/core";
import type { JSX } from "react";
import { useDescribedBy } from "#view/parts/use-described-by.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./Composer.module.css";

/** Numbers of programs that are offered for the thorough mode. */
const THOROUGH = [3, 5, 10] as const;

/** How many programs may answer the next task. The same as "Answers" in Settings. Where it cannot be chosen, it says why. */
export function AnswerModeSelect(): JSX.Element {
  const { settings: store } = useStores();
  const mode = useSlice("settings", (state) => state.settings.mode);
  const count = useSlice("settings", (state) => state.settings.candidateLimit);
  const steps = useSlice("settings", (state) => state.settings.loop === "code-agent");
  const locked = useSlice("settings", (state) => state.locked.includes("mode"));
  const fixedCount = useSlice("settings", (state) => state.locked.includes("candidateLimit"));
  const counts = fixedCount ? [count] : [...new Set([...THOROUGH, count])].sort((a, b) => a - b);
  const why = steps ? "CodeAgent makes one program, in steps: there is nothing to compare." : locked ? "Set by this installation." : "";
  const select = useDescribedBy<HTMLSelectElement>("answers-why");
  return (
    <Tooltip label={why === "" ? "Answers: the first program that works, or several compared" : why}>
      <span className={styles.mode}>
        <NativeSelect
          ref={select}
          aria-label="Answers"
          size="xs"
          disabled={why !== ""}
          value={steps ? "steps" : mode === "thorough" ? `thorough ${count}` : mode}
          onChange={(event) => {
            const [chosen, programs] = event.currentTarget.value.split(" ");
            void store
              .getState()
              .change(chosen === "thorough" ? { mode: "thorough", candidateLimit: Number(programs) } : { mode: chosen === "careful" ? "careful" : "fast" });
          }}
          data={
            steps
              ? [{ value: "steps", label: "One, in steps" }]
              : [
                  { value: "fast", label: "Fast" },
                  { value: "careful", label: "Careful" },
                  ...counts.map((programs) => ({ value: `thorough ${programs}`, label: `Thorough, ${programs} programs` })),
                ]
          }
        />
        <VisuallyHidden id="answers-why">{why}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
