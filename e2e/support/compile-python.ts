import { spawnSync } from "node:child_process";
import { findPython } from "./python-server.ts";

const PROGRAM = `
import json, sys
try:
    compile(sys.stdin.read(), "main.py", "exec")
    print("null")
except SyntaxError as error:
    print(json.dumps({"message": error.msg, "line": error.lineno or 1, "column": error.offset or 1}))
`;

/** Checks syntax with this machine's Python, as an executor's collaborator in tests. */
export async function compilePython(code: string): Promise<{ message: string; line: number; column: number } | null> {
  const done = spawnSync(findPython() ?? "python3", ["-c", PROGRAM], { input: code, encoding: "utf8" });
  return JSON.parse(done.stdout) as { message: string; line: number; column: number } | null;
}
