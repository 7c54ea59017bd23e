import { NativeSelect } from "@mantine/core";
import type { JSX } from "react";
import type { Settings } from "#domain/settings.ts";
import { useDescribedBy } from "#view/parts/use-described-by.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { Field } from "./Field.tsx";
import { Section } from "./Section.tsx";
import { useLocked } from "./use-locked.ts";

const PLACES: readonly { readonly value: Settings["webllmCache"]; readonly label: string }[] = [
  { value: "cache", label: "Cache storage" },
  { value: "indexeddb", label: "IndexedDB" },
  { value: "opfs", label: "Private files" },
];

/** Where models of the graphics engine are kept. */
export function ModelFilesSection(): JSX.Element {
  const { settings } = useStores();
  const place = useSlice("settings", (state) => state.settings.webllmCache);
  const locked = useLocked("webllmCache");
  const select = useDescribedBy<HTMLSelectElement>("setting-webllm-cache-help");
  return (
    <Section title="Model files">
      <Field
        label="GPU models are kept in"
        help="Cache storage shows every byte, goes on after a cut and checks each file. The other two are WebLLM's own, for browsers that limit it. What is in one place is not found in another."
        control="setting-webllm-cache"
        locked={locked}
      >
        <NativeSelect
          id="setting-webllm-cache"
          ref={select}
          value={place}
          disabled={locked}
          onChange={(event) => void settings.getState().change({ webllmCache: event.currentTarget.value as Settings["webllmCache"] })}
          data={[...PLACES]}
        />
      </Field>
    </Section>
  );
}
