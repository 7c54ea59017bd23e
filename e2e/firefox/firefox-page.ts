/**
 * One page of an installed Firefox, driven over WebDriver BiDi: Playwright drives only a Firefox of its own build.
 * Firefox prints the address of its socket when it starts; commands and answers are JSON, matched by number.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";

const START_MS = 60_000;
const NAMES = [process.env.SKEP_FIREFOX ?? "", "firefox-esr", "firefox"];

/** The program to start, or null when no Firefox is installed. `SKEP_FIREFOX` names one elsewhere. */
export function findFirefox(): { readonly program: string; readonly version: string } | null {
  for (const program of NAMES) {
    if (program === "") continue;
    const asked = spawnSync(program, ["--version"], { encoding: "utf8" });
    if (asked.status === 0) return { program, version: asked.stdout.trim() };
  }
  return null;
}

interface Answer {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

export interface FirefoxPage {
  go(url: string): Promise<void>;
  /** Evaluates an expression in the page, waits for its promise, and gives its value back through JSON. */
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

export async function openFirefox(program: string): Promise<FirefoxPage> {
  const profile = await mkdtemp(join(tmpdir(), "skep-firefox-"));
  const child = spawn(program, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, MOZ_DISABLE_CONTENT_SANDBOX: process.getuid?.() === 0 ? "1" : "" },
  });
  const address = await new Promise<string>((resolve, reject) => {
    let text = "";
    const timer = setTimeout(() => reject(new Error(`Firefox did not say where it listens: ${text.slice(-500)}`)), START_MS);
    child.stderr.on("data", (data: Buffer) => {
      text += String(data);
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(text);
      if (found?.[1] === undefined) return;
      clearTimeout(timer);
      resolve(found[1]);
    });
    child.once("exit", (code) => reject(new Error(`Firefox ended with ${code}: ${text.slice(-500)}`)));
  });
  const socket = new WebSocket(`${address}/session`, { maxPayload: 256 * 1024 * 1024 });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on("message", (data) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const send = async (method: string, params: object): Promise<unknown> => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    waiting.delete(id);
    if (answer.type === "error") throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result;
  };
  await send("session.new", { capabilities: {} });
  const tree = (await send("browsingContext.getTree", {})) as { contexts: { context: string }[] };
  const context = tree.contexts[0]?.context ?? "";
  return {
    go: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    evaluate: async <T>(expression: string) => {
      const answer = (await send("script.evaluate", {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? "null")`,
        target: { context },
        awaitPromise: true,
      })) as { type: string; result?: { value?: string }; exceptionDetails?: { text: string } };
      if (answer.type !== "success") throw new Error(answer.exceptionDetails?.text ?? "the page threw");
      return JSON.parse(answer.result?.value ?? "null") as T;
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      socket.close();
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
