import { Button, SegmentedControl } from "@mantine/core";
import type { JSX } from "react";
import { SETTING_BOUNDS } from "#domain/check-setting.ts";
import type { Settings } from "#domain/settings.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { Field } from "./Field.tsx";
import { NumberSetting } from "./NumberSetting.tsx";
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
  const { loop, stepLimit, codeTags } = useSlice("settings", (state) => state.settings);
  const executor = useSlice("executors", (state) => state.name);
  const able = useSlice("executors", (state) => state.choices.find((choice) => choice.steps)?.name ?? null);
  const choices = useSlice("executors", (state) => state.choices);
  const takesSteps = choices.some((choice) => choice.name === executor && choice.steps);
  const fixed = { loop: useLocked("loop"), executor: useLocked("executor"), stepLimit: useLocked("stepLimit"), codeTags: useLocked("codeTags") };
  const { change } = store.getState();
  return (
    <>
      <Field
        label="Loop"
        help="Skep writes one whole program and repairs it. CodeAgent works as smolagents does: Thought, Code, Observation, step by step, until final_answer."
        control="setting-loop"
        locked={fixed.loop}
      >
        <SegmentedControl
          id="setting-loop"
          aria-labelledby="setting-loop-label"
          value={loop}
          disabled={fixed.loop}
          onChange={(value) => void change({ loop: value as Settings["loop"] })}
          data={[...LOOPS]}
        />
      </Field>
      {loop === "code-agent" && !takesSteps && (
        <Notice
          tone="warn"
          title={`CodeAgent's steps share their variables, and ${executor} keeps none: tasks will not run.`}
          actions={able === null || fixed.executor ? undefined : <Button onClick={() => void change({ executor: able })}>Use {able}</Button>}
        />
      )}
      {loop === "code-agent" && (
        <>
          <NumberSetting
            id="setting-steps"
            label="Steps"
            help="Steps of one task at most. smolagents' own default is 20."
            unit=""
            {...SETTING_BOUNDS.stepLimit}
            value={stepLimit}
            locked={fixed.stepLimit}
            onChange={(value) => void change({ stepLimit: value })}
          />
          <Field
            label="Code tags"
            help="What stands around code in a reply: <code> and </code>, or Markdown fences."
            control="setting-tags"
            locked={fixed.codeTags}
          >
            <SegmentedControl
              id="setting-tags"
              aria-labelledby="setting-tags-label"
              value={codeTags}
              disabled={fixed.codeTags}
              onChange={(value) => void change({ codeTags: value as Settings["codeTags"] })}
              data={[...TAGS]}
            />
          </Field>
        </>
      )}
    </>
  );
}
