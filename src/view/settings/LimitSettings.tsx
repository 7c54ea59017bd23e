import type { JSX } from "react";
import { SETTING_BOUNDS } from "#domain/check-setting.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { NumberSetting } from "./NumberSetting.tsx";

const LIMITS = [
  { key: "memoryMiB", label: "Memory limit", unit: " MiB", help: "Memory of one interpreter. A program that wants more gets a MemoryError." },
  { key: "outputLimit", label: "Output limit", unit: "", help: "Characters kept of what a program prints. Of more, the head and the tail are kept." },
  { key: "fileLimit", label: "Files", unit: "", help: "Files kept of those that a program writes." },
  { key: "fileMiB", label: "Size of files", unit: " MiB", help: "How large the files of one run may be together." },
  { key: "messageLimit", label: "Messages", unit: "", help: "Pieces of output and displays of one run. A program that sends more is ended." },
] as const;

/** The bounds of one run. Whichever is hit is named in its result, with what was kept. */
export function LimitSettings(): JSX.Element {
  const { settings: store } = useStores();
  const settings = useSlice("settings", (state) => state.settings);
  const locked = useSlice("settings", (state) => state.locked);
  const { change } = store.getState();
  return (
    <>
      <NumberSetting
        id="setting-timeout"
        label="Time limit"
        help="Seconds a program may run. Loading packages is not counted."
        unit=" s"
        min={SETTING_BOUNDS.timeoutMs.min / 1000}
        max={SETTING_BOUNDS.timeoutMs.max / 1000}
        decimals={3}
        value={settings.timeoutMs / 1000}
        locked={locked.includes("timeoutMs")}
        onChange={(seconds) => void change({ timeoutMs: Math.round(seconds * 1000) })}
      />
      {LIMITS.map(({ key, ...words }) => (
        <NumberSetting
          key={key}
          id={`setting-${key}`}
          {...words}
          {...SETTING_BOUNDS[key]}
          value={settings[key]}
          locked={locked.includes(key)}
          onChange={(value) => void change({ [key]: value })}
        />
      ))}
    </>
  );
}
