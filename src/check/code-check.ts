import type { PythonTree } from "#check/python/python-tree.ts";
import type { CheckFinding } from "#domain/agent-event.ts";

/** What the checks must know of the place where the code will run. */
export interface CheckPlace {
  /** Version of Python, such as `3.14.2`. */
  readonly python: string;
  /** Packages that an import can load, by distribution name, with versions. */
  readonly packages: Readonly<Record<string, string>>;
  /** Import name to distribution name, where they differ or are known. */
  readonly imports: Readonly<Record<string, string>>;
  /** Whether the place has processes, threads and sockets as a computer has. */
  readonly operatingSystem: boolean;
  /** Whether programs may make HTTP requests. */
  readonly network: boolean;
  /** Whether `packages` is all there is: then an import of anything else can never work. */
  readonly packagesAreAll: boolean;
  /** Paths of the files in the working directory. */
  readonly files: readonly string[];
  /** Names that earlier programs of the same interpreter have defined; absent: none. */
  readonly defined?: readonly string[];
}

/** One static check: pure, never throws, finds nothing in code that it does not understand. */
export type CodeCheck = (python: PythonTree, place: CheckPlace) => CheckFinding[];
