import { useEffect, useState } from "react";
import type { Snippet, ToolSignature } from "#domain/snippet.ts";
import { useStores } from "#view/stores-context.tsx";

/** A snippet as a tool: `reading` until that is known, then its signature, or why it has none. */
export type ReadTool =
  | { readonly kind: "reading" }
  | { readonly kind: "tool"; readonly tool: ToolSignature }
  | { readonly kind: "none"; readonly errors: readonly string[] };

/** What a snippet's code is as a tool. One that no gate has seen yet is read now, in the sandbox. */
export function useTool({ code, tool }: Pick<Snippet, "code" | "tool">): ReadTool {
  const { workshop } = useStores();
  const [read, setRead] = useState<ReadTool>({ kind: "reading" });
  useEffect(() => {
    let open = true;
    if (tool !== null) setRead({ kind: "tool", tool });
    else
      void workshop
        .getState()
        .inspect(code)
        .then((outcome) => {
          if (!open) return;
          if (!outcome.ok) setRead({ kind: "none", errors: [outcome.message] });
          else setRead(outcome.tool === null ? { kind: "none", errors: outcome.errors } : { kind: "tool", tool: outcome.tool });
        });
    return () => {
      open = false;
    };
  }, [workshop, code, tool]);
  return read;
}
