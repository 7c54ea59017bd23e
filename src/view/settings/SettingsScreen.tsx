import type { JSX } from "react";

export function SettingsScreen(): JSX.Element {
  return <p>SettingsScreen</p>;
}
