import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { JSX } from "react";
import { formatCount } from "./format.ts";
import styles from "./List.module.css";

export interface SearchFieldProps {
  readonly label: string;
  /** Where it looks. */
  readonly placeholder: string;
  readonly value: string;
  onChange(value: string): void;
}

/** The search of a list. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps): JSX.Element {
  return (
    <TextInput
      className={styles.search}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={value}
      onChange={(change) => onChange(change.currentTarget.value)}
    />
  );
}

/** How many were found; nothing before the list was read (null). */
export function FoundCount({ count, of }: { readonly count: number | null; readonly of: string }): JSX.Element {
  return <span className={styles.count}>{count === null ? "" : formatCount(count, of)}</span>;
}
