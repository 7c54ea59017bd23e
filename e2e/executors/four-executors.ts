import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "../../scripts/lib/chromium.mjs";
import { executorMounts } from "../../scripts/lib/executor-mounts.mjs";
import { createServer } from "../../scripts/lib/server.mjs";
import type { AskAnswer, Automation, ExecuteAnswer, WireFile } from "../../src/automation/port.ts";
import { type PythonServer, startPythonServer } from "../support/python-server.ts";

export const E2B_KEY = `e2b_${"0123456789abcdef".repeat(2)}`;
/** Seconds that the local bee service gives a program. */
const BEE_SECONDS = 20;

interface AutomatedWindow {
  readonly skep: Automation;
}

/** The built application in a browser, with a local bee-code-interpreter and a local E2B behind its server. */
export interface FourExecutors {
  readonly url: string;
  readonly bee: PythonServer;
  readonly e2b: PythonServer;
  readonly browser: Browser;
  /** A page with `window.skep`, the key given. */
  automated(): Promise<Page>;
  close(): Promise<void>;
}

export async function openFourExecutors(): Promise<FourExecutors> {
  const bee = await startPythonServer("e2e/support/bee-server/bee_server.py", ["--timeout", String(BEE_SECONDS)]);
  const e2b = await startPythonServer("e2e/support/e2b-server/e2b_server.py", ["--key", E2B_KEY]);
  const server = await createServer({ port: 0, extraMounts: executorMounts({ bee: bee.url, e2b: e2b.url }) });
  const executablePath = await findChromium();
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  return {
    url: server.url,
    bee,
    e2b,
    browser,
    async automated() {
      const page = await browser.newPage();
      await page.goto(`${server.url}?automation&engine=scripted`);
      await page.waitForFunction(() => "skep" in window, undefined, { timeout: 120_000 });
      await page.evaluate((key) => (window as unknown as AutomatedWindow).skep.giveKey("e2b", key), E2B_KEY);
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
      await Promise.all([bee.close(), e2b.close()]);
    },
  };
}

/** Runs code on one executor, as `skep run --executor` does. */
export function execute(page: Page, executor: string, code: string, files: readonly WireFile[] = [], timeout = 60): Promise<ExecuteAnswer> {
  return page.evaluate((request) => (window as unknown as AutomatedWindow).skep.execute(request), { code, files, timeout, executor });
}

/** Gives the scripted agent a task, as `skep ask --engine scripted --executor` does. */
export function ask(page: Page, executor: string, task: string): Promise<AskAnswer> {
  const rest = { files: [], engine: "scripted", model: null, timeout: 60, attempts: 3, maxTokens: null, temperature: null, seed: null };
  return page.evaluate((request) => (window as unknown as AutomatedWindow).skep.ask(request, null), { task, executor, ...rest });
}
