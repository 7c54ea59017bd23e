import type { JSX } from "react";
import type { Settings } from "#domain/settings.ts";
import { ChoiceSetting } from "./ChoiceSetting.tsx";
import { Section } from "./Section.tsx";

const THEMES: readonly { readonly value: Settings["theme"]; readonly label: string }[] = [
  { value: "auto", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** How Skep looks. */
export function AppearanceSection(): JSX.Element {
  return (
    <Section title="Appearance">
      <ChoiceSetting setting="theme" label="Theme" help="Paper, or ink." choices={THEMES} />
    </Section>
  );
}
