import { type JSX, lazy, Suspense } from "react";
import { unreachable } from "#domain/unreachable.ts";
import type { Screen } from "#state/navigation-store.ts";
import { useSlice } from "#view/stores-context.tsx";
import { TaskScreen } from "#view/task/TaskScreen.tsx";
import { Announcer } from "./Announcer.tsx";
import { NetworkDialog } from "./NetworkDialog.tsx";
import { Palette } from "./Palette.tsx";
import { Rail } from "./Rail.tsx";
import styles from "./Shell.module.css";
import { StatusLine } from "./StatusLine.tsx";
import { StorageAlert } from "./StorageAlert.tsx";
import { useDropGuard } from "./use-drop-guard.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useThemeSetting } from "./use-theme-setting.ts";

const HistoryScreen = lazy(() => import("#view/history/HistoryScreen.tsx").then((module) => ({ default: module.HistoryScreen })));
const LibraryScreen = lazy(() => import("#view/library/LibraryScreen.tsx").then((module) => ({ default: module.LibraryScreen })));
const ModelsScreen = lazy(() => import("#view/models/ModelsScreen.tsx").then((module) => ({ default: module.ModelsScreen })));
const SettingsScreen = lazy(() => import("#view/settings/SettingsScreen.tsx").then((module) => ({ default: module.SettingsScreen })));

const TITLES: Readonly<Record<Screen, string>> = { task: "Task", history: "History", library: "Library", models: "Models", settings: "Settings" };

/** The frame of every screen: rail, status line, and the screen itself. */
export function Shell(): JSX.Element {
  const screen = useSlice("navigation", (state) => state.screen);
  useThemeSetting();
  useKeptFocus(screen);
  useShortcuts();
  useDropGuard();
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={focusScreen}>
        Skip to the screen
      </button>
      <Rail />
      <StatusLine />
      <main className={styles.screen} id="screen" tabIndex={-1} aria-labelledby="screen-title">
        <h1 id="screen-title" className={styles.hidden}>
          {TITLES[screen]}
        </h1>
        <Suspense fallback={null}>
          <ScreenView screen={screen} />
        </Suspense>
      </main>
      <StorageAlert />
      <Announcer />
      <NetworkDialog />
      <Palette />
    </div>
  );
}

function ScreenView({ screen }: { readonly screen: Screen }): JSX.Element {
  switch (screen) {
    case "task":
      return <TaskScreen />;
    case "history":
      return <HistoryScreen />;
    case "library":
      return <LibraryScreen />;
    case "models":
      return <ModelsScreen />;
    case "settings":
      return <SettingsScreen />;
    default:
      return unreachable(screen);
  }
}

/** The address's fragment names a screen, so a link cannot skip to it. */
function focusScreen(): void {
  document.getElementById("screen")?.focus();
}
