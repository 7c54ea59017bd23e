import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Folder outside the repository where downloads are kept, so that a second checkout or a second run fetches nothing.
 * @returns {string} `$XDG_CACHE_HOME/skep`, or `~/.cache/skep`
 */
export function cacheRoot() {
  const base = process.env.XDG_CACHE_HOME;
  return join(base && base !== "" ? base : join(homedir(), ".cache"), "skep");
}
