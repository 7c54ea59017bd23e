import { expect, test } from "vitest";
import { DEFAULT_DEPLOYMENT } from "./deployment.ts";
import { loadConfig } from "./load-config.ts";

const BASE = new URL("https://skep.example/app/");

function load(answer: Response | Error) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = (input) => {
    asked.push(String(input));
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return loadConfig(fetch, BASE, AbortSignal.timeout(1_000)).then((config) => ({ ...config, asked }));
}

const json = (text: string) => new Response(text, { headers: { "content-type": "application/json" } });

test("is fetched beside index.html and laid over the defaults", async () => {
  const { deployment, problems, asked } = await load(json('\uFEFF{"settings": {"theme": "dark"}}'));
  expect(asked).toEqual(["https://skep.example/app/skep.config.json"]);
  expect(deployment.defaults.theme).toBe("dark");
  expect(problems).toEqual([]);
});

test("a missing file is no problem, nor is a server that answers everything with its page", async () => {
  for (const answer of [new Response("", { status: 404 }), new Response("<!doctype html>", { headers: { "content-type": "text/html; charset=utf-8" } })]) {
    expect(await load(answer)).toMatchObject({ deployment: DEFAULT_DEPLOYMENT, problems: [] });
  }
});

test.each([
  [new Response("", { status: 500 }), "could not be fetched (status 500)"],
  [new TypeError("no network"), "could not be fetched (no network)"],
  [json("{"), "is not JSON"],
  [json("[]"), "must be a JSON object"],
])("what cannot be read is named and the defaults hold: %s", async (answer, message) => {
  const { deployment, problems } = await load(answer);
  expect(deployment).toEqual(DEFAULT_DEPLOYMENT);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.message).toContain(message);
  expect(problems[0]?.message).toContain("the built-in defaults are used");
});
