import { Button, Group, Popover, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type JSX, useState } from "react";

export interface ConfirmButtonProps {
  /** On the first button, such as `Delete`. */
  readonly label: string;
  /** What it is done to, where several such buttons stand on one screen: said with the label to people who do not see beside what it stands. */
  readonly of?: string;
  /** What will be lost. */
  readonly question: string;
  /** On the second button: the consequence, such as `Delete this run and its log`. */
  readonly consequence: string;
  onConfirm(): void;
}

/** A dangerous act in two steps; the second names what it does. */
export function ConfirmButton({ label, of, question, consequence, onConfirm }: ConfirmButtonProps): JSX.Element {
  const name = of === undefined ? label : `${label} ${of}`;
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<IconTrash size={16} aria-hidden />} aria-label={of === undefined ? undefined : name} onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="md" maw={320} aria-label={name}>
        <Text size="sm" mb="md">
          {question}
        </Text>
        <Group gap="sm">
          <Button
            variant="filled"
            color="red"
            onClick={() => {
              setOpened(false);
              onConfirm();
            }}
          >
            {consequence}
          </Button>
          <Button onClick={() => setOpened(false)}>Cancel</Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
