import type { JSX } from "react";
import { formatTime } from "./format.ts";

/** A local time with the exact UTC on hover. */
export function Time({ value }: { readonly value: string }): JSX.Element {
  return (
    <time dateTime={value} title={value}>
      {formatTime(value)}
    </time>
  );
}
