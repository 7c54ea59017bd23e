import type { JSX } from "react";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";

/** That the gates are asked again after an upgrade, and who did not pass; nothing otherwise. */
export function RecheckNotice(): JSX.Element | null {
  const { workshop } = useStores();
  const recheck = useSlice("workshop", (state) => state.recheck);
  if (recheck === null) return null;
  if (recheck.kind === "done") return <Notice tone="warn" title={recheck.message} onClose={workshop.getState().dismissRecheck} />;
  return <Notice tone="plain" title={`Python or a package is another than before. Asking the gates again: ${recheck.done} of ${recheck.total}…`} />;
}
