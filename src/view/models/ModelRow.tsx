import { Button } from "@mantine/core";
import { IconCheck, IconDownload, IconPlayerPause } from "@tabler/icons-react";
import type { JSX } from "react";
import type { CatalogueModel, ModelPresence } from "#state/models-store.ts";
import { ConfirmButton } from "#view/parts/ConfirmButton.tsx";
import { DemoLabel } from "#view/parts/DemoLabel.tsx";
import { formatBytes } from "#view/parts/format.ts";
import { StatusMark } from "#view/parts/StatusMark.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { LoadBar } from "./LoadBar.tsx";
import styles from "./ModelsScreen.module.css";

/** One model: what it costs, whether it fits and why not, and what can be done with it. */
export function ModelRow({ model }: { readonly model: CatalogueModel }): JSX.Element {
  const { models } = useStores();
  const fit = useSlice("models", (state) => state.fits[model.id]);
  const presence = useSlice("models", (state) => state.presence[model.id]) ?? ABSENT;
  const download = useSlice("models", (state) => state.downloads[model.id]);
  const isCurrent = useSlice("models", (state) => state.current?.id === model.id);
  const failed = useSlice("models", (state) => state.engine.kind === "failed");
  const busy = useSlice("models", (state) => state.engine.kind === "loading" || state.engine.kind === "generating");
  const isOwn = useSlice("models", (state) => state.own.includes(model.id));
  const { load, download: fetchFiles, pauseDownload, forget, removeOwn } = models.getState();
  const unfit = fit?.fits === false;
  const here = isHere(model, presence);
  const withFiles = model.source.kind === "webllm" || model.source.kind === "gguf-url";
  return (
    <li className={styles.row} data-unfit={unfit || undefined}>
      <div className={styles.main}>
        <div className={styles.name}>
          {model.name} {model.engine === "scripted" && <DemoLabel />}
        </div>
        <div className={styles.dim}>{model.goodFor}</div>
        <div className={styles.facts}>
          <span>{engineShort(model.engine)}</span>
          {model.downloadBytes !== null && model.downloadBytes > 0 && <span>{formatBytes(model.downloadBytes)} download</span>}
          {model.memoryBytes !== null && <span>{formatBytes(model.memoryBytes)} memory</span>}
          {fit?.fits === true && withFiles && <span>fits this device</span>}
          {model.needs.webgpu && <span>needs WebGPU{model.needs.shaderF16 ? " with 16-bit shaders" : ""}</span>}
          <span>{model.licence}</span>
          {here && model.engine !== "endpoint" && (
            <span className={styles.here}>
              <IconCheck size={14} aria-hidden /> on this device{presence.kind === "complete" && presence.checked ? ", checksum right" : ""}
            </span>
          )}
          {presence.kind === "partial" && <span>{formatBytes(presence.bytes)} downloaded so far</span>}
        </div>
        {unfit && (
          <div className={styles.why}>
            <StatusMark mark="warning" quiet /> {fit.why}
          </div>
        )}
        {download !== undefined && <LoadBar progress={download} />}
      </div>
      <div className={styles.side}>
        {isCurrent && !failed ? (
          <span className={styles.dim}>In use</span>
        ) : download !== undefined ? (
          <>
            <Button
              leftSection={<IconPlayerPause size={16} aria-hidden />}
              aria-label={`Pause the download of ${model.name}`}
              onClick={() => pauseDownload(model.id)}
            >
              Pause
            </Button>
            <Button aria-label={`Cancel the download of ${model.name}`} onClick={() => void forget(model)}>
              Cancel
            </Button>
          </>
        ) : isCurrent ? (
          <Button aria-label={`Try to load ${model.name} again`} disabled={unfit} onClick={() => void load(model)}>
            Try again
          </Button>
        ) : here ? (
          <Button aria-label={`Load ${model.name}`} disabled={unfit || busy} onClick={() => void load(model)}>
            {model.engine === "scripted" ? "Use" : "Load"}
          </Button>
        ) : (
          <Button
            aria-label={`Download ${model.name}`}
            disabled={unfit}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void fetchFiles(model)}
          >
            {presence.kind === "partial" ? "Go on" : "Download"}
          </Button>
        )}
        {isOwn && download === undefined && presence.kind === "absent" && (
          <Button aria-label={`Remove ${model.name} from the list`} onClick={() => void removeOwn(model)}>
            Remove
          </Button>
        )}
        {withFiles && !model.local && presence.kind !== "absent" && download === undefined && (
          <ConfirmButton
            label="Delete"
            of={model.name}
            question={`The files of ${model.name} are deleted from this browser. To use it again, it must be downloaded again.`}
            consequence={`Delete ${formatBytes(presence.bytes)}`}
            onConfirm={() => void forget(model)}
          />
        )}
      </div>
    </li>
  );
}

const ABSENT: ModelPresence = { kind: "absent" };

function isHere(model: CatalogueModel, presence: ModelPresence): boolean {
  return (
    model.local || presence.kind === "complete" || model.source.kind === "gguf-file" || model.source.kind === "endpoint" || model.source.kind === "scripted"
  );
}

function engineShort(engine: CatalogueModel["engine"]): string {
  return { webllm: "GPU", wllama: "CPU", endpoint: "server", scripted: "recorded" }[engine];
}
