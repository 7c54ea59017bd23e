import type { JSX } from "react";
import { useSlice } from "#view/stores-context.tsx";
import styles from "./ResultTabs.module.css";

/** What it means to run one step of an agent by itself: whether it finds what the steps before it defined. */
export function StepNote(): JSX.Element {
  const kept = useSlice("settings", ({ settings }) => settings.keepState);
  const able = useSlice("executors", ({ capabilities }) => capabilities.state);
  return (
    <p className={styles.note} role="note">
      {kept && able
        ? "One step of several. It runs in the interpreter that is kept, after whatever ran there last; saved or shared, it is this step alone."
        : "One step of several. It runs alone, in a clean interpreter: what the steps before it defined is not there. Keep state, beside the task, lets steps and runs go on in one."}
    </p>
  );
}
