import { NumberInput } from "@mantine/core";
import { type JSX, useState } from "react";
import { useDescribedBy } from "#view/parts/use-described-by.ts";
import { Field } from "./Field.tsx";
import { readNumber } from "./read-number.ts";

export interface NumberSettingProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** Digits after the point at most; none without it. */
  readonly decimals?: number;
  readonly value: number;
  /** Whether the installation has fixed it. */
  readonly locked?: boolean;
  /** Why it means nothing as things stand; null where it holds. */
  readonly idle?: string | null;
  onChange(value: number): void;
}

/**
 * A number within limits, stored when the field is left or Enter is pressed. What may not be stored stays in the field,
 * which says what it must be, and the stored value holds.
 */
export function NumberSetting({
  id,
  label,
  help,
  unit,
  min,
  max,
  decimals = 0,
  value,
  locked = false,
  idle = null,
  onChange,
}: NumberSettingProps): JSX.Element {
  const [draft, setDraft] = useState<number | string | null>(null);
  /** From the first refusal on, every key is answered. */
  const [refused, setRefused] = useState(false);
  const read = readNumber(draft ?? value, { min, max, decimals });
  const error = refused && draft !== null && !read.ok ? read.message : null;
  const input = useDescribedBy<HTMLInputElement>(error === null ? `${id}-help` : `${id}-help ${id}-error`);
  const commit = (): void => {
    if (draft === null) return;
    setRefused(!read.ok);
    if (!read.ok) return;
    setDraft(null);
    if (read.value !== value) onChange(read.value);
  };
  return (
    <Field label={label} help={help} control={id} locked={locked} idle={idle}>
      <NumberInput
        id={id}
        ref={input}
        value={draft ?? value}
        error={error}
        disabled={locked || idle !== null}
        min={min}
        max={max}
        clampBehavior="none"
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
