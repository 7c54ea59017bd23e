import { SegmentedControl } from "@mantine/core";
import type { JSX } from "react";
import type { Settings } from "#domain/settings.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { Field } from "./Field.tsx";
import { Section } from "./Section.tsx";

const THEMES: readonly { readonly value: Settings["theme"]; readonly label: string }[] = [
  { value: "auto", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** How Skep looks. */
export function AppearanceSection(): JSX.Element {
  const { settings } = useStores();
  const theme = useSlice("settings", (state) => state.settings.theme);
  return (
    <Section title="Appearance">
      <Field label="Theme" help="Paper, or ink." control="setting-theme">
        <SegmentedControl
          id="setting-theme"
          aria-labelledby="setting-theme-label"
          value={theme}
          onChange={(value) => void settings.getState().change({ theme: THEMES.find((one) => one.value === value)?.value ?? "auto" })}
          data={[...THEMES]}
        />
      </Field>
    </Section>
  );
}
