import { useHotkeys } from "@mantine/hooks";
import { useStores } from "#view/stores-context.tsx";

/** Keys that work on every screen, also while a field has the focus. All of them hold a modifier. */
export function useShortcuts(): void {
  const { task, navigation } = useStores();
  useHotkeys(
    [
      ["mod+K", () => navigation.getState().setPalette(!navigation.getState().palette)],
      ["mod+.", () => task.getState().stop()],
      [
        "mod+Enter",
        () => {
          const { phase, text, runTask } = task.getState();
          if (phase.kind === "idle" && text.trim() !== "" && navigation.getState().screen === "task") void runTask();
        },
      ],
    ],
    [],
    true,
  );
}
