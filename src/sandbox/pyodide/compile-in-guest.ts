import type { Guest } from "./guest.ts";

/** Longest compilation; code that takes longer was made to. */
const DEADLINE_MS = 10_000;

type CompileError = { readonly message: string; readonly line: number; readonly column: number };

let lastRequest = 0;

/** Compiles code in an interpreter that waits for a program, without running it. One that dies of it is replaced by the pool. */
export function compileInGuest(guest: Guest, code: string): Promise<CompileError | null> {
  lastRequest += 1;
  const request = lastRequest;
  return new Promise((resolve) => {
    const refused: CompileError = { message: "the code cannot be compiled: it is too large or too deeply nested", line: 1, column: 1 };
    const deadline = setTimeout(() => {
      settle(refused);
      guest.terminate();
    }, DEADLINE_MS);
    const settle = (error: CompileError | null): void => {
      clearTimeout(deadline);
      unlisten();
      resolve(error);
    };
    const unlisten = guest.listen({
      message: (message) => {
        if (message.type === "compiled" && message.request === request) settle(message.error);
      },
      end: () => settle(refused),
    });
    guest.post({ type: "compile", request, code });
  });
}
