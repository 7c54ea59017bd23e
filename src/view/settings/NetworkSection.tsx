import { Button } from "@mantine/core";
import type { JSX } from "react";
import { Notice } from "#view/parts/Notice.tsx";
import { Time } from "#view/parts/Time.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { ChoiceSetting } from "./ChoiceSetting.tsx";
import { Section } from "./Section.tsx";
import styles from "./SettingsScreen.module.css";

const NETWORKS = [
  { value: "off", label: "Off" },
  { value: "ask", label: "Ask me" },
] as const;

/** Which hosts programs may reach. */
export function NetworkSection(): JSX.Element {
  const { network } = useStores();
  const mode = useSlice("network", (state) => state.mode);
  const hosts = useSlice("network", (state) => state.hosts);
  const grants = useSlice("network", (state) => state.grants);
  const problem = useSlice("network", (state) => state.problem);
  const fixed = mode === "locked" || mode === "listed";
  return (
    <Section title="Network of programs">
      {fixed ? (
        <p className={styles.help}>
          {mode === "locked"
            ? "This installation does not let programs reach the network."
            : "This installation lets programs reach these hosts, and no others."}
        </p>
      ) : (
        <ChoiceSetting
          setting="network"
          label="Network"
          help="Off: a program reaches nothing. Ask me: before a program reaches a host for the first time, you are asked. For the sealed sandbox; a remote executor has a network of its own."
          choices={NETWORKS}
        />
      )}
      {problem !== null && <Notice tone="bad" title={problem} />}
      {hosts.length > 0 && (
        <p className={styles.help}>
          Granted by this installation{mode === "off" ? " while the network is on" : ""}: {hosts.join(", ")}
        </p>
      )}
      {!fixed && grants.length > 0 && (
        <ul className={styles.kept} aria-label="Hosts that are always allowed">
          {grants.map(({ host, grantedAt }) => (
            <li key={host}>
              <span className={styles.name}>{host}</span>
              <span className={styles.about}>
                since <Time value={grantedAt} />
              </span>
              <Button aria-label={`Revoke ${host}`} onClick={() => void network.getState().revoke(host)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
