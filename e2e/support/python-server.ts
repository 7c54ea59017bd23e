import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

/** A local server written in Python, running. */
export interface PythonServer {
  /** Address without a trailing slash. */
  readonly url: string;
  /** Version of Python that runs it. */
  readonly python: string;
  close(): Promise<void>;
}

const NAMES = ["python3", "python"];

/** The name of a Python of at least 3.10 on PATH, or null: the tests that need it then say so. */
export function findPython(): string | null {
  const check = "import sys; sys.exit(sys.version_info < (3, 10))";
  return NAMES.find((name) => spawnSync(name, ["-c", check]).status === 0) ?? null;
}

/**
 * Starts a server script that prints one JSON line `{port, python}` and ends with its stdin.
 * @param script path from the project's root
 * @param python the interpreter; by default the one on PATH
 * @throws when it does not start
 */
export async function startPythonServer(script: string, args: readonly string[] = [], python = findPython()): Promise<PythonServer> {
  if (python === null) throw new Error("no Python 3.10 or newer on PATH");
  const child = spawn(python, ["-B", script, "--follow-stdin", ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const line = await firstLine(child);
  const { port, python: version } = JSON.parse(line) as { port: number; python: string };
  return { url: `http://127.0.0.1:${port}`, python: version, close: () => end(child) };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error("the server has no stdout"));
    createInterface(child.stdout).once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code} before it said its port`)));
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.stdin?.end();
    setTimeout(() => child.kill("SIGKILL"), 2000).unref();
  });
}
