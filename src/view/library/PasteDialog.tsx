import { Button, Group, Modal, Stack, Textarea } from "@mantine/core";
import { type JSX, useState } from "react";
import type { ToolSignature } from "#domain/snippet.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useStores } from "#view/stores-context.tsx";
import styles from "./SnippetTabs.module.css";

type Verdict =
  | { readonly kind: "none" }
  | { readonly kind: "reading" }
  | { readonly kind: "tool"; readonly tool: ToolSignature }
  | { readonly kind: "refused"; readonly errors: readonly string[] };

/** Takes a function that a person pastes, such as a custom tool of BeeAI, and says whether it is a tool before it is kept. */
export function PasteDialog({ onClose }: { onClose(): void }): JSX.Element {
  const { packs, workshop } = useStores();
  const [code, setCode] = useState("");
  const [verdict, setVerdict] = useState<Verdict>({ kind: "none" });
  const read = async (): Promise<void> => {
    setVerdict({ kind: "reading" });
    const outcome = await workshop.getState().inspect(code);
    if (!outcome.ok) setVerdict({ kind: "refused", errors: [outcome.message] });
    else setVerdict(outcome.tool === null ? { kind: "refused", errors: outcome.errors } : { kind: "tool", tool: outcome.tool });
  };
  return (
    <Modal opened onClose={onClose} title="Paste a function" size="lg" closeButtonProps={{ "aria-label": "Close" }}>
      <Stack gap="md">
        <Textarea
          label="Python source"
          description="Imports, then one function whose parameters are annotated: the rules are those of BeeAI's custom tools"
          autosize
          minRows={8}
          maxRows={20}
          spellCheck={false}
          data-autofocus
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          value={code}
          onChange={(change) => {
            setCode(change.currentTarget.value);
            setVerdict({ kind: "none" });
          }}
        />
        {verdict.kind === "reading" && <p className={styles.words}>Reading the code…</p>}
        {verdict.kind === "refused" && (
          <Notice tone="warn" title="It is no tool. It may be kept as a draft and mended.">
            <ul className={styles.notes}>
              {verdict.errors.map((error) => (
                <li key={error}>{error}</li>
              ))}
            </ul>
          </Notice>
        )}
        {verdict.kind === "tool" && (
          <Notice tone="plain" title={`It is a tool: ${verdict.tool.name}(${Object.keys(verdict.tool.parameters.properties ?? {}).join(", ")})`}>
            <span className={styles.words}>{verdict.tool.description}</span>
          </Notice>
        )}
        <Group justify="flex-end" gap="sm">
          <Button disabled={code.trim() === "" || verdict.kind === "reading"} onClick={() => void read()}>
            Check it
          </Button>
          <Button
            variant="filled"
            disabled={code.trim() === ""}
            onClick={() => {
              void packs.getState().read(code, "pasted.py");
              onClose();
            }}
          >
            Keep it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
