import type { JSX } from "react";
import type { Snippet } from "#domain/snippet.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { ArgumentsForm } from "./ArgumentsForm.tsx";
import { NoTool } from "./NoTool.tsx";
import styles from "./SnippetTabs.module.css";
import { useTool } from "./use-tool.ts";

/** Calls the tool with arguments from a form. The call is a run like any other, and the Task screen shows it. */
export function CallTab({ snippet }: { readonly snippet: Snippet }): JSX.Element {
  const { task, navigation } = useStores();
  const busy = useSlice("task", (state) => state.phase.kind !== "idle");
  const read = useTool(snippet);
  if (read.kind !== "tool") return <NoTool read={read} />;
  return (
    <div className={styles.panel}>
      {read.tool.description !== "" && <p className={styles.words}>{read.tool.description}</p>}
      {snippet.status !== "core" && (
        <Notice tone="plain" title={`It is ${snippet.status === "draft" ? "a draft" : snippet.status}.`}>
          You may call it; the agent uses core tools only.
        </Notice>
      )}
      <details>
        <summary>JSON Schema of its parameters</summary>
        <pre className={styles.json}>{JSON.stringify(read.tool.parameters, null, 2)}</pre>
      </details>
      <ArgumentsForm
        tool={read.tool}
        action="Call"
        disabled={busy}
        onSubmit={async (args, files) => {
          const problems = await task.getState().callTool(snippet, args, files);
          if (problems.length === 0) navigation.getState().go("task");
          return problems;
        }}
      />
    </div>
  );
}
