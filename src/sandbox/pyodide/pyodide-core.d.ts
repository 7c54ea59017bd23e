/** Made by vite/guest-plugin.ts from the installed `pyodide` package. */
declare module "virtual:pyodide-core" {
  interface CoreFile {
    /** Relative to the application's base address. */
    readonly path: string;
    readonly size: number;
    /** Lower-case hex. */
    readonly sha256: string;
  }
  export const pyodideCore: {
    readonly version: string;
    readonly lockInfo: Readonly<Record<string, string>>;
    readonly knownImports: Readonly<Record<string, string>>;
    readonly files: Readonly<Record<"loader" | "glue" | "wasm" | "stdlib", CoreFile>>;
  };
}

/** The sealed document that belongs to this build. */
declare module "virtual:sandbox-document" {
  /** Relative to the application's base address; it changes with the document and its headers. */
  export const sandboxDocument: string;
}
