import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, type JSX, useState } from "react";
import { Notice } from "#view/parts/Notice.tsx";
import { useStores } from "#view/stores-context.tsx";
import styles from "./ModelsScreen.module.css";

/** Adds the models of an OpenAI-compatible server. */
export function EndpointForm(): JSX.Element {
  const { models } = useStores();
  const [url, setUrl] = useState("");
  const [key, setKey] = useState("");
  const [asking, setAsking] = useState(false);
  const ask = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setAsking(true);
    const answered = await models.getState().addEndpoint(url.trim(), key);
    setAsking(false);
    if (answered) setKey("");
  };
  return (
    <section className={styles.section} aria-labelledby="models-server">
      <h3 id="models-server" className={styles.heading}>
        A server of yours
      </h3>
      <Notice tone="warn" title="Prompts leave this tab: tasks, columns and first rows of your files are sent to the server you name." />
      {isPlainAndFar(url) && (
        <Notice tone="warn" title="Plain http: everyone between this machine and that server can read what is sent.">
          On a network that you trust this may do; else give the server https.
        </Notice>
      )}
      <form className={styles.form} onSubmit={(event) => void ask(event)}>
        <TextInput
          label="Address of the server"
          description="OpenAI-compatible, such as http://127.0.0.1:11434/v1"
          value={url}
          onChange={(change) => setUrl(change.currentTarget.value)}
        />
        <PasswordInput
          label="Key"
          description="Held in memory until this page closes"
          autoComplete="off"
          value={key}
          onChange={(change) => setKey(change.currentTarget.value)}
        />
        <Button type="submit" disabled={url.trim() === "" || asking}>
          {asking ? "Asking the server" : "List its models"}
        </Button>
      </form>
    </section>
  );
}

/** Whether an address is neither encrypted nor on this machine. */
function isPlainAndFar(typed: string): boolean {
  const text = /^https?:\/\//i.test(typed.trim()) ? typed.trim() : `http://${typed.trim()}`;
  if (typed.trim() === "" || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "http:" && hostname.includes(".") && !/^(127(\.\d+){3}|.*\.localhost)$/.test(hostname);
}
