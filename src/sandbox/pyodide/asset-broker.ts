import { pyodideCore } from "virtual:pyodide-core";
import type { AssetCatalogue, PackageEntry } from "#assets/port.ts";
import { messageOf } from "#domain/fault.ts";
import { normaliseDistribution } from "#domain/package-file.ts";
import { sha256 } from "#domain/sha256.ts";
import type { CoreAssets } from "../protocol/frame-message.ts";
import type { PackageBlob } from "../protocol/worker-message.ts";

type Fetched<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** Everything the sealed frame runs on is fetched and verified here, on the host page, because the frame has no network. */
export class AssetBroker {
  readonly #catalogue: AssetCatalogue;
  readonly #baseUrl: string;
  readonly #blobs = new Map<string, Blob>();

  constructor(catalogue: AssetCatalogue, baseUrl: string) {
    this.#catalogue = catalogue;
    this.#baseUrl = baseUrl;
  }

  /** The interpreter's files, checked against the hashes that were built into the application. */
  async fetchCore(signal: AbortSignal): Promise<Fetched<CoreAssets>> {
    const fetchOne = async (name: keyof typeof pyodideCore.files): Promise<ArrayBuffer> => {
      const file = pyodideCore.files[name];
      const response = await fetch(new URL(file.path, this.#baseUrl), { signal });
      if (!response.ok) throw new Error(`${file.path}: the server answered ${response.status}`);
      const bytes = await response.arrayBuffer();
      if ((await sha256(new Uint8Array(bytes))) !== file.sha256) throw new Error(`${file.path}: not the file that this version was built with`);
      return bytes;
    };
    try {
      const [loader, glue, wasm, stdlib] = await Promise.all([fetchOne("loader"), fetchOne("glue"), fetchOne("wasm"), fetchOne("stdlib")]);
      return { ok: true, value: { loader, glue, wasm, stdlib } };
    } catch (thrown) {
      return { ok: false, message: messageOf(thrown) };
    }
  }

  /** The lock text that Pyodide reads: the interpreter's own description and the packages of this host. */
  lockText(): string {
    const packages = Object.fromEntries(Object.values(this.#catalogue.packages).map((entry) => [entry.name, lockEntry(entry)]));
    return JSON.stringify({ info: pyodideCore.lockInfo, packages });
  }

  /**
   * The distributions behind import names and distribution names, with everything they depend on, dependencies first.
   * Names that this host has no package for are left out.
   */
  resolve(imports: readonly string[], distributions: readonly string[]): readonly PackageEntry[] {
    const { packages } = this.#catalogue;
    const roots = new Set<string>();
    for (const entry of Object.values(packages)) if (entry.imports.some((name) => imports.includes(name))) roots.add(entry.name);
    for (const name of distributions) roots.add(normaliseDistribution(name));
    const ordered = new Map<string, PackageEntry>();
    const visit = (name: string, path: readonly string[]): void => {
      const entry = packages[name];
      if (entry === undefined || ordered.has(name) || path.includes(name)) return;
      for (const dependency of entry.depends) visit(normaliseDistribution(dependency), [...path, name]);
      ordered.set(name, entry);
    };
    for (const name of [...roots].sort()) visit(name, []);
    return [...ordered.values()];
  }

  /** Whether this host has a distribution. */
  has(distribution: string): boolean {
    return this.#catalogue.packages[normaliseDistribution(distribution)] !== undefined;
  }

  /**
   * Blobs of the packages, from memory where they were fetched before.
   * @param onLoaded is told of each package as it comes, and how many there are by then
   */
  async fetchPackages(
    entries: readonly PackageEntry[],
    signal: AbortSignal,
    onLoaded: (name: string, done: number) => void,
  ): Promise<Fetched<readonly PackageBlob[]>> {
    let done = 0;
    const fetched = await Promise.all(
      entries.map(async (entry): Promise<Fetched<PackageBlob>> => {
        const name = fileName(entry);
        const known = this.#blobs.get(name);
        if (known !== undefined) {
          done += 1;
          return { ok: true, value: { name, blob: known } };
        }
        const answer = await this.#catalogue.fetchFile(entry.file, signal);
        if (!answer.ok) return { ok: false, message: `${entry.name}: ${answer.message}` };
        this.#blobs.set(name, answer.blob);
        done += 1;
        onLoaded(entry.name, done);
        return { ok: true, value: { name, blob: answer.blob } };
      }),
    );
    const blobs: PackageBlob[] = [];
    for (const one of fetched) {
      if (!one.ok) return one;
      blobs.push(one.value);
    }
    return { ok: true, value: blobs };
  }
}

function fileName(entry: PackageEntry): string {
  return entry.file.path.slice(entry.file.path.lastIndexOf("/") + 1);
}

function lockEntry(entry: PackageEntry): Readonly<Record<string, unknown>> {
  return {
    name: entry.name,
    version: entry.version,
    file_name: fileName(entry),
    install_dir: "site",
    package_type: "package",
    sha256: entry.file.sha256,
    imports: entry.imports,
    depends: entry.depends.map(normaliseDistribution),
    unvendored_tests: false,
  };
}
