import type { JSX } from "react";
import type { Settings } from "#domain/settings.ts";
import { useSlice } from "#view/stores-context.tsx";
import { ChoiceSetting } from "./ChoiceSetting.tsx";
import { CountSetting } from "./CountSetting.tsx";

const MODES: readonly { readonly value: Settings["mode"]; readonly label: string }[] = [
  { value: "fast", label: "Fast" },
  { value: "careful", label: "Careful" },
  { value: "thorough", label: "Thorough" },
];

/** How often a task is tried, and how many programs may answer it. Both are of Skep's own loop. */
export function AnswerSettings(): JSX.Element {
  const mode = useSlice("settings", ({ settings }) => settings.mode);
  const steps = useSlice("settings", ({ settings }) => settings.loop === "code-agent");
  return (
    <>
      <CountSetting
        setting="attemptLimit"
        label="Attempts"
        help="How often a task is tried, the first time included."
        idle={steps ? "Not with CodeAgent, which has steps." : null}
      />
      <ChoiceSetting
        setting="mode"
        label="Answers"
        help="Fast takes the first program that works. Careful compares several until two agree, thorough always as many as you set: both take longer, and tell how sure the answer is."
        choices={MODES}
        idle={steps ? "Not with CodeAgent, whose steps make one program: there is nothing to compare." : null}
      />
      {mode === "fast" || steps ? null : (
        <CountSetting setting="candidateLimit" label="Programs to compare" help="How many programs answer one task at most." />
      )}
    </>
  );
}
