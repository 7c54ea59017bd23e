import type { Settings } from "#domain/settings.ts";
import { useSlice } from "#view/stores-context.tsx";

/** Whether the installation has fixed a setting: its control is then shown and cannot be used. */
export function useLocked(key: keyof Settings): boolean {
  return useSlice("settings", (state) => state.locked.includes(key));
}
