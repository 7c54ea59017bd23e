import { Button } from "@mantine/core";
import type { JSX } from "react";
import type { Settings } from "#domain/settings.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { ChoiceSetting } from "./ChoiceSetting.tsx";
import { CountSetting } from "./CountSetting.tsx";
import { useLocked } from "./use-locked.ts";

const LOOPS: readonly { readonly value: Settings["loop"]; readonly label: string }[] = [
  { value: "skep", label: "Skep" },
  { value: "code-agent", label: "CodeAgent" },
];

const TAGS: readonly { readonly value: Settings["codeTags"]; readonly label: string }[] = [
  { value: "code", label: "<code>" },
  { value: "markdown", label: "Markdown" },
];

/** How a task is worked on: Skep's own loop, or the steps of smolagents' CodeAgent, which need an executor that keeps variables. */
export function LoopSettings(): JSX.Element {
  const { settings: store } = useStores();
  const steps = useSlice("settings", ({ settings }) => settings.loop === "code-agent");
  const executor = useSlice("executors", (state) => state.name);
  const able = useSlice("executors", (state) => state.choices.find((choice) => choice.steps)?.name ?? null);
  const choices = useSlice("executors", (state) => state.choices);
  const takesSteps = choices.some((choice) => choice.name === executor && choice.steps);
  const fixed = useLocked("executor");
  return (
    <>
      <ChoiceSetting
        setting="loop"
        label="Loop"
        help="Skep writes one whole program and repairs it. CodeAgent works as smolagents does: Thought, Code, Observation, step by step, until final_answer."
        choices={LOOPS}
      />
      {steps && !takesSteps && (
        <Notice
          tone="warn"
          title={`CodeAgent's steps share their variables, and ${executor} keeps none: tasks will not run.`}
          actions={able === null || fixed ? undefined : <Button onClick={() => void store.getState().change({ executor: able })}>Use {able}</Button>}
        />
      )}
      {steps && (
        <>
          <CountSetting setting="stepLimit" label="Steps" help="Steps of one task at most. smolagents' own default is 20." />
          <ChoiceSetting
            setting="codeTags"
            label="Code tags"
            help="What stands around code in a reply: <code> and </code>, or Markdown fences."
            choices={TAGS}
          />
        </>
      )}
    </>
  );
}
