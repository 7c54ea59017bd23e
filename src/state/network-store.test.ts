import { expect, test } from "vitest";
import type { NetworkQuestion } from "#domain/network.ts";
import { createFakePorts } from "./fake-ports.ts";
import { createStores } from "./stores.ts";

const QUESTION: NetworkQuestion = { host: "a.example", method: "GET", path: "/", bodyBytes: 0, local: false, authorization: false, packages: [] };

async function started() {
  const ports = createFakePorts([]);
  const stores = createStores(ports);
  await stores.start();
  return { ports, network: stores.network, settings: stores.settings };
}

test("a question is shown until it is answered, and taken back with its run", async () => {
  const { network } = await started();
  const first = network.getState().ask(QUESTION, new AbortController().signal);
  expect(network.getState().question).toEqual(QUESTION);
  network.getState().answer("run");
  expect(await first).toBe("run");
  expect(network.getState().question).toBeNull();

  const stop = new AbortController();
  const second = network.getState().ask(QUESTION, stop.signal);
  stop.abort();
  expect(await second).toBe("refuse");
  expect(network.getState().question).toBeNull();
  expect(await network.getState().ask(QUESTION, stop.signal)).toBe("refuse");
  network.getState().answer("always");
});

test("the mode follows the setting; a grant and a package are gone when they were taken back", async () => {
  const { network, settings } = await started();
  expect(network.getState().mode).toBe("off");
  await settings.getState().change({ network: "ask" });
  await network.getState().refresh();
  expect(network.getState().mode).toBe("ask");
  expect(network.getState().grants.map((grant) => grant.host)).toEqual(["api.example.org"]);
  await network.getState().revoke("api.example.org");
  expect(network.getState()).toMatchObject({ grants: [], problem: null });
  await network.getState().forgetPackage("humanize");
  expect(network.getState().packages).toEqual([]);
});
