import { IconBooks, IconCpu, IconHistory, IconHome, IconSettings } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Screen } from "#state/navigation-store.ts";

export interface ScreenEntry {
  readonly screen: Screen;
  readonly label: string;
  readonly icon: ComponentType<{ size: number; stroke: number; "aria-hidden": true }>;
}

/** The screens, in the order of the rail. */
export const SCREEN_ENTRIES: readonly ScreenEntry[] = [
  { screen: "task", label: "Task", icon: IconHome },
  { screen: "history", label: "History", icon: IconHistory },
  { screen: "library", label: "Library", icon: IconBooks },
  { screen: "models", label: "Models", icon: IconCpu },
  { screen: "settings", label: "Settings", icon: IconSettings },
];
