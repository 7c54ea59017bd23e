import type { JSX } from "react";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";

/** What of the settings, the installation's file or the page's address could not be used; nothing when all could. */
export function SettingsProblems(): JSX.Element | null {
  const { settings } = useStores();
  const problems = useSlice("settings", (state) => state.problems);
  if (problems.length === 0) return null;
  return (
    <Notice tone="warn" title={problems[0]} code="SK-SETTINGS" onClose={() => settings.getState().dismissProblems()}>
      {problems.slice(1).map((problem) => (
        <div key={problem}>{problem}</div>
      ))}
    </Notice>
  );
}
