import { expect, test } from "vitest";
import type { NetworkAnswer, NetworkDecision, NetworkMode, NetworkQuestion, NetworkRequest } from "#domain/network.ts";
import type { ExecutionProgress } from "../port.ts";
import type { SendRequest } from "./frame-transport.ts";
import { DEFAULT_NETWORK_LIMITS, type NetworkLimits } from "./network-limits.ts";
import { BrokeredNetwork, type RunNetworkParts } from "./run-network.ts";

const never = new AbortController().signal;

interface Setup extends Partial<Omit<RunNetworkParts, "mode" | "granted" | "limits" | "ask">> {
  readonly mode?: NetworkMode;
  readonly granted?: string[];
  readonly limits?: Partial<NetworkLimits>;
  /** Decisions in order; the last repeats. Empty: nobody can be asked. */
  readonly decisions?: readonly (NetworkDecision | "never")[];
}

function setUp({ mode = "ask", granted = [], limits = {}, decisions = [], ...parts }: Setup = {}) {
  const questions: NetworkQuestion[] = [];
  const sent: SendRequest[] = [];
  const told: ExecutionProgress[] = [];
  const waits: boolean[] = [];
  const network = new BrokeredNetwork({
    mode: () => mode,
    granted: () => granted,
    remember: async (host) => void granted.push(host),
    ask:
      decisions.length === 0
        ? null
        : (question) => {
            const decision = decisions[Math.min(questions.length, decisions.length - 1)];
            questions.push(question);
            return decision === "never" || decision === undefined ? new Promise(() => undefined) : Promise.resolve(decision);
          },
    ownOrigin: "https://skep.example",
    send: async (request): Promise<NetworkAnswer> => {
      sent.push(request);
      return { ok: true, status: 200, statusText: "OK", url: request.address.url.href, headers: [], body: new Uint8Array(10) };
    },
    ...parts,
    limits: { ...DEFAULT_NETWORK_LIMITS, ...limits },
  });
  const watch = { tell: (event: ExecutionProgress) => void told.push(event), waiting: (is: boolean) => void waits.push(is) };
  const get = (url: string, more: Partial<NetworkRequest> = {}, signal = never) =>
    network.request({ method: "GET", url, headers: [], body: null, timeoutMs: null, ...more }, watch, signal);
  return { network, get, questions, sent, told, waits, granted };
}

test("off, locked and without anybody to ask: nothing is sent, and each says why", async () => {
  for (const [mode, reason] of [
    ["off", "off"],
    ["locked", "locked"],
    ["listed", "unasked"],
    ["ask", "unasked"],
  ] as const) {
    const { network, get, sent } = setUp({ mode });
    expect(await get("https://a.example/")).toMatchObject({ ok: false, reason });
    expect(network.open).toBe(mode === "ask" || mode === "listed");
    expect(sent).toEqual([]);
  }
});

test("once is for one request, run for the run, always is kept, a refusal is not asked again", async () => {
  const { get, questions, sent, granted, told, waits } = setUp({ decisions: ["once", "run", "always", "refuse"] });
  await get("https://a.example/1");
  await get("https://a.example/2");
  await get("https://a.example/3");
  expect(questions.map((question) => question.path)).toEqual(["/1", "/2"]);
  await get("https://b.example/");
  expect(granted).toEqual(["b.example"]);
  expect(await get("https://c.example/x?y=1", { method: "post", body: new Uint8Array(7) })).toMatchObject({ reason: "refused" });
  expect(questions.at(-1)).toMatchObject({ host: "c.example", method: "POST", path: "/x?y=1", bodyBytes: 7, local: false, packages: [] });
  expect(await get("https://c.example/again")).toMatchObject({ reason: "refused" });
  expect([questions.length, sent.length]).toEqual([4, 4]);
  expect(waits).toEqual([true, false, true, false, true, false, true, false]);
  expect(told.slice(0, 2)).toEqual([
    { type: "network-ask", host: "a.example", url: "https://a.example/1", method: "GET", bodyBytes: 0 },
    { type: "network-answer", host: "a.example", granted: true, outcome: "200, 10 bytes" },
  ]);
  expect(told.at(-1)).toEqual({ type: "network-answer", host: "c.example", granted: false, outcome: "refused" });
});

test("a host is asked about by name and port, and a local address says that it is one", async () => {
  const { get, questions } = setUp({ decisions: ["run"], granted: ["*.example", "127.0.0.1"] });
  await get("https://a.example/");
  await get("https://a.example:8443/");
  await get("http://127.0.0.1:8080/secret");
  await get("https://192.168.0.1/");
  await get("http://0x7f000001:81/");
  expect(questions.map(({ host, local }) => [host, local])).toEqual([
    ["a.example:8443", false],
    ["127.0.0.1:8080", true],
    ["192.168.0.1", true],
    ["127.0.0.1:81", true],
  ]);
});

