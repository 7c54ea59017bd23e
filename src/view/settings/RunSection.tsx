import { NativeSelect, SegmentedControl } from "@mantine/core";
import type { JSX } from "react";
import { SETTING_BOUNDS } from "#domain/check-setting.ts";
import type { Settings } from "#domain/settings.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { ExecutorNotes } from "./ExecutorNotes.tsx";
import { Field } from "./Field.tsx";
import { KeySetting } from "./KeySetting.tsx";
import { LimitSettings } from "./LimitSettings.tsx";
import { NumberSetting } from "./NumberSetting.tsx";
import { Section } from "./Section.tsx";
import { useDescribedBy } from "./use-described-by.ts";

const APPROVALS: readonly { readonly value: Settings["approval"]; readonly label: string }[] = [
  { value: "auto", label: "At once" },
  { value: "ask", label: "Ask me" },
];

const MODES: readonly { readonly value: Settings["mode"]; readonly label: string }[] = [
  { value: "fast", label: "Fast" },
  { value: "careful", label: "Careful" },
  { value: "thorough", label: "Thorough" },
];

const STATES = [
  { value: "clean", label: "Clean" },
  { value: "kept", label: "Kept" },
] as const;

/** What a remote executor takes beside the code. */
const COSTS: Readonly<Record<string, string>> = {
  e2b: "A sandbox is made at the first run and ends five minutes after the last: E2B bills your account for that time.",
};

/** Where code runs, how long, and who says yes. */
export function RunSection(): JSX.Element {
  const { settings: store } = useStores();
  const settings = useSlice("settings", (state) => state.settings);
  const choices = useSlice("executors", (state) => state.choices);
  const remote = useSlice("executors", (state) => state.capabilities.remote);
  const state = useSlice("executors", (executors) => executors.state);
  const { change } = store.getState();
  const executor = useDescribedBy<HTMLSelectElement>("setting-executor-help");
  return (
    <Section title="Running code">
      <Field label="Executor" help="Where Python runs. The sealed sandbox is this tab; any other is another machine." control="setting-executor">
        <NativeSelect
          id="setting-executor"
          ref={executor}
          value={settings.executor}
          onChange={(event) => void change({ executor: event.currentTarget.value })}
          data={choices.map(({ name, capabilities }) => ({ value: name, label: capabilities.remote ? `${name}, remote` : `${name}, sealed in this tab` }))}
        />
      </Field>
      <ExecutorNotes />
      {remote && (
        <Notice tone="warn" title={`Code and files of every run are sent to ${settings.executor}.`}>
          {COSTS[settings.executor] ?? ""} It asks before each run unless you say otherwise below.
        </Notice>
      )}
      {state.kind === "failed" && (
        <Notice tone="bad" title={state.message}>
          {state.advice}
        </Notice>
      )}
      <KeySetting />
      {remote ? (
        <Field label="Send code" help="Whether code and files are sent at once, or wait for your yes each time." control="setting-remote-approval">
          <SegmentedControl
            id="setting-remote-approval"
            aria-labelledby="setting-remote-approval-label"
            value={settings.remoteApproval}
            onChange={(value) => void change({ remoteApproval: value === "ask" ? "ask" : "auto" })}
            data={[...APPROVALS]}
          />
        </Field>
      ) : (
        <Field label="Run code" help="Whether code that a model wrote runs at once, or waits for your yes." control="setting-approval">
          <SegmentedControl
            id="setting-approval"
            aria-labelledby="setting-approval-label"
            value={settings.approval}
            onChange={(value) => void change({ approval: value === "ask" ? "ask" : "auto" })}
            data={[...APPROVALS]}
          />
        </Field>
      )}
      <NumberSetting
        id="setting-attempts"
        label="Attempts"
        help="How often a task is tried, the first time included."
        unit=""
        {...SETTING_BOUNDS.attemptLimit}
        value={settings.attemptLimit}
        onChange={(attemptLimit) => void change({ attemptLimit })}
      />
      <Field
        label="Answers"
        help="Fast takes the first program that works. Careful compares several until two agree, thorough always as many as you set: both take longer, and tell how sure the answer is."
        control="setting-mode"
      >
        <SegmentedControl
          id="setting-mode"
          aria-labelledby="setting-mode-label"
          value={settings.mode}
          onChange={(value) => void change({ mode: value as Settings["mode"] })}
          data={[...MODES]}
        />
      </Field>
      {settings.mode === "fast" ? null : (
        <NumberSetting
          id="setting-candidates"
          label="Programs to compare"
          help="How many programs answer one task at most."
          unit=""
          {...SETTING_BOUNDS.candidateLimit}
          value={settings.candidateLimit}
          onChange={(candidateLimit) => void change({ candidateLimit })}
        />
      )}
      <Field
        label="Between runs"
        help="Clean starts every program in a new interpreter. Kept leaves what one defines to the next; a task's program that fails is taken back by name."
        control="setting-state"
      >
        <SegmentedControl
          id="setting-state"
          aria-labelledby="setting-state-label"
          value={settings.keepState ? "kept" : "clean"}
          onChange={(value) => void change({ keepState: value === "kept" })}
          data={[...STATES]}
        />
      </Field>
      <LimitSettings />
    </Section>
  );
}
