import type { JSX } from "react";
import { SETTING_BOUNDS } from "#domain/check-setting.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { NumberSetting } from "./NumberSetting.tsx";

/** The bounds of one run. Whichever is hit is named in its result, with what was kept. */
export function LimitSettings(): JSX.Element {
  const { settings: store } = useStores();
  const settings = useSlice("settings", (state) => state.settings);
  const lockedKeys = useSlice("settings", (state) => state.locked);
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
        locked={lockedKeys.includes("timeoutMs")}
        onChange={(seconds) => void change({ timeoutMs: Math.round(seconds * 1000) })}
      />
      <NumberSetting
        id="setting-memory"
        label="Memory limit"
        help="Memory of one interpreter. A program that wants more gets a MemoryError."
        unit=" MiB"
        {...SETTING_BOUNDS.memoryMiB}
        value={settings.memoryMiB}
        locked={lockedKeys.includes("memoryMiB")}
        onChange={(memoryMiB) => void change({ memoryMiB })}
      />
      <NumberSetting
        id="setting-output"
        label="Output limit"
        help="Characters kept of what a program prints. Of more, the head and the tail are kept."
        unit=""
        {...SETTING_BOUNDS.outputLimit}
        value={settings.outputLimit}
        locked={lockedKeys.includes("outputLimit")}
        onChange={(outputLimit) => void change({ outputLimit })}
      />
      <NumberSetting
        id="setting-files"
        label="Files"
        help="Files kept of those that a program writes."
        unit=""
        {...SETTING_BOUNDS.fileLimit}
        value={settings.fileLimit}
        locked={lockedKeys.includes("fileLimit")}
        onChange={(fileLimit) => void change({ fileLimit })}
      />
      <NumberSetting
        id="setting-file-size"
        label="Size of files"
        help="How large the files of one run may be together."
        unit=" MiB"
        {...SETTING_BOUNDS.fileMiB}
        value={settings.fileMiB}
        locked={lockedKeys.includes("fileMiB")}
        onChange={(fileMiB) => void change({ fileMiB })}
      />
      <NumberSetting
        id="setting-messages"
        label="Messages"
        help="Pieces of output and displays of one run. A program that sends more is ended."
        unit=""
        {...SETTING_BOUNDS.messageLimit}
        value={settings.messageLimit}
        locked={lockedKeys.includes("messageLimit")}
        onChange={(messageLimit) => void change({ messageLimit })}
      />
    </>
  );
}
