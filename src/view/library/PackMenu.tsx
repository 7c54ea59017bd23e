import { Button, FileButton, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPackage } from "@tabler/icons-react";
import { type JSX, useRef, useState } from "react";
import type { Snippet } from "#domain/snippet.ts";
import type { PackFormat } from "#state/pack-store.ts";
import { saveFile } from "#view/parts/save-file.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { PasteDialog } from "./PasteDialog.tsx";

/** Snippets in and out as packs. Whatever comes in is a draft. */
export function PackMenu({ snippets }: { readonly snippets: readonly Snippet[] }): JSX.Element {
  const { packs } = useStores();
  const open = useSlice("packs", (state) => state.phase.kind !== "idle");
  const [pasting, setPasting] = useState(false);
  const reset = useRef<() => void>(null);
  const importFile = async (file: File | null): Promise<void> => {
    if (file !== null) await packs.getState().readFile(file);
    reset.current?.();
  };
  const write = async (format: PackFormat): Promise<void> => {
    const outcome = await packs.getState().write(
      snippets.map(({ id }) => id),
      format,
    );
    if (outcome.ok) saveFile(outcome.fileName, outcome.text, "text/plain");
    else notifications.show({ message: outcome.message, color: "red", withBorder: true });
  };
  return (
    <>
      <FileButton accept=".yaml,.yml,.json,.py" resetRef={reset} inputProps={{ "aria-label": "Pack file" }} onChange={(file) => void importFile(file)}>
        {({ onClick }) => (
          <Menu>
            <Menu.Target>
              <Button leftSection={<IconPackage size={16} aria-hidden />}>Packs</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={onClick}>Import a pack or a function…</Menu.Item>
              <Menu.Item onClick={() => setPasting(true)}>Paste a function…</Menu.Item>
              <Menu.Item onClick={() => void packs.getState().readStarter()}>Add ten starter tools</Menu.Item>
              <Menu.Item disabled={snippets.length === 0} onClick={() => void write("yaml")}>
                Export these as YAML
              </Menu.Item>
              <Menu.Item disabled={snippets.length === 0} onClick={() => void write("json")}>
                Export these as JSON
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </FileButton>
      {pasting && <PasteDialog onClose={() => setPasting(false)} />}
      {open && <ImportDialog />}
    </>
  );
}
