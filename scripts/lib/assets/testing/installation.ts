import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { sha256 } from "./file-host.ts";

export interface LockPackage {
  readonly name: string;
  readonly depends?: readonly string[];
  readonly version?: string;
}

/** A wheel with metadata and nothing else. */
export function makeWheel({ name, version = "1.0" }: LockPackage): Uint8Array {
  return zipSync(
    {
      [`${name}-${version}.dist-info/METADATA`]: strToU8(
        `Metadata-Version: 2.4\nName: ${name}\nVersion: ${version}\nLicense-Expression: BSD-3-Clause\n\nWords\n`,
      ),
    },
    { mtime: "2026-01-01" },
  );
}

export function fileNameOf({ name, version = "1.0" }: LockPackage): string {
  return `${name}-${version}-py3-none-any.whl`;
}

/** A lock as Pyodide writes it, over wheels of {@link makeWheel}. */
export function makeLock(packages: readonly LockPackage[], abi = "2026_0"): string {
  const entries = packages.map((entry) => [
    entry.name,
    {
      name: entry.name,
      version: entry.version ?? "1.0",
      file_name: fileNameOf(entry),
      sha256: sha256(makeWheel(entry)),
      install_dir: "site",
      package_type: "package",
      imports: [entry.name],
      depends: entry.depends ?? [],
    },
  ]);
  return JSON.stringify({ info: { abi_version: abi, python: "3.14.2" }, packages: Object.fromEntries(entries) });
}

/** A checkout with an installed Pyodide, a cache of its own, and nothing fetched. */
export class Installation {
  private constructor(readonly folder: string) {}

  static async make(packages: readonly LockPackage[]): Promise<Installation> {
    const installation = new Installation(await mkdtemp(join(tmpdir(), "skep-assets-")));
    const pyodide = join(installation.root, "node_modules", "pyodide");
    await mkdir(pyodide, { recursive: true });
    await writeFile(join(pyodide, "package.json"), JSON.stringify({ version: "314.0.7" }));
    await writeFile(join(pyodide, "pyodide-lock.json"), makeLock(packages));
    return installation;
  }

  get root(): string {
    return join(this.folder, "checkout");
  }

  get cache(): string {
    return join(this.folder, "cache");
  }

  get fetched(): string {
    return join(this.root, "public", "fetched");
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
