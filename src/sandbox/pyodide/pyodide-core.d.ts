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
