import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { ensureBuilt } from "../../scripts/lib/build.mjs";
import { findChromium } from "../../scripts/lib/chromium.mjs";
import { createServer } from "../../scripts/lib/server.mjs";

/** A fixed port keeps the origin, and with it the browser's caches of a kept profile. */
const PORT = 4174;
const READY_TIMEOUT_MS = 120_000;

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-background-networking",
  // Lets WebGPU run in software where there is no GPU.
  "--enable-unsafe-webgpu",
];

/**
 * Serves the built application on loopback, opens it in a headless Chromium and waits for `window.skep`.
 * @param {{ engine?: string | undefined, profile?: string | undefined, mounts?: readonly import("../../scripts/lib/server.mjs").Mount[], onConsole?: (text: string) => void }} options
 *   `engine` is the one that the page starts with: without it the page chooses and loads a model as it does for a person.
 *   `profile` keeps the browser's storage (history, cached models) in a folder; without it nothing is kept.
 *   `mounts` adds files to the server.
 * @returns {Promise<{ page: import("playwright").Page, url: string, close: () => Promise<void> }>}
 */
export async function openPage({ engine, profile, mounts = [], onConsole } = {}) {
  const executablePath = await findChromium();
  if (executablePath === null)
    throw new Error("no Chromium was found. Install one (apt-get install chromium, or npx playwright install chromium) or set CHROMIUM_PATH.");
  await ensureBuilt();
  const server = await createServer({ port: PORT, extraMounts: mounts });
  const folder = profile ?? (await mkdtemp(join(tmpdir(), "skep-profile-")));
  const close = async () => {
    await context?.close();
    await server.close();
    if (profile === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  /** @type {import("playwright").BrowserContext | undefined} */
  let context;
  try {
    context = await chromium.launchPersistentContext(folder, { executablePath, args: ARGUMENTS, headless: true });
    const page = context.pages()[0] ?? (await context.newPage());
    if (onConsole) {
      page.on("console", (message) => onConsole(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => onConsole(`page error: ${error.message}`));
    }
    await page.goto(`${server.url}?automation=1${engine === undefined ? "" : `&engine=${encodeURIComponent(engine)}`}`);
    await page.waitForFunction(() => "skep" in globalThis, undefined, { timeout: READY_TIMEOUT_MS });
    return { page, url: server.url, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
