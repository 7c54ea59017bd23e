import { Button } from "@mantine/core";
import type { JSX } from "react";
import type { CatalogueModel } from "#state/models-store.ts";
import { formatBytes } from "#view/parts/format.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";

/** Says plainly that the demo answers, and what a real model would cost. */
export function ModelOffer(): JSX.Element {
  const { navigation, models } = useStores();
  const offer = useSlice("models", (state) => state.offer);
  const here = useSlice("models", (state) => offer !== null && (offer.local || state.presence[offer.id]?.kind === "complete"));
  return (
    <Notice
      tone="plain"
      title="Recorded demo replies answer, no model"
      actions={
        offer !== null && here ? (
          <Button onClick={() => void models.getState().load(offer)}>Load {offer.name}</Button>
        ) : (
          <Button onClick={() => navigation.getState().go("models")}>Choose a model</Button>
        )
      }
    >
      They know the tasks below, and only those.{" "}
      {offer === null ? "None of the models listed fits this device; a GGUF file from disk may." : offerWords(offer, here)}
    </Notice>
  );
}

function offerWords(offer: CatalogueModel, here: boolean): string {
  if (here) return `${offer.name} is on this device and takes tasks of your own.`;
  const download = offer.downloadBytes === null ? "" : `: ${formatBytes(offer.downloadBytes)} to download once`;
  const memory = offer.memoryBytes === null ? "" : `, ${formatBytes(offer.memoryBytes)} of memory`;
  return `For tasks of your own, ${offer.name} fits this device${download}${memory}.`;
}
