import { Kbd } from "@mantine/core";
import type { JSX } from "react";
import { Section } from "./Section.tsx";
import styles from "./SettingsScreen.module.css";

const KEYS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ["Ctrl", "K"], does: "Commands: every screen, action, run and snippet by name" },
  { keys: ["Enter"], does: "Run the task" },
  { keys: ["Shift", "Enter"], does: "A new line in the task" },
  { keys: ["Ctrl", "."], does: "Stop" },
];

/** The keyboard's ways. */
export function KeysSection(): JSX.Element {
  return (
    <Section title="Keys">
      <ul className={styles.keys}>
        {KEYS.map(({ keys, does }) => (
          <li key={does}>
            <span className={styles.combination}>
              {keys.map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </span>
            <span>{does}</span>
          </li>
        ))}
      </ul>
      <p className={styles.help}>On a Mac, Ctrl is the command key.</p>
    </Section>
  );
}
