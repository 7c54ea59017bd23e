import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#domain/settings.ts";
import { createStorageHealth } from "#storage/storage-health.ts";
import { createFakePorts } from "./fake-ports.ts";
import { createLibraryStore } from "./library-store.ts";
import { createNavigationStore } from "./navigation-store.ts";
import type { AddressBar } from "./store-ports.ts";
import { createStores } from "./stores.ts";

function addressBar(hash: string): AddressBar & { back(to: string): void } {
  const listeners: (() => void)[] = [];
  const location = { hash };
  return {
    location,
    addEventListener: (_type, listener) => void listeners.push(listener),
    back: (to) => {
      location.hash = to;
      for (const listener of listeners) listener();
    },
  };
}

test("the address names screen and item, both ways", () => {
  const address = addressBar("#/history/run%2F1");
  const store = createNavigationStore(address);
  expect(store.getState()).toMatchObject({ screen: "history", item: "run/1" });
  store.getState().go("library", "a b");
  expect(address.location.hash).toBe("#/library/a%20b");
  address.back("#/models");
  expect(store.getState()).toMatchObject({ screen: "models", item: null });
});

test.each(["", "#", "#/nowhere", "#/constructor", "#/%E0%A4%A"])("an address that names no screen is the Task screen: %s", (hash) => {
  expect(createNavigationStore(addressBar(hash)).getState()).toMatchObject({ screen: "task", item: null });
});

test("a broken escape in an address is read as it stands", () => {
  expect(createNavigationStore(addressBar("#/history/%E0%A4%A")).getState().item).toBe("%E0%A4%A");
});

test("a setting shows at once and is stored; one that could not be is told", async () => {
  const ports = createFakePorts();
  const { settings } = createStores(ports);
  await settings.getState().load();
  expect(settings.getState().loaded).toBe(true);
  await settings.getState().change({ theme: "dark" });
  expect(ports.kept.settings.theme).toBe("dark");
  ports.failWrite = "The disk is full.";
  await settings.getState().change({ attemptLimit: 5 });
  expect(settings.getState()).toMatchObject({ settings: { attemptLimit: 5 }, problems: [expect.stringContaining("The disk is full.")] });
  expect(ports.kept.settings.attemptLimit).toBe(DEFAULT_SETTINGS.attemptLimit);
});

test("a setting that the installation has fixed stays as it is, whatever is changed or reset", async () => {
  const ports = createFakePorts();
  ports.locked = ["executor"];
  ports.kept.settings = { ...DEFAULT_SETTINGS, executor: "bee" };
  const { settings } = createStores(ports);
  await settings.getState().load();
  expect(settings.getState().locked).toEqual(["executor"]);
  await settings.getState().change({ executor: "e2b", theme: "dark" });
  expect(settings.getState().settings).toMatchObject({ executor: "bee", theme: "dark" });
  await settings.getState().reset();
  expect(settings.getState().settings).toEqual({ ...DEFAULT_SETTINGS, executor: "bee" });
});

test("the executor that the settings name is the active one; an unknown name falls back to the first", async () => {
  const ports = createFakePorts();
  const [first] = ports.executors;
  if (first === undefined) throw new Error("the fake lost its executor");
  const stores = createStores({ ...ports, executors: [first, { ...first, name: "e2b", capabilities: { ...first.capabilities, remote: true } }] });
  await stores.start();
  expect(stores.executors.getState()).toMatchObject({ name: "pyodide", facts: { python: "3.14.2" } });
  await stores.settings.getState().change({ executor: "e2b" });
  expect(stores.executors.getState()).toMatchObject({ name: "e2b", capabilities: { remote: true } });
  await stores.settings.getState().change({ executor: "gone" });
  expect(stores.executors.getState().active().name).toBe("pyodide");
});

test("a saved snippet is in the library", async () => {
  const ports = createFakePorts();
  const { library } = createStores(ports);
  await library
    .getState()
    .save({ name: "total", description: "Totals a column", code: "print(1)", tags: ["csv"], provenance: { run: null, model: null, task: null } });
  await Promise.resolve();
  const snippets = library.getState().snippets ?? [];
  expect(snippets.map(({ name, status }) => [name, status])).toEqual([["total", "draft"]]);
});

test("what could not be erased is not said to be; after all was erased the page starts anew", async () => {
  const ports = createFakePorts();
  const { device } = createStores(ports);
  ports.failWrite = "Another tab holds it.";
  await device.getState().eraseEverything();
  expect(device.getState().erase).toEqual({ kind: "failed", message: "Another tab holds it." });
  expect(ports.restarts).toBe(0);
  ports.failWrite = null;
  await device.getState().eraseEverything();
  expect(device.getState().erase.kind).toBe("erased");
  expect(ports.restarts).toBe(1);
});

test("a failure of the storage is told until it is dismissed, and told again when it comes again", () => {
  const health = createStorageHealth();
  const { device } = createStores({ ...createFakePorts(), health });
  const fault = { code: "SK-STORAGE-CLOSED", message: "Another tab updated Skep's storage.", advice: "Reload this page." };
  expect(device.getState().fault).toBeNull();
  health.report(fault);
  expect(device.getState().fault).toBe(fault);
  device.getState().dismissFault();
  expect(device.getState().fault).toBeNull();
  health.report(fault);
  expect(device.getState().fault).toBe(fault);
});

test("changes that come while the library is read are read together, once more", async () => {
  const listeners: (() => void)[] = [];
  let reads = 0;
  let finish: () => void = () => undefined;
  const library = {
    ...createFakePorts().library,
    subscribe: (listener: () => void) => {
      listeners.push(listener);
      return () => undefined;
    },
    list: () => {
      reads += 1;
      return new Promise<readonly []>((resolve) => {
        finish = () => resolve([]);
      });
    },
  };
  const store = createLibraryStore(library);
  const first = store.getState().refresh();
  for (let change = 0; change < 50; change++) for (const listener of listeners) listener();
  expect(reads).toBe(1);
  finish();
  await expect.poll(() => reads).toBe(2);
  finish();
  await first;
  expect(store.getState().snippets).toEqual([]);
  expect(reads).toBe(2);
});
