import type { JSX } from "react";
import { SETTING_BOUNDS } from "#domain/check-setting.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { NumberSetting } from "./NumberSetting.tsx";
import { useLocked } from "./use-locked.ts";

export interface CountSettingProps {
  readonly setting: keyof typeof SETTING_BOUNDS;
  readonly label: string;
  readonly help: string;
  /** Behind the number, with a space before it; none where it counts things. */
  readonly unit?: string;
  /** Why it means nothing as things stand; null where it holds. */
  readonly idle?: string | null;
}

/** A setting that is a whole number within its bounds. */
export function CountSetting({ setting, unit = "", ...words }: CountSettingProps): JSX.Element {
  const { settings } = useStores();
  const value = useSlice("settings", (state) => state.settings[setting]);
  return (
    <NumberSetting
      id={`setting-${setting}`}
      {...words}
      unit={unit}
      {...SETTING_BOUNDS[setting]}
      value={value}
      locked={useLocked(setting)}
      onChange={(chosen) => void settings.getState().change({ [setting]: chosen })}
    />
  );
}
