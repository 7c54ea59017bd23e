import { TextInput } from "@mantine/core";
import { type JSX, useState } from "react";
import { checkSetting } from "#domain/check-setting.ts";
import { useDescribedBy } from "#view/parts/use-described-by.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { Field } from "./Field.tsx";
import { useLocked } from "./use-locked.ts";

/**
 * What smolagents' interpreter may import, beside its own list. Stored when the field is left or Enter is pressed; what is no list
 * stays in the field, which says why, and the stored value holds.
 */
export function ImportsSetting(): JSX.Element {
  const { settings } = useStores();
  const value = useSlice("settings", (state) => state.settings.imports);
  const locked = useLocked("imports");
  const [draft, setDraft] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const problem = draft === null ? null : checkSetting("imports", draft);
  const error = refused && problem !== null ? `It ${problem}.` : null;
  const input = useDescribedBy<HTMLInputElement>(error === null ? "setting-imports-help" : "setting-imports-help setting-imports-error");
  const commit = (): void => {
    if (draft === null) return;
    setRefused(problem !== null);
    if (problem !== null) return;
    setDraft(null);
    if (draft.trim() !== value) void settings.getState().change({ imports: draft.trim() });
  };
  return (
    <Field
      label="Authorised imports"
      help="Modules beside smolagents' own list: json, numpy.* for all below numpy, * for everything that is installed. Empty: its own list only."
      control="setting-imports"
      locked={locked}
    >
      <TextInput
        id="setting-imports"
        ref={input}
        value={draft ?? value}
        error={error}
        disabled={locked}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
    </Field>
  );
}
