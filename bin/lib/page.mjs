import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { ensureBuilt } from "../../scripts/lib/build.mjs";
import { findChromium } from "../../scripts/lib/chromium.mjs";
import { createServer } from "../../scripts/lib/server.mjs";
import { closeOnSignal } from "./close-on-signal.mjs";

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
 * @param {{ engine?: string | undefined, wishes?: readonly import("./wishes.mjs").Wish[], profile?: string | undefined, mounts?: readonly import("../../scripts/lib/server.mjs").Mount[], onConsole?: (text: string) => void }} options
 *   `engine` is the one that the page starts with: without it the page chooses and loads a model as it does for a person.
 *   `wishes` that have a parameter become settings of this visit, in the page's address.
 *   `profile` keeps the browser's storage (history, cached models) in a folder; without it nothing is kept.
 *   `mounts` adds files to the server.
 * @returns {Promise<{ page: import("playwright").Page, url: string, close: () => Promise<void> }>}
 */
export async function openPage({ engine, wishes = [], profile, mounts = [], onConsole } = {}) {
  const executablePath = await findChromium();
  if (executablePath === null)
    throw new Error("no Chromium was found. Install one (apt-get install chromium, or npx playwright install chromium) or set CHROMIUM_PATH.");
  await ensureBuilt();
  const server = await createServer({ port: PORT, extraMounts: mounts });
  const folder = profile ?? (await mkdtemp(join(tmpdir(), "skep-profile-")));
  const closeAll = async () => {
    // A browser that still starts is waited for: it would write into its folder after that was removed.
    await (await launched?.catch(() => null))?.close();
    await server.close();
    if (profile === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    forgetSignals();
  };
  /** @type {Promise<void> | undefined} */
  let closed;
  const close = () => {
    closed ??= closeAll();
    return closed;
  };
  const forgetSignals = closeOnSignal(close);
  /** @type {Promise<import("playwright").BrowserContext> | undefined} */
  let launched;
  try {
    // Playwright's own handlers would end the process before the folder is removed.
    const ownSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
    launched = chromium.launchPersistentContext(folder, { executablePath, args: ARGUMENTS, headless: true, ...ownSignals });
    const context = await launched;
    const page = context.pages()[0] ?? (await context.newPage());
    if (onConsole) {
      page.on("console", (message) => onConsole(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => onConsole(`page error: ${error.message}`));
    }
    const query = new URLSearchParams([
      ["automation", "1"],
      ...(engine === undefined ? [] : [["engine", engine]]),
      ...wishes.flatMap(({ parameter, value }) => (parameter === undefined ? [] : [[parameter, String(value)]])),
    ]);
    await page.goto(`${server.url}?${query}`);
    await page.waitForFunction(() => "skep" in globalThis, undefined, { timeout: READY_TIMEOUT_MS });
    return { page, url: server.url, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
