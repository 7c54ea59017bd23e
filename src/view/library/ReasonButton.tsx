import { Button, Group, Popover, Stack, Text, TextInput } from "@mantine/core";
import { type JSX, useState } from "react";
import type { SaveOutcome } from "#state/library-store.ts";

export interface ReasonButtonProps {
  /** On the first button. */
  readonly label: string;
  /** What will happen. */
  readonly question: string;
  /** On the second button: the consequence. */
  readonly consequence: string;
  onConfirm(reason: string): Promise<SaveOutcome>;
}

/** An act that wants a reason, which goes into the history. */
export function ReasonButton({ label, question, consequence, onConfirm }: ReasonButtonProps): JSX.Element {
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async (): Promise<void> => {
    const outcome = await onConfirm(reason);
    setProblem(outcome.ok ? null : outcome.message);
    if (!outcome.ok) return;
    setOpened(false);
    setReason("");
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button onClick={() => setOpened(!opened)}>{label}</Button>
      </Popover.Target>
      <Popover.Dropdown p="md" maw={320} aria-label={label}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void confirm();
          }}
        >
          <Stack gap="sm">
            <Text size="sm">{question}</Text>
            <TextInput label="Reason" required error={problem} value={reason} onChange={(change) => setReason(change.currentTarget.value)} />
            <Group gap="sm">
              <Button type="submit" variant="filled">
                {consequence}
              </Button>
              <Button onClick={() => setOpened(false)}>Cancel</Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
