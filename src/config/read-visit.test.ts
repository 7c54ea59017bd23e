import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#domain/settings.ts";
import { readVisit } from "./read-visit.ts";

const FREE = { locked: [], defaults: DEFAULT_SETTINGS };

test("every parameter sets its setting; a timeout is in seconds", () => {
  expect(
    readVisit("?engine=wllama&model=qwen%2Ftiny&executor=bee&attempts=5&timeout=2.5&loop=code-agent&steps=8&state=kept&imports=json,numpy.*", FREE),
  ).toEqual({
    visit: {
      engine: "wllama",
      model: "qwen/tiny",
      executor: "bee",
      attemptLimit: 5,
      timeoutMs: 2_500,
      loop: "code-agent",
      stepLimit: 8,
      keepState: true,
      imports: "json,numpy.*",
    },
    problems: [],
  });
});

test("no parameters, and those of others, set nothing", () => {
  expect(readVisit("", FREE)).toEqual({ visit: {}, problems: [] });
  expect(readVisit("?automation&theme=dark", FREE)).toEqual({ visit: {}, problems: [] });
});

test.each([
  ["timeout=soon", '?timeout must be a number of seconds from 0.1 to 3600, but is "soon"; it was ignored'],
  ["state=always", '?state must be kept or clean, but is "always"; it was ignored'],
  ["timeout=-1", '?timeout must be a number of seconds from 0.1 to 3600, but is "-1"; it was ignored'],
  ["timeout=1e9", '?timeout must be a number of seconds from 0.1 to 3600, but is "1e9"; it was ignored'],
  ["attempts=0", '?attempts must be a whole number of attempts from 1 to 20, but is "0"; it was ignored'],
  ["attempts=", '?attempts must be a whole number of attempts from 1 to 20, but is ""; it was ignored'],
  ["engine=gpt", '?engine must be one of auto, webllm, wllama, scripted, endpoint, but is "gpt"; it was ignored'],
  ["loop=react", '?loop must be one of skep, code-agent, but is "react"; it was ignored'],
  ["steps=0", '?steps must be a whole number of steps from 1 to 100, but is "0"; it was ignored'],
  ["imports=a-b", '?imports must be names of modules, such as json, numpy.* or *, and "a-b" is none, but is "a-b"; it was ignored'],
  ["executor=../x", '?executor must be the name of an executor, such as pyodide, but is "../x"; it was ignored'],
])("%s is ignored and named", (search, told) => {
  const { visit, problems } = readVisit(search, FREE);
  expect(visit).toEqual({});
  expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([told]);
});

test("a locked setting stays the installation's, which is named", () => {
  expect(readVisit("?executor=e2b&attempts=2", { locked: ["executor"], defaults: { ...DEFAULT_SETTINGS, executor: "bee" } })).toEqual({
    visit: { attemptLimit: 2 },
    problems: [{ path: "?executor", message: 'cannot be changed here: this installation has set it to "bee"; it was ignored' }],
  });
});

test("a parameter that stands twice: the first counts", () => {
  expect(readVisit("?attempts=2&attempts=9", FREE)).toEqual({
    visit: { attemptLimit: 2 },
    problems: [{ path: "?attempts", message: "stands 2 times; the first is used" }],
  });
});
