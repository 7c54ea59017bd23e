import { SegmentedControl } from "@mantine/core";
import type { JSX } from "react";
import type { Settings } from "#domain/settings.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { Field } from "./Field.tsx";
import { useLocked } from "./use-locked.ts";

export interface ChoiceSettingProps<K extends keyof Settings> {
  /** Which one; its control has the id `setting-` and this. */
  readonly setting: K;
  readonly label: string;
  readonly help: string;
  readonly choices: readonly { readonly value: Settings[K]; readonly label: string }[];
  /** Why it means nothing as things stand, said beside the help; null where it holds. */
  readonly idle?: string | null;
}

/** A setting with a few values, side by side. */
export function ChoiceSetting<K extends keyof Settings>({ setting, label, help, choices, idle = null }: ChoiceSettingProps<K>): JSX.Element {
  const { settings } = useStores();
  const value = useSlice("settings", (state) => state.settings[setting]);
  const locked = useLocked(setting);
  const id = `setting-${setting}`;
  return (
    <Field label={label} help={help} control={id} locked={locked} idle={idle}>
      <SegmentedControl
        id={id}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-help`}
        value={value}
        disabled={locked || idle !== null}
        onChange={(chosen) => void settings.getState().change({ [setting]: chosen })}
        data={[...choices]}
      />
    </Field>
  );
}
