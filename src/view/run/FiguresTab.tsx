import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { JSX } from "react";
import { saveFile } from "#view/parts/save-file.ts";
import type { Figure } from "./collect-results.ts";
import { Nothing } from "./Nothing.tsx";
import styles from "./ResultTabs.module.css";

/** Every figure, as large as it can be, with its file. */
export function FiguresTab({ figures, live, ended }: { readonly figures: readonly Figure[]; readonly live: boolean; readonly ended: boolean }): JSX.Element {
  if (figures.length === 0) return <Nothing live={live} ended={ended} what="Charts appear here." done="The program drew no figure." />;
  return (
    <div className={styles.panel}>
      {figures.map((figure, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: figures are only appended
        <figure key={index} className={styles.large}>
          <img className={styles.figure} src={figure.url} alt={figure.alt} />
          <figcaption>
            <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void saveFigure(figure, index + 1)}>
              Save figure {index + 1}
            </Button>
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function saveFigure(figure: Figure, number: number): void {
  const data = figure.url.slice(figure.url.indexOf(",") + 1);
  const name = `figure-${number}.${figure.extension}`;
  if (figure.extension === "svg") saveFile(name, decodeURIComponent(data), "image/svg+xml");
  else
    saveFile(
      name,
      Uint8Array.from(atob(data), (character) => character.charCodeAt(0)),
      "image/png",
    );
}
