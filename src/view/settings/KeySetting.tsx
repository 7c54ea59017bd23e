import { Button, PasswordInput } from "@mantine/core";
import { type FormEvent, type JSX, useState } from "react";
import { useDescribedBy } from "#view/parts/use-described-by.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { Field } from "./Field.tsx";
import styles from "./SettingsScreen.module.css";

/** The secret that the chosen executor needs: kept in memory for this session, and nowhere else. Nothing where it needs none. */
export function KeySetting(): JSX.Element | null {
  const { executors } = useStores();
  const key = useSlice("executors", (state) => state.key);
  const [draft, setDraft] = useState("");
  const [refused, setRefused] = useState(false);
  const input = useDescribedBy<HTMLInputElement>(refused ? "setting-key-help setting-key-error" : "setting-key-help");
  if (key === null) return null;
  const give = (event: FormEvent): void => {
    event.preventDefault();
    setRefused(!executors.getState().giveKey(draft));
    setDraft("");
  };
  return (
    <Field label={key.label} help="Kept in this page's memory until it closes: never stored, logged or exported." control="setting-key">
      {key.present ? (
        <Button variant="default" aria-describedby="setting-key-help" onClick={() => executors.getState().giveKey(null)}>
          Forget the key
        </Button>
      ) : (
        <form onSubmit={give} className={styles.key}>
          <PasswordInput
            id="setting-key"
            ref={input}
            autoComplete="off"
            value={draft}
            error={refused ? "This is not such a key." : null}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={draft.trim() === ""}>
            Use key
          </Button>
        </form>
      )}
    </Field>
  );
}
