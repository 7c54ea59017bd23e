import { NativeSelect } from "@mantine/core";
import type { JSX } from "react";
import type { Settings } from "#domain/settings.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useDescribedBy } from "#view/parts/use-described-by.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { AnswerSettings } from "./AnswerSettings.tsx";
import { ChoiceSetting } from "./ChoiceSetting.tsx";
import { ExecutorNotes } from "./ExecutorNotes.tsx";
import { Field } from "./Field.tsx";
import { ImportsSetting } from "./ImportsSetting.tsx";
import { KeySetting } from "./KeySetting.tsx";
import { LimitSettings } from "./LimitSettings.tsx";
import { LoopSettings } from "./LoopSettings.tsx";
import { Section } from "./Section.tsx";
import { useLocked } from "./use-locked.ts";

const APPROVALS: readonly { readonly value: Settings["approval"]; readonly label: string }[] = [
  { value: "auto", label: "At once" },
  { value: "ask", label: "Ask me" },
];

const STATES = [
  { value: false, label: "Clean" },
  { value: true, label: "Kept" },
] as const;

/** Where code runs, how long, and who says yes. */
export function RunSection(): JSX.Element {
  const { settings: store } = useStores();
  const chosen = useSlice("settings", ({ settings }) => settings.executor);
  const choices = useSlice("executors", (state) => state.choices);
  const remote = useSlice("executors", (state) => state.capabilities.remote);
  const state = useSlice("executors", (executors) => executors.state);
  const locked = useLocked("executor");
  const executor = useDescribedBy<HTMLSelectElement>("setting-executor-help");
  return (
    <Section title="Running code">
      <Field
        label="Executor"
        help="Where Python runs. The sealed sandbox is this tab; any other is another machine."
        control="setting-executor"
        locked={locked}
      >
        <NativeSelect
          id="setting-executor"
          ref={executor}
          value={chosen}
          disabled={locked}
          onChange={(event) => void store.getState().change({ executor: event.currentTarget.value })}
          data={choices.map(({ name, capabilities }) => ({ value: name, label: capabilities.remote ? `${name}, remote` : `${name}, sealed in this tab` }))}
        />
      </Field>
      <ExecutorNotes />
      {remote && (
        <Notice tone="warn" title={`Code and files of every run are sent to ${chosen}.`}>
          It asks before each run unless you say otherwise below.
        </Notice>
      )}
      {state.kind === "failed" && (
        <Notice tone="bad" title={state.message}>
          {state.advice}
        </Notice>
      )}
      <KeySetting />
      {chosen === "smolagents" && <ImportsSetting />}
      {remote ? (
        <ChoiceSetting
          setting="remoteApproval"
          label="Send code"
          help="Whether code and files are sent at once, or wait for your yes each time."
          choices={APPROVALS}
        />
      ) : (
        <ChoiceSetting setting="approval" label="Run code" help="Whether code that a model wrote runs at once, or waits for your yes." choices={APPROVALS} />
      )}
      <LoopSettings />
      <AnswerSettings />
      <ChoiceSetting
        setting="keepState"
        label="Between runs"
        help="Clean starts every program in a new interpreter. Kept leaves what one defines to the next; a task's program that fails is taken back by name."
        choices={STATES}
      />
      <LimitSettings />
    </Section>
  );
}
