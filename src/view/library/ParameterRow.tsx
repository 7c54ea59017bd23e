import { Checkbox, Group, TextInput } from "@mantine/core";
import type { JSX } from "react";
import type { FunctionOffer } from "#state/workshop-store.ts";

/** A value that becomes a parameter: under which name, as which type, and what it means. */
export interface ChosenParameter {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

export interface ParameterRowProps {
  readonly parameter: FunctionOffer["parameters"][number];
  /** Undefined while it stays a value. */
  readonly chosen: ChosenParameter | undefined;
  onChange(chosen: ChosenParameter | null): void;
}

/** One value of a program, and what a person makes of it. */
export function ParameterRow({ parameter: { source, line, name, type }, chosen, onChange }: ParameterRowProps): JSX.Element {
  return (
    <div>
      <Checkbox
        label={`${source} (line ${line})`}
        checked={chosen !== undefined}
        onChange={(change) => onChange(change.currentTarget.checked ? { name, type, description: "" } : null)}
      />
      {chosen !== undefined && (
        <Group gap="sm" mt={4} ml={24} align="flex-start">
          <TextInput
            w={140}
            aria-label={`Name of the parameter for ${source}`}
            value={chosen.name}
            onChange={(change) => onChange({ ...chosen, name: change.currentTarget.value })}
          />
          <TextInput
            w={110}
            aria-label={`Type of the parameter for ${source}`}
            value={chosen.type}
            onChange={(change) => onChange({ ...chosen, type: change.currentTarget.value })}
          />
          <TextInput
            style={{ flex: "1 1 160px" }}
            aria-label={`What the parameter for ${source} means`}
            placeholder="What it means"
            value={chosen.description}
            onChange={(change) => onChange({ ...chosen, description: change.currentTarget.value })}
          />
        </Group>
      )}
    </div>
  );
}
