import type { KeptPackage, PackageFile } from "#domain/package-file.ts";
import type { PackageFiles } from "./remembering-index.ts";

/** For tests: files of packages that are kept as long as their page. */
export function memoryPackageFiles(): PackageFiles & { readonly files: Map<string, PackageFile> } {
  const files = new Map<string, PackageFile>();
  return {
    files,
    get: async (url) => files.get(url) ?? null,
    put: async (file) => {
      files.set(file.url, file);
      return true;
    },
    list: async () => {
      const packages: KeptPackage[] = [];
      for (const { kind, name, version, bytes } of files.values()) if (kind === "wheel") packages.push({ name, version, bytes: bytes.byteLength });
      return packages;
    },
    removePackage: async (name) => {
      for (const [url, file] of files) if (file.name === name) files.delete(url);
    },
  };
}
