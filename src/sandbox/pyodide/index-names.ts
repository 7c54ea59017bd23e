/** Modules that come with the interpreter or stand in for a notebook: no index has them under these names. */
const BUILT_IN = /^(?:js|pyodide|pyodide_js|pyodide_core|micropip|IPython|ipython|__main__|_.*)$/;

/**
 * The distributions that an index may have for what this host has not.
 * @param imports top-level modules that nothing here provides
 * @param known import name to distribution name, where they differ; any other import is looked for by its own name
 * @param isHere whether this host has a distribution
 */
export function indexNames(
  imports: readonly string[],
  distributions: readonly string[],
  known: Readonly<Record<string, string>>,
  isHere: (distribution: string) => boolean,
): readonly string[] {
  const named = [...imports.map((name) => known[name] ?? name), ...distributions];
  return [...new Set(named)].filter((name) => !BUILT_IN.test(name) && !isHere(name));
}
