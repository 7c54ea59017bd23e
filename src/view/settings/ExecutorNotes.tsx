import { IconCheck, IconInfoCircle, IconMinus } from "@tabler/icons-react";
import type { JSX } from "react";
import type { ExecutorChoice } from "#state/executor-store.ts";
import { useSlice } from "#view/stores-context.tsx";
import styles from "./SettingsScreen.module.css";

const NOTES: readonly { readonly key: keyof ExecutorChoice["capabilities"]; readonly yes: string; readonly no: string }[] = [
  { key: "network", yes: "Programs reach the network", no: "No network for programs" },
  { key: "shell", yes: "Shell commands work", no: "No shell commands" },
  { key: "files", yes: "Files in and out", no: "No files" },
  { key: "packages", yes: "Packages load on import", no: "Standard library only" },
  { key: "figures", yes: "Figures are shown", no: "No figures" },
  { key: "state", yes: "Steps of one task share their variables", no: "No variables from one program to the next" },
  { key: "interrupt", yes: "Stop ends the program", no: "Stop leaves the program behind: the service ends it at its own limit" },
];

/** What the chosen executor can and cannot do, before anything runs on it. */
export function ExecutorNotes(): JSX.Element {
  const name = useSlice("executors", (state) => state.name);
  const capabilities = useSlice("executors", (state) => state.capabilities);
  const known = useSlice("executors", (state) => state.notes);
  const found = useSlice("executors", (state) => state.facts?.notes);
  const told = [...known, ...(found ?? [])];
  return (
    <ul aria-label={`What ${name} can do`} className={styles.notes}>
      {NOTES.map(({ key, yes, no }) => (
        <li key={key}>
          {capabilities[key] ? <IconCheck size={14} aria-hidden /> : <IconMinus size={14} aria-hidden />}
          <span>{capabilities[key] ? yes : no}</span>
        </li>
      ))}
      {told.map((note) => (
        <li key={note}>
          <IconInfoCircle size={14} aria-hidden />
          <span>{note}</span>
        </li>
      ))}
    </ul>
  );
}
