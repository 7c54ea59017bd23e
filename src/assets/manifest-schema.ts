import {
  array,
  boolean,
  type InferOutput,
  integer,
  literal,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  unknown,
} from "valibot";

/** A path below the manifest's folder: no address, no way out of the folder. */
const relativePath = pipe(
  string(),
  regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9][A-Za-z0-9._+-]*(?:\/[A-Za-z0-9][A-Za-z0-9._+-]*)*$/, "not a path below the manifest's folder"),
);

const byteCount = pipe(number(), integer(), minValue(0));

export const assetFileSchema = object({
  path: relativePath,
  size: byteCount,
  sha256: pipe(string(), regex(/^[0-9a-f]{64}$/, "not a SHA-256")),
});

export const packageSchema = object({
  name: pipe(string(), regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "not a normalised name")),
  version: string(),
  file: assetFileSchema,
  /** The same package with compiled modules, which is imported faster. */
  compiled: optional(assetFileSchema),
  imports: array(string()),
  depends: array(string()),
  sharedLibrary: boolean(),
  licence: string(),
  origin: string(),
});

export const modelSchema = object({
  id: string(),
  engine: picklist(["wllama", "webllm"]),
  name: string(),
  licence: string(),
  goodFor: string(),
  contextSize: pipe(number(), integer(), minValue(1)),
  memoryBytes: nullable(byteCount),
  needs: object({ webgpu: boolean(), shaderF16: boolean() }),
  origin: string(),
  files: array(assetFileSchema),
  /** `folder` ends in a slash; web-llm appends `resolve/main/`. */
  webllm: nullable(
    object({ modelId: string(), folder: pipe(string(), regex(/^models\/[A-Za-z0-9][A-Za-z0-9._-]*\/$/, "not a model's folder")), library: assetFileSchema }),
  ),
});

const snapshotSchema = object({ name: picklist(["core", "science"]), metadata: assetFileSchema, memory: assetFileSchema, files: assetFileSchema });

export const snapshotSetSchema = object({
  key: pipe(string(), regex(/^[0-9a-f]{16}$/, "not a key")),
  pyodide: string(),
  glue: assetFileSchema,
  snapshots: array(snapshotSchema),
});

/** `skep.assets/1` as `npm run assets` writes it. Entries are checked one by one, so that a bad one does not take the others with it. */
export const manifestSchema = object({
  v: literal("skep.assets/1"),
  pyodide: object({ release: string(), abi: string(), python: string() }),
  packages: array(unknown()),
  models: array(unknown()),
  snapshot: optional(unknown()),
  /** Why there is none, as the one who built it was told. */
  snapshotProblem: optional(string()),
});

export type ManifestModel = InferOutput<typeof modelSchema>;
