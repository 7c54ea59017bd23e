import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type JSX, useState } from "react";
import { useStores } from "#view/stores-context.tsx";
import styles from "./ModelsScreen.module.css";

/** Adds a model by its address: a GGUF, or a folder with its library for WebLLM. */
export function AddModelForm(): JSX.Element {
  const { models } = useStores();
  const [address, setAddress] = useState("");
  const [library, setLibrary] = useState("");
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (!models.getState().addAddress({ address, library })) return;
    setAddress("");
    setLibrary("");
  };
  return (
    <section className={styles.section} aria-labelledby="models-add">
      <h3 id="models-add" className={styles.heading}>
        A model by its address
      </h3>
      <p className={styles.device}>
        A GGUF file (of a split one, the first part), or the folder of a model compiled for WebLLM together with its library. A server without internet will do;
        one on another address must allow this page (CORS).
      </p>
      <form className={styles.form} onSubmit={add}>
        <TextInput
          label="Address of the model"
          description="Such as https://example.org/model.gguf"
          value={address}
          onChange={(change) => setAddress(change.currentTarget.value)}
        />
        <TextInput label="Library" description="For a folder: its .wasm" value={library} onChange={(change) => setLibrary(change.currentTarget.value)} />
        <Button type="submit" disabled={address.trim() === ""}>
          Add to the list
        </Button>
      </form>
    </section>
  );
}
