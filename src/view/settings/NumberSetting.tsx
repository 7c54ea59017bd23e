import { NumberInput } from "@mantine/core";
import { type JSX, useState } from "react";
import { Field } from "./Field.tsx";

export interface NumberSettingProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  onChange(value: number): void;
}

/** A whole number within limits, stored when the field is left or Enter is pressed. */
export function NumberSetting({ id, label, help, unit, min, max, value, onChange }: NumberSettingProps): JSX.Element {
  const [draft, setDraft] = useState<number | string | null>(null);
  const commit = (): void => {
    const number = typeof draft === "number" ? draft : Number(draft ?? Number.NaN);
    setDraft(null);
    if (Number.isInteger(number) && number >= min && number <= max && number !== value) onChange(number);
  };
  return (
    <Field label={label} help={help} control={id}>
      <NumberInput
        id={id}
        aria-describedby={`${id}-help`}
        value={draft ?? value}
        min={min}
        max={max}
        clampBehavior="blur"
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=" "
        suffix={unit}
        onChange={setDraft}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
    </Field>
  );
}
