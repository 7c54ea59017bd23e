import { Button, Group, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type FormEvent, type JSX, useState } from "react";
import type { SnippetProvenance } from "#domain/snippet.ts";
import { Code } from "#view/code/Code.tsx";
import { Notice } from "#view/parts/Notice.tsx";
import { useStores } from "#view/stores-context.tsx";

/** The code to save, and where it came from. */
export interface SnippetSource extends SnippetProvenance {
  readonly code: string;
}

/** Asks for a name and keeps a run's code as a draft. Open while there is a source. */
export function SaveSnippet({ source, onClose }: { readonly source: SnippetSource | null; onClose(): void }): JSX.Element {
  return (
    <Modal opened={source !== null} onClose={onClose} title="Save snippet" size="lg" closeButtonProps={{ "aria-label": "Close" }}>
      {source !== null && <SnippetForm source={source} onClose={onClose} />}
    </Modal>
  );
}

function SnippetForm({ source, onClose }: { readonly source: SnippetSource; onClose(): void }): JSX.Element {
  const { library, navigation } = useStores();
  const [name, setName] = useState(() => suggestName(source));
  const [description, setDescription] = useState(source.task ?? "");
  const [tags, setTags] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { code, ...provenance } = source;
    const outcome = await library.getState().save({ name: name.trim(), description: description.trim(), code, tags: splitTags(tags), provenance });
    if (!outcome.ok) {
      setProblem(outcome.message);
      return;
    }
    notifications.show({ message: `Saved “${outcome.snippet.name}” as a draft.`, withBorder: true });
    onClose();
    navigation.getState().go("library", outcome.snippet.id);
  };
  return (
    <form onSubmit={(event) => void save(event)} aria-label="Save snippet">
      <Stack gap="md">
        <TextInput label="Name" required data-autofocus value={name} onChange={(change) => setName(change.currentTarget.value)} />
        <Textarea label="What it does" autosize minRows={2} maxRows={5} value={description} onChange={(change) => setDescription(change.currentTarget.value)} />
        <TextInput label="Tags" description="Separated by commas" value={tags} onChange={(change) => setTags(change.currentTarget.value)} />
        <div style={{ maxHeight: 240, overflow: "auto" }}>
          <Code code={source.code} label="Code to save" />
        </div>
        {problem !== null && (
          <Notice tone="bad" title="The snippet was not saved." code="SK-SNIPPET-WRITE">
            {problem} The code is kept in the run.
          </Notice>
        )}
        <Group justify="flex-end" gap="sm">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" disabled={name.trim() === ""}>
            Save draft
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The code's own function when it has one, else the task's first words. */
function suggestName({ code, task }: SnippetSource): string {
  const defined = /^def\s+([A-Za-z_]\w*)/m.exec(code)?.[1];
  return defined ?? (task ?? "").trim().split(/\s+/).slice(0, 6).join(" ");
}

function splitTags(text: string): readonly string[] {
  const tags = text
    .split(",")
    .map((tag) => tag.trim().toLowerCase())
    .filter(Boolean);
  return [...new Set(tags)];
}
