import { Button } from "@mantine/core";
import { IconShieldLock, IconWorldUpload } from "@tabler/icons-react";
import type { JSX } from "react";
import { unreachable } from "#domain/unreachable.ts";
import type { ExecutorState } from "#state/executor-store.ts";
import { Facts } from "#view/parts/Facts.tsx";
import { formatCount, formatDuration } from "#view/parts/format.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { Fact } from "./Fact.tsx";
import styles from "./StatusLine.module.css";

/** Where code runs, and what it can reach. */
export function SandboxFact(): JSX.Element {
  const { navigation } = useStores();
  const { name, capabilities, state, facts } = useSlice("executors", (executors) => executors);
  const settings = useSlice("settings", (all) => all.settings);
  const sealed = !capabilities.remote && !capabilities.network;
  const mode = useSlice("network", (network) => network.mode);
  const hosts = useSlice("network", (network) => (network.mode === "ask" ? network.grants.length : 0) + network.hosts.length);
  const word = state.kind === "failed" ? "failed" : sealed ? "sealed" : capabilities.remote ? "remote" : mode === "ask" ? "asks for hosts" : "network granted";
  const count = sealed ? "0 hosts" : capabilities.remote ? null : `${formatCount(hosts, "host")} granted`;
  const packages = facts === null ? 0 : Object.keys(facts.packages).length;
  const Icon = capabilities.remote ? IconWorldUpload : IconShieldLock;
  return (
    <Fact
      label={`Sandbox: ${word}${count === null ? "" : `, ${count}`}`}
      panel={(close) => (
        <>
          {state.kind === "failed" && (
            <Notice tone="bad" title={state.message} code="SK-SANDBOX">
              {state.advice}
            </Notice>
          )}
          <p>
            {sealed
              ? "Python runs in a sealed frame of this tab. It reaches no host, no storage and no other run."
              : capabilities.remote
                ? `Code and files of a run are sent to ${name}.`
                : "Python reaches the hosts that you grant, through this page, and no others. All else stays sealed."}
          </p>
          <Facts>
            <dt>State</dt>
            <dd>{executorWord(state)}</dd>
            <dt>Python</dt>
            <dd>{facts === null ? "not known yet" : facts.python}</dd>
            <dt>Packages</dt>
            <dd>{facts === null ? "not known yet" : packages === 0 ? "the standard library only" : `${packages} on this device`}</dd>
            <dt>Limits</dt>
            <dd>
              {formatDuration(settings.timeoutMs)}, {settings.memoryMiB} MiB
            </dd>
          </Facts>
          <div>
            <Button
              onClick={() => {
                close();
                navigation.getState().go("settings");
              }}
            >
              Change limits
            </Button>
          </div>
        </>
      )}
    >
      <Icon size={16} stroke={1.75} aria-hidden data-tone={state.kind === "failed" ? "bad" : sealed ? "ok" : "warn"} />
      <span>
        <span className={styles.wide}>Sandbox: </span>
        <span className={styles.detail}>
          {word}
          {count !== null && <span className={styles.wide}> · {count}</span>}
        </span>
      </span>
    </Fact>
  );
}

function executorWord(state: ExecutorState): string {
  switch (state.kind) {
    case "cold":
      return "not started";
    case "starting":
      return state.message === "" ? "starting" : state.message;
    case "ready":
      return "ready";
    case "running":
      return "running";
    case "failed":
      return "failed";
    default:
      return unreachable(state);
  }
}
