/**
 * A memory snapshot on its way: `npm run assets` builds it (scripts/snapshot), the host fetches and verifies it, the frame
 * restores interpreters from it. A set holds the changed glue and, for each snapshot, three parts: this metadata, the image of
 * the interpreter's memory, and the files of its packages. The parts belong together and are refused together.
 */
import * as v from "valibot";

export const SNAPSHOT_FORMAT = "skep.snapshot/2";

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

const Library = v.strictObject({
  /** In Python's file system. */
  path: v.string(),
  memoryBase: Count,
  memorySize: Count,
  tableBase: Count,
  tableSize: Count,
  scope: v.pipe(v.number(), v.integer()),
  needed: v.array(v.string()),
});

/** What dynamic linking had done; documented beside the code that writes and replays it (scripts/snapshot/glue-linker.mjs). */
const Linker = v.strictObject({
  mainTableLength: Count,
  mainSlots: v.strictObject({ start: Count, exported: v.array(Count), given: v.array(v.string()) }),
  tableStart: Count,
  tableLength: Count,
  freeSlots: v.array(Count),
  libraries: v.array(Library),
  slots: v.array(v.tuple([Count, v.number(), v.string()])),
  offsets: v.strictObject({ names: v.string(), values: v.array(v.number()), required: v.array(Count) }),
  handles: v.array(v.tuple([v.number(), v.string()])),
  shared: v.array(v.tuple([v.string(), v.number(), v.boolean()])),
  stackPointer: Count,
  timeZone: v.array(Count),
});

/** A directory has offset -1; `parent` is an index of the same list, -1 for the root's children; `modified` in ms since 1970. */
const Entry = v.tuple([
  v.number(), // parent
  v.string(), // name
  Count, // mode
  v.number(), // offset
  Count, // length
  v.number(), // modified
]);

export const SnapshotMetadataSchema = v.strictObject({
  v: v.literal(SNAPSHOT_FORMAT),
  name: v.picklist(["core", "science"]),
  /** Versions. */
  pyodide: v.string(),
  python: v.string(),
  /** SHA-256 of the core that it was made with and runs with, lower-case hex. */
  core: v.strictObject({ glue: v.string(), wasm: v.string(), stdlib: v.string() }),
  /** Versions of the packages that its files hold, by distribution name. */
  packages: v.record(v.string(), v.string()),
  /** Pyodide's own list of them: where each came from. */
  loadedPackages: v.record(v.string(), v.string()),
  /** Environment variables of every restored interpreter. */
  environment: v.record(v.string(), v.string()),
  /** The guest's own Python that is in memory already: sources by module name, and the program that loaded them. */
  harness: v.strictObject({ loader: v.string(), modules: v.record(v.string(), v.string()) }),
  linker: Linker,
  /** Where in the files part each library lies: offset and length. */
  libraries: v.array(v.tuple([Count, Count])),
  entries: v.array(Entry),
  /** Bytes of the interpreter's memory. */
  heapLength: Count,
  /** Offset and length of each run of memory that the image holds; all else is zero. */
  pages: v.array(Count),
  /** Python source whose value is a function of the runtime's name, to be called once in each restored interpreter. */
  afterRestore: v.string(),
});

export type SnapshotName = SnapshotMetadata["name"];

/** A snapshot as the host hands it to the frame: fetched and verified. */
export interface SnapshotParts {
  readonly name: SnapshotName;
  /** JSON text of a {@link SnapshotMetadata}: cheaper to pass on and to parse than to clone. */
  readonly metadata: string;
  /** A WebAssembly module that lays the image (scripts/snapshot/memory-image.mjs). */
  readonly memory: ArrayBuffer;
  readonly files: Blob;
}

export type SnapshotMetadata = v.InferOutput<typeof SnapshotMetadataSchema>;
