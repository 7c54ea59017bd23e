#!/usr/bin/env node
/**
 * The `skep` command: the same application, driven in a headless Chromium.
 * Exit codes: 0 the run ended ok, 1 it ended any other way, 2 bad usage.
 */
import { Command, CommanderError } from "commander";
import { addAsk } from "./commands/ask.mjs";
import { addCall } from "./commands/call.mjs";
import { addEval } from "./commands/eval.mjs";
import { addReplay } from "./commands/replay.mjs";
import { addRun } from "./commands/run.mjs";
import { addServe } from "./commands/serve.mjs";
import { addTest } from "./commands/test.mjs";
import { addVerify } from "./commands/verify.mjs";
import { UsageError } from "./lib/usage-error.mjs";

const program = new Command("skep")
  .description("Skep: a private Python agent that lives in a browser tab. These commands drive the same application without a window.")
  .exitOverride()
  .showHelpAfterError("(skep --help lists what there is)");

for (const add of [addServe, addRun, addCall, addAsk, addEval, addTest, addVerify, addReplay]) add(program);
// Each subcommand ends with the same exit codes as the program.
for (const command of program.commands) command.exitOverride();

try {
  await program.parseAsync();
} catch (thrown) {
  if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? 0 : 2;
  else if (thrown instanceof UsageError) {
    process.stderr.write(`skep: ${thrown.message}\n`);
    process.exitCode = 2;
  } else {
    process.stderr.write(`skep: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    process.exitCode = 1;
  }
}
