import type { JSX } from "react";
import { SETTING_BOUNDS } from "#domain/check-setting.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { CountSetting } from "./CountSetting.tsx";
import { NumberSetting } from "./NumberSetting.tsx";
import { useLocked } from "./use-locked.ts";

const LIMITS = [
  { setting: "memoryMiB", label: "Memory limit", unit: " MiB", help: "Memory of one interpreter. A program that wants more gets a MemoryError." },
  { setting: "outputLimit", label: "Output limit", help: "Characters kept of what a program prints. Of more, the head and the tail are kept." },
  { setting: "fileLimit", label: "Files", help: "Files kept of those that a program writes." },
  { setting: "fileMiB", label: "Size of files", unit: " MiB", help: "How large the files of one run may be together." },
  { setting: "messageLimit", label: "Messages", help: "Pieces of output and displays of one run. A program that sends more is ended." },
] as const;

/** The bounds of one run. Whichever is hit is named in its result, with what was kept. */
export function LimitSettings(): JSX.Element {
  const { settings: store } = useStores();
  const milliseconds = useSlice("settings", ({ settings }) => settings.timeoutMs);
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
        value={milliseconds / 1000}
        locked={useLocked("timeoutMs")}
        onChange={(seconds) => void store.getState().change({ timeoutMs: Math.round(seconds * 1000) })}
      />
      {LIMITS.map((limit) => (
        <CountSetting key={limit.setting} {...limit} />
      ))}
    </>
  );
}
