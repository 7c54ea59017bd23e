import { expect, test } from "@playwright/test";
import { createServer } from "../../scripts/lib/server.mjs";
import type { ExecuteAnswer } from "../../src/automation/port.ts";
import type { ExecutionResult } from "../../src/domain/execution-result.ts";
import { type Attacker, startAttacker } from "../isolation/attacker.ts";
import { aim, ESCAPES } from "../isolation/escape-cases.ts";
import { inspect, plant, SECRET } from "../isolation/sealed-app.ts";
import { ALONE } from "../support/alone.ts";
import { hasPackages } from "../support/assets.ts";
import { type FirefoxPage, findFirefox, openFirefox } from "./firefox-page.ts";

const firefox = findFirefox();
/** From a time limit, which ends a program as Stop does, to the result. */
const STOP_MS = 3000;
/** Seconds for a program that waits for an answer which never comes: what gets out gets out at once. */
const PATIENCE_SECONDS = 4;
/** What reaches out by itself; floods and pictures of output are tried in Chromium. */
const CATEGORIES = new Set(["network", "storage", "parent", "code", "persist"]);

const HANGS = {
  "a busy loop": "while True: pass",
  "a loop that swallows every exception": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
  "an endless await": "import asyncio\nawait asyncio.Event().wait()",
} as const;

const shown = (result: ExecutionResult): string =>
  result.output.map((chunk) => chunk.text).join("") + JSON.stringify(result.result ?? "") + JSON.stringify(result.displays);

test.describe
  .serial("in an installed Firefox", { tag: ALONE }, () => {
    test.skip(firefox === null, "Firefox is not installed");
    let page: FirefoxPage;
    let attacker: Attacker;
    let server: Awaited<ReturnType<typeof createServer>>;
    let heard = 0;

    const run = (code: string, timeout = 30): Promise<ExecuteAnswer> =>
      page.evaluate(`window.skep.execute(${JSON.stringify({ code, files: [], timeout, executor: null })})`);

    test.beforeAll(async () => {
      test.setTimeout(180_000);
      attacker = await startAttacker();
      server = await createServer({ port: 0 });
      page = await openFirefox(firefox?.program ?? "");
      await page.go(`${server.url}?automation&engine=scripted`);
      await page.evaluate("new Promise((resolve) => { const look = () => ('skep' in window ? resolve(true) : setTimeout(look, 100)); look(); })");
      await page.evaluate(`(${plant})(${JSON.stringify(SECRET)})`);
    });

    test.afterAll(async () => {
      await page?.close();
      await server?.close();
      await attacker?.close();
    });

    test("the application loads, isolated, and runs Python", async () => {
      expect(await page.evaluate("crossOriginIsolated")).toBe(true);
      const begin = performance.now();
      const { result } = await run("print(1)");
      console.log(`${firefox?.version}: first print(1) after ${Math.round(performance.now() - begin)} ms`);
      expect(result).toMatchObject({ status: "ok", output: [{ stream: "stdout", text: "1\n" }] });
      // Without this nothing below could fail: the attacker can be reached, and the page's own policy is not what protects it.
      await page.evaluate(`fetch(${JSON.stringify(`${attacker.http}/control`)}, { mode: "no-cors" }).then(() => true)`);
      expect(attacker.arrivals).toContain("request GET /control");
      heard = attacker.arrivals.length;
    });

    test("packages come from their snapshot, which was made in another engine", async () => {
      test.skip(!hasPackages("pandas"), "pandas is not among the fetched assets");
      expect((await run("import pandas", 60)).result.status).toBe("ok");
      const begin = performance.now();
      const { result } = await run(
        "import sys\nprint('pandas' in sys.modules)\nimport pandas, numpy, matplotlib.pyplot\nprint(pandas.Series(numpy.arange(4)).sum())",
        60,
      );
      console.log(`${firefox?.version}: the three imports after ${Math.round(performance.now() - begin)} ms`);
      expect(result).toMatchObject({ status: "ok", output: [{ stream: "stdout", text: "True\n6\n" }] });
    });

    for (const [title, code] of Object.entries(HANGS)) {
      test(`${title} ends at its limit, and the next run works`, async () => {
        const begin = performance.now();
        const { result } = await run(`print('begun')\n${code}`, 1);
        const ms = performance.now() - begin - 1000;
        expect(result).toMatchObject({ status: "timeout", limit: { name: "wall-time" } });
        expect(shown(result)).toContain("begun");
        expect(ms).toBeLessThan(STOP_MS);
        expect((await run("print('again')")).result).toMatchObject({ status: "ok" });
      });
    }

    test("nothing gets out", async () => {
      test.setTimeout(400_000);
      const tried = ESCAPES.filter((vector) => vector.html !== true && CATEGORIES.has(vector.cat));
      for (const vector of tried) {
        const { result } = await run(aim(vector.code, vector.id, { app: server.url, ...attacker }), PATIENCE_SECONDS);
        expect(shown(result), vector.id).not.toContain(SECRET);
        for (const program of vector.session ?? []) {
          const next = await run(aim(program, vector.id, { app: server.url, ...attacker }));
          expect(shown(next.result), vector.id).not.toMatch(/PERSIST|FORGED|LEFTOVER/);
        }
        expect(attacker.arrivals.slice(heard), `${vector.id} ${vector.title}: what reached the attacker`).toEqual([]);
        const damage = await page.evaluate<string[]>(`(${inspect})(${JSON.stringify(SECRET)})`);
        expect(damage, `${vector.id} ${vector.title}: what happened to the page`).toEqual([]);
      }
      console.log(`${firefox?.version}: ${tried.length} ways out tried, none got out`);
    });
  });
