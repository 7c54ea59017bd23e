import type { JSX } from "react";
import { useSlice } from "#view/stores-context.tsx";
import styles from "./Composer.module.css";

/** Where the next program will run, what it can reach there, and what leaves this machine for it: said before anything runs. */
export function ExecutorLine(): JSX.Element {
  const name = useSlice("executors", (state) => state.name);
  const { remote, network, shell } = useSlice("executors", (state) => state.capabilities);
  const asks = useSlice("settings", ({ settings }) => settings.remoteApproval === "ask");
  const loop = useSlice("settings", ({ settings }) => settings.loop);
  const files = useSlice("task", (state) => state.files);
  const reach = `${network ? (remote ? "network" : "network where you grant it") : "no network"}, ${shell ? "shell commands" : "no shell"}`;
  const sent = ["the code", ...files.map((file) => file.path)].join(", ");
  return (
    <p className={styles.place} aria-label="Where code runs" role="note" data-tone={remote ? "warn" : undefined}>
      {loop === "code-agent" ? "CodeAgent on " : "Runs in "}
      {name}: {remote ? `${sent} will be sent there${asks ? ", after your yes" : " without asking"}; ` : "sealed in this tab, "}
      {reach}
    </p>
  );
}
