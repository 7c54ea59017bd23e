import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { streamText } from "#domain/execution-result.ts";
import { findPython } from "../../../e2e/support/python-server.ts";
import { E2B_LIMITS, type E2bStandIn, openE2bStandIn } from "./e2b-stand-in.ts";

describe.runIf(findPython() !== null)("how runs on E2B end, through the real SDK against a local stand-in", { timeout: 60_000 }, () => {
  let e2b: E2bStandIn;
  beforeAll(async () => {
    e2b = await openE2bStandIn();
  });
  afterAll(() => e2b?.close());
  const run: E2bStandIn["run"] = (...program) => e2b.run(...program);

  test("a sandbox lives as long after its last run as was said, and no longer: then it costs nothing", async () => {
    const before = await e2b.count();
    const on = e2b.executor({ lifetimeMs: 2500 });
    const limits = { ...E2B_LIMITS, timeoutMs: 500 };
    await run("1", [], limits, on);
    await run("2", [], limits, on);
    expect((await e2b.count()).created - before.created).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 3500));
    expect((await run("print(3)", [], limits, on)).result.status).toBe("ok");
    expect((await e2b.count()).created - before.created).toBe(2);
  });

  test("a line for the shell runs there", async () => {
    expect(streamText((await run("!echo from the shell")).result, "stdout")).toBe("from the shell\n");
  });

  test("the time limit ends the kernel; output and files so far come back", async () => {
    const { result } = await run('open("part.txt", "w").write("half")\nprint("begun")\nwhile True:\n    pass', [], { ...E2B_LIMITS, timeoutMs: 700 });
    expect(result).toMatchObject({ status: "timeout", exitCode: null, error: null, limit: { name: "wall-time" } });
    expect(streamText(result, "stdout")).toBe("begun\n");
    expect(result.durationMs).toBeLessThan(2000);
  });

  test("Stop ends the run within a second with its output so far, and the next run works", async () => {
    const on = e2b.executor();
    await run("1", [], E2B_LIMITS, on);
    const stop = new AbortController();
    let stoppedAt = 0;
    const running = on.execute(
      { code: 'print("begun")\nwhile True:\n    pass', files: [], limits: E2B_LIMITS },
      () => {
        stoppedAt = performance.now();
        stop.abort();
      },
      stop.signal,
    );
    const { result } = await running;
    expect(performance.now() - stoppedAt).toBeLessThan(1000);
    expect(result).toMatchObject({ status: "aborted", exitCode: null, error: null, output: [{ stream: "stdout", text: "begun\n" }] });
    expect((await run("print(2)", [], E2B_LIMITS, on)).result.status).toBe("ok");
  });

  test("much output keeps its beginning and its end", async () => {
    const { result } = await run("for i in range(20_000):\n    print(i)", [], { ...E2B_LIMITS, outputLimit: 1000 });
    expect(result.limit?.name).toBe("output");
    expect(streamText(result, "stdout")).toMatch(/^0\n1\n[\s\S]*characters left out[\s\S]*\n19999\n$/);
  });

  test("a kernel that dies says so", async () => {
    const { result } = await run('import os\nprint("before")\nos._exit(1)');
    expect(result).toMatchObject({ status: "error", exitCode: null, error: { name: "SK-KILLED" } });
  });

  test("no key, a wrong key: told apart from failures, nothing is sent", async () => {
    const before = await e2b.count();
    expect((await run("1", [], E2B_LIMITS, e2b.executor({ key: null }))).result).toMatchObject({ status: "error", error: { name: "SK-EXECUTOR-KEY" } });
    const wrong = `e2b_${"f".repeat(32)}`;
    const { result } = await run("1", [], E2B_LIMITS, e2b.executor({ key: wrong }));
    expect(result).toMatchObject({ status: "error", error: { name: "SK-EXECUTOR-KEY" } });
    expect(JSON.stringify(result)).not.toContain(wrong);
    expect(await e2b.count()).toEqual(before);
  });

  test.each([
    ["html-500", "api", "SK-EXECUTOR-ANSWER"],
    ["busy", "api", "SK-EXECUTOR-BUSY"],
    ["not-json", "api", "SK-EXECUTOR-ANSWER"],
    ["other-version", "api", "SK-EXECUTOR-ANSWER"],
    ["not-json", "sandbox", "SK-EXECUTOR-ANSWER"],
    ["html-500", "sandbox", "SK-EXECUTOR-FAILED"],
  ] as const)("a broken service (%s of %s) is told apart", async (fault, part, code) => {
    const { result } = await run("1", [], E2B_LIMITS, e2b.executor({ fault, part }));
    expect(result).toMatchObject({ status: "error", exitCode: null, error: { name: code } });
    expect(result.error?.message).toContain("Code and files are kept");
  });

  test("a slow control plane only takes longer", async () => {
    const { result } = await run("print(1)", [], E2B_LIMITS, e2b.executor({ fault: "slow", part: "api" }));
    expect(result.status).toBe("ok");
  });

  test("a connection cut in the middle keeps the output so far", async () => {
    const { result } = await run('print("begun")\nimport time\ntime.sleep(5)', [], E2B_LIMITS, e2b.executor({ fault: "cut", part: "sandbox" }));
    expect(result).toMatchObject({ status: "error", exitCode: null, error: { name: "SK-EXECUTOR-UNREACHABLE" } });
    expect(streamText(result, "stdout")).toBe("begun\n");
  });

  test("a sandbox that ends during a run is named, with the output so far; the next run gets a new one", async () => {
    const own = await openE2bStandIn();
    const on = e2b.executor({ url: own.url, fault: "short-life" });
    const { result } = await run('print("begun")\nimport time\ntime.sleep(2)', [], E2B_LIMITS, on);
    expect(result.error?.name).toBe("SK-EXECUTOR-GONE");
    expect(streamText(result, "stdout")).toBe("begun\n");
    expect((await run("print(1)", [], E2B_LIMITS, on)).result.status).toBe("ok");
    await own.close();
  });

  test("a server that is not there", async () => {
    const { result } = await run("1", [], E2B_LIMITS, e2b.executor({ url: "http://127.0.0.1:1" }));
    expect(result).toMatchObject({ status: "error", error: { name: "SK-EXECUTOR-UNREACHABLE" } });
  });

  test("closing ends the sandbox, so that it stops costing", async () => {
    const before = await e2b.count();
    const on = e2b.executor();
    await run("1", [], E2B_LIMITS, on);
    on.close();
    await expect.poll(e2b.count).toEqual({ created: before.created + 1, killed: before.killed + 1 });
  });

  test("a program too long for the SDK's kind of request is refused before it is sent", async () => {
    const { result } = await run(`x = "${"a".repeat(70_000)}"`);
    expect(result).toMatchObject({ status: "error", error: { name: "SK-EXECUTOR-REFUSED" } });
  });
});
