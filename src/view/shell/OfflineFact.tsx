import { Button } from "@mantine/core";
import { IconCloudCheck, IconCloudOff } from "@tabler/icons-react";
import type { JSX } from "react";
import { unreachable } from "#domain/unreachable.ts";
import type { OfflineState } from "#state/store-ports.ts";
import { Facts } from "#view/parts/Facts.tsx";
import { formatBytes } from "#view/parts/format.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { Fact } from "./Fact.tsx";
import styles from "./StatusLine.module.css";

/** Whether the page opens without a network, and what this browser keeps for it. */
export function OfflineFact(): JSX.Element {
  const { device, navigation } = useStores();
  const offline = useSlice("device", (state) => state.offline);
  const storage = useSlice("device", (state) => state.storage);
  const keeping = useSlice("device", (state) => state.keeping);
  const word = offlineWord(offline);
  const Icon = offline.kind === "ready" ? IconCloudCheck : IconCloudOff;
  return (
    <Fact
      label={`Offline: ${word}`}
      panel={(close) => (
        <>
          <p>{offline.kind === "unknown" ? "Not known yet." : offline.detail}</p>
          {storage !== null && (
            <Facts>
              <dt>Kept here</dt>
              <dd>{storage.usedBytes === null ? "not known" : formatBytes(storage.usedBytes)}</dd>
              <dt>Room</dt>
              <dd>{storage.quotaBytes === null ? "not known" : formatBytes(storage.quotaBytes)}</dd>
              <dt>Kept safe</dt>
              <dd>{storage.persisted ? "yes: the browser will not clear it by itself" : "no: the browser may clear it when space is short"}</dd>
            </Facts>
          )}
          <div style={{ display: "flex", gap: 8, flexWrap: "wrap" }}>
            {offline.kind === "ready" && offline.packagesBytes !== undefined && offline.packagesBytes > 0 && (
              <Button loading={keeping} onClick={() => void device.getState().keepPackages()}>
                Keep all packages ({formatBytes(offline.packagesBytes)})
              </Button>
            )}
            {storage !== null && !storage.persisted && <Button onClick={() => void device.getState().persist()}>Ask to keep it safe</Button>}
            <Button
              onClick={() => {
                close();
                navigation.getState().go("settings");
              }}
            >
              Storage
            </Button>
          </div>
        </>
      )}
    >
      <Icon size={16} stroke={1.75} aria-hidden data-tone={offline.kind === "ready" ? "ok" : undefined} />
      <span className={`${styles.detail} ${styles["narrow-hidden"]}`}>{word}</span>
    </Fact>
  );
}

function offlineWord(state: OfflineState): string {
  switch (state.kind) {
    case "unknown":
      return "Offline: checking";
    case "ready":
      return "Offline ready";
    case "partial":
      return "Offline in part";
    case "unavailable":
      return "Needs a network";
    default:
      return unreachable(state);
  }
}
