import { describeExecutorContract } from "#sandbox/executor-contract.ts";
import { createPyodideExecutor } from "./pyodide-executor.ts";
import { testCatalogue } from "./test-catalogue.ts";

const open = async () => createPyodideExecutor({ catalogue: await testCatalogue(), baseUrl: new URL("/", location.href).href });

// Stop is promised within a second of wall time.
describeExecutorContract("the sealed frame", open, { stopMs: 1000, frames: true, results: true, language: "whole", runMs: 60_000 });
