import { Button } from "@mantine/core";
import type { JSX } from "react";
import { formatBytes } from "#view/parts/format.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";

/** Says plainly that the demo answers, and what a real model would cost. */
export function ModelOffer(): JSX.Element {
  const { navigation } = useStores();
  const offer = useSlice("models", (state) => state.offer);
  return (
    <Notice tone="plain" title="No model is on this device yet" actions={<Button onClick={() => navigation.getState().go("models")}>Choose a model</Button>}>
      Recorded demo replies answer the tasks below, and only those.{" "}
      {offer === null
        ? "None of the models listed fits this device; a GGUF file from disk may."
        : `For your own tasks, ${offer.name} fits this device${offer.downloadBytes === null ? "" : `: ${formatBytes(offer.downloadBytes)} to download once`}${offer.memoryBytes === null ? "" : `, ${formatBytes(offer.memoryBytes)} of memory`}.`}
    </Notice>
  );
}
