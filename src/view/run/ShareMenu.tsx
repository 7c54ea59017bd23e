import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconShare2 } from "@tabler/icons-react";
import type { JSX } from "react";
import type { NotebookResult, ViewSpec } from "#domain/view-spec.ts";
import { saveFile } from "#view/parts/save-file.ts";
import { useStores } from "#view/stores-context.tsx";

export interface ShareMenuProps {
  readonly spec: ViewSpec;
  /** Of the code as it ran; null when it was edited since, or has not run. */
  readonly result: NotebookResult | null;
}

/** The code in forms that others can open. Data never goes along: files are named by their content. */
export function ShareMenu({ spec, result }: ShareMenuProps): JSX.Element {
  const { sharing } = useStores();
  const name = fileName(spec.title);
  const copyLink = async (): Promise<void> => {
    const link = await sharing.writeLink(spec);
    if (link === null) {
      notifications.show({ message: "The code is too long for a link. Share it as a view spec.", color: "red", withBorder: true });
      return;
    }
    try {
      await navigator.clipboard.writeText(link);
      notifications.show({ message: "Link copied. It carries the code itself; whoever opens it sees the code before anything runs.", withBorder: true });
    } catch {
      saveFile(`${name}.txt`, `${link}\n`, "text/plain");
      notifications.show({ message: "This browser does not let the page copy, so the link was saved as a file.", withBorder: true });
    }
  };
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<IconShare2 size={16} aria-hidden />}>Share</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void sharing.writeSpec(spec).then((text) => saveFile(`${name}.skep.yaml`, text, "application/yaml"))}>
          View spec (.yaml)
        </Menu.Item>
        <Menu.Item onClick={() => saveFile(`${name}.py`, spec.code, "text/x-python")}>Python (.py)</Menu.Item>
        <Menu.Item onClick={() => void sharing.writeNotebook(spec, result).then((text) => saveFile(`${name}.ipynb`, text, "application/x-ipynb+json"))}>
          Notebook with results (.ipynb)
        </Menu.Item>
        <Menu.Item onClick={() => void copyLink()}>Copy a link with the code</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A short name from the task's words. */
function fileName(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.slice(0, 5).join("-").slice(0, 48) || "program";
}
