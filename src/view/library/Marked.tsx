import { Fragment, type JSX } from "react";
import type { Highlight } from "#state/workshop-store.ts";

/** A text with the places marked that a search found. */
export function Marked({ text, marks: all }: { readonly text: string; readonly marks: readonly Highlight[] }): JSX.Element {
  // The text may be the first line of what was searched.
  const marks = all.filter(({ from }) => from < text.length);
  return (
    <>
      {marks.map(({ from, to }, index) => (
        <Fragment key={from}>
          {text.slice(marks[index - 1]?.to ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.to ?? 0)}
    </>
  );
}
