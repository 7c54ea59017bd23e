import { Button } from "@mantine/core";
import type { JSX } from "react";
import type { ApprovalQuestion } from "#state/agent-actions.ts";
import { Code } from "#view/code/Code.tsx";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";

/** Asks before a run. The button names what will happen. */
export function ApprovalPanel({ question }: { readonly question: ApprovalQuestion }): JSX.Element {
  const { task } = useStores();
  const remote = useSlice("executors", (state) => state.capabilities.remote);
  const executor = useSlice("executors", (state) => state.name);
  const { answerApproval } = task.getState();
  return (
    <Notice
      tone="warn"
      title={question.question}
      actions={
        <>
          <Button variant="filled" onClick={() => answerApproval(true)}>
            {remote ? `Send to ${executor} and run` : "Run this code"}
          </Button>
          <Button onClick={() => answerApproval(false)}>Do not run</Button>
        </>
      }
    >
      <div style={{ maxHeight: 280, overflow: "auto", marginTop: 8 }}>
        <Code code={question.code} label="Code that waits" />
      </div>
    </Notice>
  );
}
