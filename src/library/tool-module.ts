/** Folder, and Python package, of the tools that other tools import: `from skep_tools.NAME import NAME`. */
export const TOOLS_PACKAGE = "skep_tools";

/** Where a tool's source lies beside a program that uses it. */
export function toolPath(name: string): string {
  return `${TOOLS_PACKAGE}/${name}.py`;
}
