import { expect, test } from "vitest";
import { readVisit } from "./read-visit.ts";

test("every parameter sets its setting; a timeout is in seconds", () => {
  expect(readVisit("?engine=wllama&model=qwen%2Ftiny&executor=bee&attempts=5&timeout=2.5", [])).toEqual({
    visit: { engine: "wllama", model: "qwen/tiny", executor: "bee", attemptLimit: 5, timeoutMs: 2_500 },
    problems: [],
  });
});

test("no parameters, and those of others, set nothing", () => {
  expect(readVisit("", [])).toEqual({ visit: {}, problems: [] });
  expect(readVisit("?automation&theme=dark", [])).toEqual({ visit: {}, problems: [] });
});

test.each([
  ["timeout=soon", '?timeout must be a number of seconds from 0.1 to 3600, but is "soon"; it was ignored'],
  ["timeout=-1", '?timeout must be a number of seconds from 0.1 to 3600, but is "-1"; it was ignored'],
  ["timeout=1e9", '?timeout must be a number of seconds from 0.1 to 3600, but is "1e9"; it was ignored'],
  ["attempts=0", '?attempts must be a whole number of attempts from 1 to 20, but is "0"; it was ignored'],
  ["attempts=", '?attempts must be a whole number of attempts from 1 to 20, but is ""; it was ignored'],
  ["engine=gpt", '?engine must be one of auto, webllm, wllama, scripted, endpoint, but is "gpt"; it was ignored'],
  ["executor=../x", '?executor must be the name of an executor, such as pyodide, but is "../x"; it was ignored'],
])("%s is ignored and named", (search, told) => {
  const { visit, problems } = readVisit(search, []);
  expect(visit).toEqual({});
  expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([told]);
});

test("a locked setting stays the installation's", () => {
  expect(readVisit("?executor=e2b&attempts=2", ["executor"])).toEqual({
    visit: { attemptLimit: 2 },
    problems: [{ path: "?executor", message: "is set by this installation and cannot be changed here; it was ignored" }],
  });
});

test("a parameter that stands twice: the first counts", () => {
  expect(readVisit("?attempts=2&attempts=9", [])).toEqual({
    visit: { attemptLimit: 2 },
    problems: [{ path: "?attempts", message: "stands 2 times; the first is used" }],
  });
});
