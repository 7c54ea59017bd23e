import { describeExecutorContract } from "#sandbox/executor-contract.ts";
import { createPyodideExecutor } from "./pyodide-executor.ts";
import { testCatalogue } from "./test-catalogue.ts";

const catalogue = await testCatalogue();
const open = async () => createPyodideExecutor({ catalogue, baseUrl: new URL("/", location.href).href });
const figure = catalogue.packages.matplotlib === undefined ? {} : { figure: "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()" };

// Stop is promised within a second of wall time.
describeExecutorContract("the sealed frame", open, { stopMs: 1000, frames: true, results: true, language: "whole", runMs: 60_000, ...figure });
