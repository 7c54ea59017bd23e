import { expect, test } from "@playwright/test";
import type { ExecuteAnswer } from "../../src/automation/port.ts";
import { ALONE } from "../support/alone.ts";
import { busiestRenderer } from "./renderers.ts";
import { openSealedApp, type SealedApp } from "./sealed-app.ts";

/** From a program's time limit, which ends it as Stop does, to its result. The rest is for a busy machine: `npm run bench` measures the second that is promised. */
const STOP_MS = 2500;
/** From the death of the frame's process to the result. Some 3 s on a quiet machine; the promise is 4. */
const FRAME_LOSS_MS = 6000;
const LIMIT_SECONDS = 1;
const INPUT = { path: "in.txt", base64: Buffer.from("given").toString("base64") };

const HANGS = {
  "a busy loop": "while True: pass",
  "a loop that swallows every exception": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
  "a sleep": "import time\ntime.sleep(60)",
  "an endless await": "import asyncio\nawait asyncio.Event().wait()",
} as const;

for (const headers of [true, false]) {
  test.describe
    .serial(headers ? "with the served headers" : "on a plain static host", { tag: ALONE }, () => {
      let app: SealedApp;
      test.beforeAll(async () => {
        test.setTimeout(240_000);
        app = await openSealedApp(headers);
        await app.run("print('alive')");
      });
      test.afterAll(async () => void (await app.close()));

      for (const [title, code] of Object.entries(HANGS)) {
        test(`${title} ends within a second of its limit, says what was kept, and the next run has its input`, async () => {
          const begin = performance.now();
          const { result, files } = await app.run(`open('part.txt', 'w').write('so far')\nprint('begun')\n${code}`, LIMIT_SECONDS, [INPUT]);
          expect(performance.now() - begin).toBeLessThan(LIMIT_SECONDS * 1000 + STOP_MS);
          expect(result).toMatchObject({ status: "timeout", limit: { name: "wall-time" }, output: [{ stream: "stdout", text: "begun\n" }] });
          const told = result.limit?.kept ?? "";
          if (files.length > 0) expect(told).toBe("the output and the files so far");
          else expect(told).toContain("files that the program wrote are lost");
          // Only a program that awaits hears anything where memory cannot be shared.
          if (!headers && title !== "an endless await") expect(told).toContain("cannot be interrupted");
          const next = await app.run("print(open('in.txt').read())", 30, [INPUT]);
          expect(next.result).toMatchObject({ status: "ok", output: [{ text: "given\n" }] });
        });
      }

      test("a frame whose process is killed is noticed, and a new one takes over", async () => {
        test.skip(process.platform !== "linux", "processes are found by Linux's own files");
        // Playwright takes the page for crashed when one of its frames is: the page is spoken to past it.
        const session = await app.page.context().newCDPSession(app.page);
        const run = async (code: string): Promise<ExecuteAnswer> => {
          const request = JSON.stringify({ code, files: [INPUT], timeout: 60, executor: null });
          const { result } = await session.send("Runtime.evaluate", { expression: `skep.execute(${request})`, awaitPromise: true, returnByValue: true });
          return result.value as ExecuteAnswer;
        };
        const ended = run("print('begun')\nwhile True: pass").then((answer) => ({ answer, at: performance.now() }));
        // Long enough for its first line, on a busy machine as well.
        await new Promise((resolve) => setTimeout(resolve, 5000));
        process.kill(await busiestRenderer(app.mark), "SIGKILL");
        const killed = performance.now();
        const { answer, at } = await ended;
        expect(at - killed).toBeLessThan(FRAME_LOSS_MS);
        expect(answer.result).toMatchObject({ status: "error", error: { name: "SK-INTERPRETER" }, output: [{ text: "begun\n" }] });
        const next = await run("print(open('in.txt').read())");
        expect(next.result).toMatchObject({ status: "ok", output: [{ text: "given\n" }] });
        console.log(`frame loss noticed after ${Math.round(at - killed)} ms`);
      });
    });
}
