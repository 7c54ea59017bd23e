import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { NetworkFirst } from "workbox-strategies";

/*
 * Keeps the application in this browser, so that it opens with its server stopped and without a network.
 *
 *   the page itself          from its server while that answers, else as it was kept: a new version is there at once
 *   what the page is made of as it was kept: every address names its content
 *   what its host says       (settings, list of packages and models) from the server while it answers, else the last answer
 *   the sandboxed document   not here: a browser asks no service worker for a document of opaque origin. It is kept by the
 *                            browser's own cache, because its address names its content and its headers say so.
 */

declare const self: ServiceWorkerGlobalScope;
/** Written in by the build: all files of the application. */
declare const APPLICATION_FILES: readonly PrecacheEntry[];

const HOST_CACHE = "skep-host";
const HOST_FILES = ["skep.config.json", "fetched/manifest.json"];
/** Longest wait for a server whose last answer is kept. */
const PATIENCE_SECONDS = 5;

const address = (path: string): string => new URL(path, self.registration.scope).href;

self.addEventListener("install", (event) => event.waitUntil(keepHostFiles()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The folder's own address is not answered from what was kept, as it otherwise would be: the route below asks the server first.
precacheAndRoute([...APPLICATION_FILES], { directoryIndex: "", cleanURLs: false });
cleanupOutdatedCaches();

const hostFiles = new NetworkFirst({ cacheName: HOST_CACHE, networkTimeoutSeconds: PATIENCE_SECONDS });
for (const path of HOST_FILES) registerRoute(({ url }) => url.href === address(path), hostFiles);

registerRoute(
  ({ request, url }) => request.mode === "navigate" && [address(""), address("index.html")].includes(url.origin + url.pathname),
  async ({ request }) => {
    const answered = await Promise.race([fetch(request).catch(() => null), pause(PATIENCE_SECONDS)]);
    if (answered?.ok === true) return answered;
    return (await matchPrecache(address("index.html"))) ?? answered ?? Response.error();
  },
);

/** The page read these before there was anyone to keep them. A host that has none of them is no failure. */
async function keepHostFiles(): Promise<void> {
  const cache = await caches.open(HOST_CACHE);
  await Promise.allSettled(HOST_FILES.map((path) => cache.add(address(path))));
}

function pause(seconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000, null));
}
