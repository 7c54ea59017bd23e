import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "../../scripts/lib/chromium.mjs";
import { createServer } from "../../scripts/lib/server.mjs";
import type { ExecuteAnswer, WireFile } from "../../src/automation/port.ts";
import { type Attacker, startAttacker } from "./attacker.ts";

export const SECRET = "top-secret-of-the-app";

/** The application in a browser of its own, with something to steal in every storage, beside a listening attacker. */
export interface SealedApp {
  readonly page: Page;
  readonly url: string;
  readonly attacker: Attacker;
  /** Text that is in the command of this app's browser alone. */
  readonly mark: string;
  /** @param allowHosts that the program may reach; none unless they are named */
  run(code: string, timeout?: number, files?: readonly WireFile[], allowHosts?: readonly string[]): Promise<ExecuteAnswer>;
  /** Which of the planted secrets are gone or changed, and what was added beside them. Empty when all is as it was. */
  damage(): Promise<readonly string[]>;
  /** Host names that the browser was asked to look up, from its network log. Ends the browser. */
  close(): Promise<{ readonly lookups: string }>;
}

/** @param headers whether the server sends the application's headers, or serves as a plain static host */
export async function openSealedApp(headers: boolean): Promise<SealedApp> {
  const attacker = await startAttacker();
  const server = await createServer({ port: 0, isolation: headers });
  const log = join(await mkdtemp(join(tmpdir(), "skep-isolation-")), "net-log.json");
  const browser = await launch(log);
  const page = await browser.newPage();
  await page.goto(`${server.url}?automation&engine=scripted`);
  await page.waitForFunction(() => "skep" in window, undefined, { timeout: 120_000 });
  await page.evaluate(plant, SECRET);
  return {
    page,
    url: server.url,
    attacker,
    mark: log,
    run: (code, timeout = 60, files = [], allowHosts = []) =>
      page.evaluate(({ request }) => (window as unknown as AutomatedWindow).skep.execute(request), {
        request: { code, files, timeout, executor: null, allowHosts },
      }),
    damage: () => page.evaluate(inspect, SECRET),
    async close() {
      await browser.close();
      await server.close();
      await attacker.close();
      return { lookups: await readFile(log, "utf8") };
    },
  };
}

interface AutomatedWindow {
  readonly skep: { execute(request: object): Promise<ExecuteAnswer> };
}

async function launch(log: string): Promise<Browser> {
  const executablePath = await findChromium();
  return chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-background-networking", `--log-net-log=${log}`],
  });
}

/** Runs in the page: puts a secret into every storage that a page has, and listens where a guest might speak. */
export async function plant(secret: string): Promise<void> {
  localStorage.setItem("secret", secret);
  sessionStorage.setItem("secret", secret);
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie is there to be stolen
  document.cookie = `secret=${secret}; SameSite=Lax`;
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open("app");
    opening.onupgradeneeded = () => opening.result.createObjectStore("kv").put(secret, "secret");
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
    opening.onerror = () => reject(opening.error);
  });
  const cache = await caches.open("app-v1");
  await cache.put(new URL("cached-secret", location.href), new Response(secret));
  const folder = await navigator.storage.getDirectory();
  const writable = await (await folder.getFileHandle("secret.txt", { create: true })).createWritable();
  await writable.write(secret);
  await writable.close();
  const heard: string[] = [];
  Object.assign(window, { heard, beforeAttack: document.body.children.length });
  new BroadcastChannel("app").onmessage = (event) => heard.push(`broadcast ${String(event.data)}`);
  window.addEventListener("message", (event) => heard.push(`message from ${event.origin}: ${JSON.stringify(event.data)}`));
}

/** Runs in the page: compares what is there with what was planted. */
export async function inspect(secret: string): Promise<readonly string[]> {
  const damage: string[] = [];
  const marks = window as unknown as { readonly heard: readonly string[]; readonly __pwn?: unknown };
  if (localStorage.getItem("secret") !== secret) damage.push("localStorage");
  if (sessionStorage.getItem("secret") !== secret) damage.push("sessionStorage");
  if (!document.cookie.includes(secret)) damage.push("cookie");
  const databases = (await indexedDB.databases()).map((one) => one.name);
  if (!databases.includes("app") || databases.some((name) => /pwn|persist/.test(name ?? ""))) damage.push(`databases ${databases.join(" ")}`);
  const cache = await caches.open("app-v1");
  const cached = await (await cache.match(new URL("cached-secret", location.href)))?.text();
  if (cached !== secret || (await cache.keys()).length !== 1) damage.push("cache");
  const names: string[] = [];
  const folder = (await navigator.storage.getDirectory()) as unknown as { keys(): AsyncIterable<string> };
  for await (const name of folder.keys()) names.push(name);
  if (!names.includes("secret.txt") || names.includes("pwn")) damage.push(`files ${names.join(" ")}`);
  const { held = [] } = await navigator.locks.query();
  if (held.some((lock) => lock.name === "app-lock")) damage.push("lock");
  if (marks.__pwn !== undefined || ({} as { pwn?: unknown }).pwn !== undefined) damage.push("globals");
  if (marks.heard.length > 0) damage.push(...marks.heard);
  return damage;
}
