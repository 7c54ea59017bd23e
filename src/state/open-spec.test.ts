import { describe, expect, test, vi } from "vitest";
import { createFakePorts } from "./fake-ports.ts";
import { createStores } from "./stores.ts";

describe("a view spec", () => {
  const spec = { title: "Sum", show: ["tables", "output"], files: [], code: "print(1)\n" } as const;

  test("is shown when it is opened, and runs only when the person says so, under its title and with its first part in view", async () => {
    const ports = createFakePorts();
    const run = vi.spyOn(ports.agent, "runCode");
    const { task } = createStores(ports);
    await task.getState().open({ text: JSON.stringify(spec) });
    expect(run).not.toHaveBeenCalled();
    expect(task.getState()).toMatchObject({ opened: spec, timeline: null, phase: { kind: "idle" } });
    await task.getState().runCode("print(2)\n");
    expect(run.mock.calls.map(([request]) => request)).toMatchObject([{ code: "print(2)\n", task: "Sum", files: [] }]);
    expect(task.getState()).toMatchObject({ opened: null, shown: { part: "tables" } });
    task.getState().newTask();
    expect(task.getState().shown).toBeNull();
  });

  test("comes with the files that this browser has, and names the others", async () => {
    const ports = createFakePorts();
    const here = { path: "a.csv", size: 1, sha256: "here" };
    ports.kept.files.set("here", Uint8Array.of(1));
    const { task } = createStores(ports);
    await task.getState().open({ text: JSON.stringify({ ...spec, files: [here, { path: "b.csv", size: 1, sha256: "gone" }] }) });
    expect(task.getState().files).toEqual([{ path: "a.csv", bytes: Uint8Array.of(1) }]);
    expect(task.getState().problem?.message).toBe("The code reads b.csv, which this browser does not have.");
  });

  test("that cannot be read changes nothing and says why", async () => {
    const { task } = createStores(createFakePorts());
    task.getState().setText("My task");
    await task.getState().open({ text: "type: vega" });
    expect(task.getState()).toMatchObject({
      opened: null,
      text: "My task",
      problem: { code: "SK-SPEC", message: "This view spec was not opened: line 2: type: must be python" },
    });
  });

  test("in a followed link is opened once, and the address forgets it", async () => {
    const address = { location: { hash: `#/open/${encodeURIComponent(JSON.stringify(spec))}` }, addEventListener: () => undefined };
    const stores = createStores({ ...createFakePorts(), address });
    await stores.start();
    await expect.poll(() => stores.task.getState().opened).toEqual(spec);
    expect(address.location.hash).toBe("#/task");
  });
});
