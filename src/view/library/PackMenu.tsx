import { Button, FileButton, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPackage } from "@tabler/icons-react";
import { type JSX, useRef } from "react";
import type { Snippet } from "#domain/snippet.ts";
import { saveFile } from "#view/parts/save-file.ts";
import { useStores } from "#view/stores-context.tsx";

/** Snippets in and out as packs. Whatever comes in is a draft. */
export function PackMenu({ snippets }: { readonly snippets: readonly Snippet[] }): JSX.Element {
  const { workshop } = useStores();
  const reset = useRef<() => void>(null);
  const take = async (text: string, fileName: string): Promise<void> => {
    const reading = await workshop.getState().readPack(text, fileName);
    if (!reading.ok) {
      notifications.show({
        title: "Nothing was imported.",
        message: `${reading.line === null ? "" : `Line ${reading.line}: `}${reading.message}`,
        color: "red",
        withBorder: true,
      });
      return;
    }
    const { ok, message } = await workshop.getState().takePack(reading);
    notifications.show({ message, withBorder: true, ...(ok ? {} : { color: "red" }) });
  };
  const importFile = async (file: File | null): Promise<void> => {
    if (file !== null) await take(await file.text(), file.name);
    reset.current?.();
  };
  const exportAll = async (format: "yaml" | "json"): Promise<void> => {
    const outcome = await workshop.getState().exportPack(
      snippets.map(({ id }) => id),
      format,
    );
    if (outcome.ok) saveFile(outcome.fileName, outcome.text, "text/plain");
    else notifications.show({ message: outcome.message, color: "red", withBorder: true });
  };
  return (
    <FileButton accept=".yaml,.yml,.json,.py" resetRef={reset} inputProps={{ "aria-label": "Pack file" }} onChange={(file) => void importFile(file)}>
      {({ onClick }) => (
        <Menu>
          <Menu.Target>
            <Button leftSection={<IconPackage size={16} aria-hidden />}>Packs</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onClick}>Import a pack or a function…</Menu.Item>
            <Menu.Item
              onClick={() =>
                void workshop
                  .getState()
                  .starterPack()
                  .then((text) => take(text, "starter-pack.yaml"))
              }
            >
              Add ten starter tools
            </Menu.Item>
            <Menu.Item disabled={snippets.length === 0} onClick={() => void exportAll("yaml")}>
              Export these as YAML
            </Menu.Item>
            <Menu.Item disabled={snippets.length === 0} onClick={() => void exportAll("json")}>
              Export these as JSON
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </FileButton>
  );
}