test.each([
  ["file:///etc/passwd", "address"],
  ["data:text/plain,x", "address"],
  ["blob:https://skep.example/1", "address"],
  ["javascript:alert(1)", "address"],
  ["ftp://a.example/", "address"],
  ["/relative", "address"],
  ["https://skep.example/executors/e2b", "address"],
  ["http://a.example/", "address"],
  ["https://[::1]:8080/", "address"],
  [`https://a.example/${"x".repeat(9000)}`, "address"],
])("%s is not asked about and goes nowhere", async (url, reason) => {
  const { get, questions, sent } = setUp({ decisions: ["always"] });
  expect(await get(url)).toMatchObject({ ok: false, reason });
  expect([questions, sent]).toEqual([[], []]);
});

test("headers cannot be forged, and nothing of a session passes", async () => {
  const { get, sent, questions } = setUp({ decisions: ["run"] });
  for (const header of [
    ["x-a", "1\r\nhost: evil.example"],
    ["x-a\r\ncookie", "1"],
    ["", "1"],
    ["x a", "1"],
  ] as const) {
    expect(await get("https://a.example/", { headers: [header] })).toMatchObject({ reason: "request" });
  }
  expect(await get("https://a.example/", { method: "CONNECT" })).toMatchObject({ reason: "request" });
  expect(await get("https://a.example/", { headers: [["x-a", "v".repeat(20_000)]] })).toMatchObject({ reason: "size" });
  const { length } = sent;
  await get("https://user:secret@a.example/#part", {
    headers: [
      ["Cookie", "a=b"],
      ["Host", "evil.example"],
      ["Origin", "https://evil.example"],
      ["Proxy-Authorization", "x"],
      ["Sec-Fetch-Site", "none"],
      ["User-Agent", "python-requests"],
      ["Authorization", "Bearer own"],
      ["X-Own", "kept"],
    ],
  });
  expect(length).toBe(0);
  expect(sent[0]?.headers).toEqual([
    ["Authorization", "Bearer own"],
    ["X-Own", "kept"],
  ]);
  expect(sent[0]?.address.url.href).toBe("https://a.example/");
  expect(questions[0]?.authorization).toBe(true);
});

test("a flood of hosts, of requests and of bytes ends where the limits are", async () => {
  const hosts = setUp({ decisions: ["refuse"], limits: { askedHosts: 3 } });
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => hosts.get(`https://h${index}.example/`)));
  expect(hosts.questions.length).toBe(3);
  expect(answers.filter((answer) => !answer.ok && answer.reason === "unasked").length).toBe(47);

  const requests = setUp({ granted: ["a.example"], limits: { requestCount: 5 } });
  const many = await Promise.all(Array.from({ length: 500 }, () => requests.get("https://a.example/")));
  expect([requests.sent.length, requests.told.length]).toEqual([5, 10]);
  expect(many.at(-1)).toMatchObject({ reason: "count" });

  const bytes = setUp({ granted: ["a.example"], limits: { totalBytes: 25 } });
  const sizes: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    await bytes.get("https://a.example/");
    sizes.push(bytes.sent.at(-1)?.responseBytes ?? 0);
  }
  expect(sizes).toEqual([25, 15, 5, 5]);
  expect(await bytes.get("https://a.example/", { method: "POST", body: new Uint8Array(9 * 1024 * 1024) })).toMatchObject({ reason: "size" });
});

test("many requests for one host are one question", async () => {
  const { get, questions, sent } = setUp({ decisions: ["run"] });
  await Promise.all(Array.from({ length: 20 }, (_, index) => get(`https://a.example/${index}`)));
  expect([questions.length, sent.length]).toEqual([1, 20]);
});

test("Stop takes a question back, and so does a long silence", async () => {
  const stop = new AbortController();
  const stopped = setUp({ decisions: ["never"] });
  const asking = stopped.get("https://a.example/", {}, stop.signal);
  const next = stopped.get("https://b.example/", {}, stop.signal);
  setTimeout(() => stop.abort(), 5);
  expect(await asking).toMatchObject({ reason: "stopped" });
  expect(await next).toMatchObject({ reason: "stopped" });
  expect(stopped.questions.length).toBe(1);
  expect(stopped.waits).toEqual([true, false]);
  const silent = setUp({ decisions: ["never"], limits: { askMs: 5 } });
  expect(await silent.get("https://a.example/")).toMatchObject({ reason: "refused" });
});

test("the program's own wish for time counts within the limit", async () => {
  const { get, sent } = setUp({ granted: ["a.example"] });
  await get("https://a.example/", { timeoutMs: 250 });
  await get("https://a.example/", { timeoutMs: 1e9 });
  await get("https://a.example/", { timeoutMs: Number.NaN });
  expect(sent.map((request) => request.timeoutMs)).toEqual([250, 60_000, 60_000]);
});
