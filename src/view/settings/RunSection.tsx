import { NativeSelect, SegmentedControl } from "@mantine/core";
import type { JSX } from "react";
import { SETTING_BOUNDS } from "#domain/check-setting.ts";
import type { Settings } from "#domain/settings.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { ExecutorNotes } from "./ExecutorNotes.tsx";
import { Field } from "./Field.tsx";
import { ImportsSetting } from "./ImportsSetting.tsx";
import { KeySetting } from "./KeySetting.tsx";
import { LimitSettings } from "./LimitSettings.tsx";
import { LoopSettings } from "./LoopSettings.tsx";
import { NumberSetting } from "./NumberSetting.tsx";
import { Section } from "./Section.tsx";
import { useDescribedBy } from "./use-described-by.ts";

/** Settings of this section that an installation may fix, beside those that look after themselves. */
const FIXABLE = ["executor", "approval", "remoteApproval", "attemptLimit", "mode", "candidateLimit", "keepState"] as const;

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

/** Where code runs, how long, and who says yes. */
export function RunSection(): JSX.Element {
  const { settings: store } = useStores();
  const settings = useSlice("settings", (state) => state.settings);
  const choices = useSlice("executors", (state) => state.choices);
  const remote = useSlice("executors", (state) => state.capabilities.remote);
  const state = useSlice("executors", (executors) => executors.state);
  const lockedKeys = useSlice("settings", (all) => all.locked);
  const locked = Object.fromEntries(FIXABLE.map((key) => [key, lockedKeys.includes(key)])) as Record<(typeof FIXABLE)[number], boolean>;
  const { change } = store.getState();
  const executor = useDescribedBy<HTMLSelectElement>("setting-executor-help");
  return (
    <Section title="Running code">
      <Field
        label="Executor"
        help="Where Python runs. The sealed sandbox is this tab; any other is another machine."
        control="setting-executor"
        locked={locked.executor}
      >
        <NativeSelect
          id="setting-executor"
          ref={executor}
          value={settings.executor}
          disabled={locked.executor}
          onChange={(event) => void change({ executor: event.currentTarget.value })}
          data={choices.map(({ name, capabilities }) => ({ value: name, label: capabilities.remote ? `${name}, remote` : `${name}, sealed in this tab` }))}
        />
      </Field>
      <ExecutorNotes />
      {remote && (
        <Notice tone="warn" title={`Code and files of every run are sent to ${settings.executor}.`}>
          It asks before each run unless you say otherwise below.
        </Notice>
      )}
      {state.kind === "failed" && (
        <Notice tone="bad" title={state.message}>
          {state.advice}
        </Notice>
      )}
      <KeySetting />
      {settings.executor === "smolagents" && <ImportsSetting />}
      {remote ? (
        <Field
          label="Send code"
          help="Whether code and files are sent at once, or wait for your yes each time."
          control="setting-remote-approval"
          locked={locked.remoteApproval}
        >
          <SegmentedControl
            id="setting-remote-approval"
            aria-labelledby="setting-remote-approval-label"
            value={settings.remoteApproval}
            disabled={locked.remoteApproval}
            onChange={(value) => void change({ remoteApproval: value === "ask" ? "ask" : "auto" })}
            data={[...APPROVALS]}
          />
        </Field>
      ) : (
        <Field label="Run code" help="Whether code that a model wrote runs at once, or waits for your yes." control="setting-approval" locked={locked.approval}>
          <SegmentedControl
            id="setting-approval"
            aria-labelledby="setting-approval-label"
            value={settings.approval}
            disabled={locked.approval}
            onChange={(value) => void change({ approval: value === "ask" ? "ask" : "auto" })}
            data={[...APPROVALS]}
          />
        </Field>
      )}
      <LoopSettings />
      <NumberSetting
        id="setting-attempts"
        label="Attempts"
        help="How often a task is tried, the first time included."
        unit=""
        {...SETTING_BOUNDS.attemptLimit}
        value={settings.attemptLimit}
        locked={locked.attemptLimit}
        onChange={(attemptLimit) => void change({ attemptLimit })}
      />
      <Field
        label="Answers"
        help="Fast takes the first program that works. Careful compares several until two agree, thorough always as many as you set: both take longer, and tell how sure the answer is."
        control="setting-mode"
        locked={locked.mode}
      >
        <SegmentedControl
          id="setting-mode"
          aria-labelledby="setting-mode-label"
          value={settings.mode}
          disabled={locked.mode}
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
          locked={locked.candidateLimit}
          onChange={(candidateLimit) => void change({ candidateLimit })}
        />
      )}
      <Field
        label="Between runs"
        help="Clean starts every program in a new interpreter. Kept leaves what one defines to the next; a task's program that fails is taken back by name."
        control="setting-state"
        locked={locked.keepState}
      >
        <SegmentedControl
          id="setting-state"
          aria-labelledby="setting-state-label"
          value={settings.keepState ? "kept" : "clean"}
          disabled={locked.keepState}
          onChange={(value) => void change({ keepState: value === "kept" })}
          data={[...STATES]}
        />
      </Field>
      <LimitSettings />
    </Section>
  );
}
