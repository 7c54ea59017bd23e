import type { PyodideAPI } from "pyodide";

type LockPackages = Readonly<
  Record<string, { readonly version: string; readonly imports: readonly string[]; readonly depends: readonly string[] } | undefined>
>;

/**
 * Versions, by distribution name, of the packages that a program has: all that were loaded for it, and of those that came with the
 * snapshot the ones that it imports, with what they need.
 */
export function usedPackages(python: PyodideAPI, frozen: ReadonlySet<string>, imports: readonly string[]): Record<string, string> {
  const { packages } = python.lockfile as { readonly packages: LockPackages };
  const used = new Set(Object.keys(python.loadedPackages).filter((name) => !frozen.has(name)));
  const add = (name: string): void => {
    if (used.has(name) || packages[name] === undefined) return;
    used.add(name);
    for (const needed of packages[name].depends) add(needed);
  };
  for (const [name, entry] of Object.entries(packages)) if (frozen.has(name) && entry?.imports.some((one) => imports.includes(one))) add(name);
  return Object.fromEntries([...used].map((name) => [name, packages[name]?.version ?? ""]));
}
