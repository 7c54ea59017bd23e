import { Button, Modal } from "@mantine/core";
import type { JSX } from "react";
import type { NetworkDecision, NetworkQuestion } from "#domain/network.ts";
import { Facts } from "#view/parts/Facts.tsx";
import { formatBytes } from "#view/parts/format.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./NetworkDialog.module.css";

const ANSWERS: readonly { readonly decision: NetworkDecision; readonly label: string }[] = [
  { decision: "once", label: "Allow once" },
  { decision: "run", label: "Allow for this run" },
  { decision: "always", label: "Always allow" },
];

/** Asks before a program reaches a host for the first time. On every screen: the program waits. */
export function NetworkDialog(): JSX.Element {
  const { network } = useStores();
  const question = useSlice("network", (state) => state.question);
  return (
    <Modal
      opened={question !== null}
      onClose={() => network.getState().answer("refuse")}
      title="The program asks for the network"
      closeButtonProps={{ "aria-label": "Refuse and close" }}
      closeOnClickOutside={false}
    >
      {question !== null && <Question question={question} />}
    </Modal>
  );
}

function Question({ question }: { readonly question: NetworkQuestion }): JSX.Element {
  const { network, task } = useStores();
  const { host, method, path, bodyBytes, local, authorization, packages } = question;
  const { answer } = network.getState();
  return (
    <div className={styles.question}>
      {packages.length > 0 && (
        <p>
          Before it starts, Skep wants to fetch {packages.length === 1 ? "a package" : "packages"} that it imports: <strong>{packages.join(", ")}</strong>
        </p>
      )}
      <Facts>
        <dt>Host</dt>
        <dd className={styles.host}>{host}</dd>
        <dt>Request</dt>
        <dd>
          <code>
            {method} {path}
          </code>
        </dd>
        <dt>Sends</dt>
        <dd>
          {bodyBytes === 0 ? "no body" : `a body of ${formatBytes(bodyBytes)}`}
          {authorization ? ", with a key that the program has" : ""}
        </dd>
      </Facts>
      {local && (
        <Notice tone="warn" title="A local address">
          {host} is this machine or one of its own network. What answers there may trust whoever asks.
        </Notice>
      )}
      <p className={styles.help}>
        Whatever a program can read, it can send there. Cookies and logins of this browser are never sent. The time limit waits for you.
      </p>
      <div className={styles.answers}>
        {ANSWERS.map(({ decision, label }) => (
          <Button key={decision} onClick={() => answer(decision)}>
            {label}
          </Button>
        ))}
        <Button variant="filled" data-autofocus onClick={() => answer("refuse")}>
          Refuse
        </Button>
        <Button variant="subtle" color="gray" onClick={() => task.getState().stop()}>
          Stop the run
        </Button>
      </div>
    </div>
  );
}
