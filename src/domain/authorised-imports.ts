const NAME = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(\.\*)?$/;
/** More names than anyone types; each costs the prompt a word. */
const MOST = 60;

/**
 * Reads a list of modules as smolagents takes it: names parted by commas or spaces, `numpy.*` for a package with all that is below it,
 * `*` alone for every module. The empty text is no module beside the package's own list.
 * @returns the names in order, each once, or what is wrong, as words that follow the setting's name
 */
export function readAuthorisedImports(
  text: string,
): { readonly ok: true; readonly names: readonly string[] } | { readonly ok: false; readonly message: string } {
  const names = [...new Set(text.split(/[\s,]+/).filter((name) => name !== ""))];
  if (names.length > MOST) return { ok: false, message: `must name at most ${MOST} modules` };
  if (names.includes("*")) return names.length === 1 ? { ok: true, names } : { ok: false, message: "must be * alone, or names of modules without it" };
  const bad = names.find((name) => !NAME.test(name));
  if (bad !== undefined) return { ok: false, message: `must be names of modules, such as json, numpy.* or *, and ${JSON.stringify(bad)} is none` };
  return { ok: true, names };
}
