import { expect, test } from "@playwright/test";
import type { ExecutionResult } from "../../src/domain/execution-result.ts";
import { hasPackages } from "../support/assets.ts";
import { aim, ESCAPES, type EscapeCase, PROBE_DOMAIN } from "./escape-cases.ts";
import { openSealedApp, SECRET, type SealedApp } from "./sealed-app.ts";

/** Seconds for a program that is made to hang. */
const HANG_SECONDS = 3;
/** Seconds for one that may wait for an answer which never comes: what gets out gets out at once. */
const PATIENCE_SECONDS = 10;
/** After the last attempt: time for what is on its way to arrive. */
const SETTLE_MS = 3000;

const shown = (result: ExecutionResult): string =>
  result.output.map((chunk) => chunk.text).join("") + JSON.stringify(result.result ?? "") + JSON.stringify(result.displays);

/** Ways that are there, some when their package is: what stops them must be that there is no network, not that there is no such module. */
const WHERE_THE_MEANS_ARE: Readonly<Record<string, readonly string[]>> = { n13: [], n14: [], n15: ["micropip"], n16: [], n18: ["requests"] };

/** The last words are the installer's own, of an address that did not answer. */
const NOT_FETCHED = /the sandbox has no network|Can't fetch wheel/;

/** What a program of this kind would print or leave, had it got through. */
const MARKS: Readonly<Record<EscapeCase["cat"], RegExp>> = {
  network: /JSEXEC|worker said JSEXEC/,
  storage: /REGISTERED|LOCKED|^DBLIST \[.*app/m,
  parent: /CAPTURED|PORTFOUND|FORGED|<div id="root">/,
  code: /JSEXEC|^SHELLEXEC/m,
  resource: /$^/,
  render: /$^/,
  persist: /$^/,
};

/**
 * Every way out of escapes.json, against a listening host and planted secrets. Each way of hosting has a file of its own: two files
 * can run side by side.
 * @param headers whether the application's headers are sent
 */
export function describeEscapes(headers: boolean): void {
  test.describe
    .serial(headers ? "with the served headers" : "on a plain static host", () => {
      let app: SealedApp;
      let heardBefore = 0;
      test.beforeAll(async () => {
        test.setTimeout(240_000);
        app = await openSealedApp(headers);
        const control = await app.run("print('alive')");
        expect(control.result).toMatchObject({ status: "ok", output: [{ stream: "stdout", text: "alive\n" }] });
      });

      test.afterAll(async () => {
        const { lookups } = await app.close();
        expect(lookups).toContain("127.0.0.1");
        expect(lookups.match(new RegExp(`[a-z0-9]+\\.${PROBE_DOMAIN}`, "g")), "names that were looked up").toBeNull();
      });

      const expectSealed = async (id: string): Promise<void> => {
        expect(app.attacker.arrivals.slice(heardBefore), `${id}: what reached the attacker`).toEqual([]);
        expect(await app.damage(), `${id}: what happened to the page`).toEqual([]);
      };

      test("the page is isolated exactly where headers are sent, and the attacker can be reached from it", async () => {
        expect(await app.page.evaluate(() => crossOriginIsolated)).toBe(headers);
        // Without this the suite could not fail: the listener works, and the page's own policy is not what protects it.
        await app.page.evaluate((url) => fetch(url, { mode: "no-cors" }), `${app.attacker.http}/control`);
        expect(app.attacker.arrivals).toContain("request GET /control");
        heardBefore = app.attacker.arrivals.length;
      });

      for (const vector of ESCAPES.filter((one) => one.html !== true)) {
        test(`${vector.id} ${vector.title}`, async () => {
          const code = aim(vector.code, vector.id, { app: app.url, ...app.attacker });
          const { result } = await app.run(code, vector.cat === "resource" ? HANG_SECONDS : PATIENCE_SECONDS);
          expect(["ok", "error", "timeout"], JSON.stringify(result.error)).toContain(result.status);
          const needed = WHERE_THE_MEANS_ARE[vector.id];
          if (needed !== undefined && hasPackages(...needed)) expect(result.error?.message).toMatch(NOT_FETCHED);
          expect(shown(result)).not.toContain(SECRET);
          expect(shown(result)).not.toMatch(MARKS[vector.cat]);
          for (const program of vector.session ?? ["print('GENUINE')"]) {
            const next = await app.run(aim(program, vector.id, { app: app.url, ...app.attacker }), 30);
            expect(shown(next.result)).not.toMatch(/PERSIST|FORGED|LEFTOVER/);
            if (program.includes("GENUINE")) expect(next.result.output).toEqual([{ stream: "stdout", text: "GENUINE\n" }]);
          }
          await expectSealed(vector.id);
        });
      }

      for (const vector of ESCAPES.filter((one) => one.html === true)) {
        test(`${vector.id} shown as HTML: ${vector.title}`, async () => {
          const before = app.page.url();
          const made = aim(vector.code, vector.id, { app: app.url, ...app.attacker });
          const { run, result } = await app.run(`${made}\nfrom IPython.display import HTML\nHTML(open('/tmp/out/out.html').read())`, 30);
          expect(result.result?.data["text/html"]).toBeDefined();
          await app.page.evaluate((id) => {
            location.hash = `#history/${id}`;
          }, run);
          const frame = app.page.locator("iframe[title='HTML of the program, sealed']").first();
          await expect(frame).toBeVisible();
          const inside = frame.contentFrame();
          for (const target of await inside.locator("[data-click]").all()) await target.click({ timeout: 5000 }).catch(() => undefined);
          await app.page.waitForTimeout(300);
          await expectSealed(vector.id);
          expect(app.page.url().split("#")[0]).toBe(before.split("#")[0]);
          expect(app.page.context().pages().length, "no other window").toBe(1);
          // The page is what a person sees and clicks: the output neither covers nor restyles it.
          const corner = await app.page.evaluate(() => document.elementFromPoint(5, 5)?.tagName);
          expect(corner).not.toBe("IFRAME");
          await expect(app.page.getByRole("navigation").first()).toBeVisible();
        });
      }

      test("nothing arrived later either", async () => {
        await app.page.waitForTimeout(SETTLE_MS);
        await expectSealed("after all");
      });
    });
}
