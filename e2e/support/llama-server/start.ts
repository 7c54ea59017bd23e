import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type PythonServer, startPythonServer } from "../python-server.ts";

/** Where a person without the wheel gets one: a virtual environment beside the other downloads. */
export const HOW_TO_GET = "no llama.cpp server here: python3 -m venv ~/.cache/skep/venv-xllama && ~/.cache/skep/venv-xllama/bin/pip install xllamacpp";

/** A Python that has llama.cpp's server: the one that SKEP_LLAMA_PYTHON names, the virtual environment's, or the machine's. Null when there is none. */
export function findLlamaPython(): string | null {
  const own = join(homedir(), ".cache/skep/venv-xllama/bin/python");
  const candidates = [process.env.SKEP_LLAMA_PYTHON, existsSync(own) ? own : undefined, "python3"].filter((name) => name !== undefined);
  return candidates.find((name) => spawnSync(name, ["-c", "import xllamacpp"]).status === 0) ?? null;
}

/** Starts llama.cpp's own server with a GGUF. Its model is called `smollm2`; with a key it answers 401 to who has none. */
export function startLlamaServer(python: string, gguf: string, key?: string): Promise<PythonServer> {
  return startPythonServer("e2e/support/llama-server/serve.py", key === undefined ? [gguf] : [gguf, key], python);
}
