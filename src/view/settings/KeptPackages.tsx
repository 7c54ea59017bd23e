import { Button } from "@mantine/core";
import type { JSX } from "react";
import { formatBytes } from "#view/parts/format.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./SettingsScreen.module.css";

/** Packages that programs fetched from an index, each of which can be deleted. */
export function KeptPackages(): JSX.Element | null {
  const { network } = useStores();
  const packages = useSlice("network", (state) => state.packages);
  if (packages.length === 0) return null;
  return (
    <div className={styles.use}>
      <div>
        <div className={styles.label}>Packages that programs fetched</div>
        <div className={styles.help}>Kept, so that the next run needs no network for them.</div>
      </div>
      <ul className={styles.kept} aria-label="Packages that programs fetched">
        {packages.map(({ name, version, bytes }) => (
          <li key={name}>
            <span className={styles.name}>
              {name} {version}
            </span>
            <span className={styles.about}>{formatBytes(bytes)}</span>
            <Button aria-label={`Delete ${name}`} onClick={() => void network.getState().forgetPackage(name)}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
