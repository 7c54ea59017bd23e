import { afterEach, expect, test } from "vitest";
import { commands } from "vitest/browser";
import type { PlannedResponse, PlannedServerCommands } from "../../../vite/planned-server-types.ts";
import { checkAddress } from "./check-address.ts";
import { type SendRequest, sendFromFrame } from "./frame-transport.ts";

const server = commands as unknown as PlannedServerCommands;
const never = new AbortController().signal;
const open: string[] = [];

afterEach(async () => {
  for (const origin of open.splice(0)) await server.stopPlannedServer(origin);
  expect(document.querySelectorAll("iframe").length, "no document stays behind").toBe(0);
});

async function serve(...responses: PlannedResponse[]): Promise<string> {
  const { origin } = await server.startPlannedServer(responses, true);
  open.push(origin);
  return origin;
}

const plain = (body: string, more: Partial<PlannedResponse> = {}): PlannedResponse => ({ status: 200, headers: {}, body: [body], end: "end", ...more });

function request(url: string, more: Partial<SendRequest> = {}): SendRequest {
  const address = checkAddress(url, location.origin, 1000);
  if (!address.ok) throw new Error(address.message);
  return {
    method: "GET",
    headers: [],
    body: null,
    authorization: false,
    address: address.value,
    grants: [],
    timeoutMs: 10_000,
    responseBytes: 1_000_000,
    ...more,
  };
}

test("an answer comes back with its status, headers and bytes, and nothing of the browser goes along", async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie must not be sent
  document.cookie = "session=secret; SameSite=Lax; path=/";
  const origin = await serve(plain("hello", { status: 201, headers: { "x-mark": "1", "set-cookie": "a=b" } }));
  const answer = await sendFromFrame(request(`${origin}/p?q=1`, { method: "POST", headers: [["x-own", "7"]], body: new Uint8Array([65, 66]) }), never);
  if (!answer.ok) throw new Error(answer.message);
  expect([answer.status, answer.url, new TextDecoder().decode(answer.body)]).toEqual([201, `${origin}/p?q=1`, "hello"]);
  expect(new Map(answer.headers).get("x-mark")).toBe("1");
  expect(answer.headers.some(([name]) => name === "set-cookie")).toBe(false);
  const [seen] = await server.seenRequests(origin);
  expect(seen).toMatchObject({ method: "POST", path: "/p?q=1", body: "AB" });
  expect(seen?.headers.cookie).toBeUndefined();
  expect(seen?.headers.referer).toBeUndefined();
  expect(seen?.headers["x-own"]).toBe("7");
});

test("a redirect is followed to a granted host, and not one byte reaches another", async () => {
  const target = await serve(plain("moved"));
  const from = await serve({ status: 302, headers: { location: `${target}/there` }, body: [], end: "end" });
  const refused = await sendFromFrame(request(`${from}/start`), never);
  expect(refused).toMatchObject({ ok: false, reason: "redirect" });
  expect(await server.seenRequests(target)).toEqual([]);
  const followed = await sendFromFrame(request(`${from}/start`, { grants: [new URL(target).host] }), never);
  expect(followed).toMatchObject({ ok: true, status: 200, url: `${target}/there` });
  expect((await server.seenRequests(target)).map((seen) => seen.path)).toEqual(["/there"]);
});

test("too large, too slow, closed to pages, stopped: each is told", async () => {
  const large = await serve(plain("", { body: [{ bytes: 5000, value: 65 }] }));
  expect(await sendFromFrame(request(large, { responseBytes: 4999 }), never)).toMatchObject({ reason: "size" });
  const slow = await serve(plain("", { body: ["x"], end: "hang" }));
  expect(await sendFromFrame(request(slow, { timeoutMs: 300 }), never)).toMatchObject({ reason: "time" });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 200);
  expect(await sendFromFrame(request(slow), stop.signal)).toMatchObject({ reason: "stopped" });
  const { origin } = await server.startPlannedServer([plain("closed")], false);
  open.push(origin);
  expect(await sendFromFrame(request(origin), never)).toMatchObject({ reason: "cors" });
});
