import { existsSync } from "node:fs";

const SYSTEM_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Path of a Chromium that is already on this machine: CHROMIUM_PATH, Playwright's own, then the system's.
 * @returns {Promise<string | null>} null when there is none
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist. Correct or unset it.`);
    return named;
  }
  const { chromium } = await import("playwright");
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return SYSTEM_PATHS.find((path) => existsSync(path)) ?? null;
}
