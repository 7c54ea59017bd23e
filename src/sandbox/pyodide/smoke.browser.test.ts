import { afterAll, expect, test } from "vitest";
import { createPyodideExecutor } from "./pyodide-executor.ts";
import { testCatalogue } from "./test-catalogue.ts";

const executor = createPyodideExecutor({ catalogue: await testCatalogue(), baseUrl: new URL("/", location.href).href });
afterAll(() => executor.close());
const limits = { timeoutMs: 60000, outputLimit: 100000, memoryMiB: 1024 };
async function run(code: string) {
  const t = performance.now();
  const progress: unknown[] = [];
  const { result } = await executor.execute({ code, files: [], limits }, (p) => progress.push(p), new AbortController().signal);
  console.log(
    JSON.stringify(result).slice(0, 3000),
    Math.round(performance.now() - t),
    "ms",
    crossOriginIsolated,
    JSON.stringify(executor.state),
    progress.length,
  );
  return result;
}
test("print", async () => {
  expect((await run("print(1)\n1+1")).status).toBe("ok");
  expect((await run("print(2)\n1/0")).status).toBe("error");
});
test("figure", async () => {
  expect((await run("import matplotlib.pyplot as plt\nplt.plot([1,2])\nplt.show()")).displays.length).toBe(1);
});
