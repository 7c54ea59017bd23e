import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { patchGlue } from "./glue-patch.mjs";
import { CORE_FOLDER } from "./interpreter.mjs";

const glue = await readFile(join(CORE_FOLDER, "pyodide.asm.mjs"), "utf8");

describe("patchGlue", () => {
  it("fits the installed Pyodide", () => {
    const patched = patchGlue(glue);
    expect(patched.ok).toBe(true);
    expect(patched.ok && patched.glue.length).toBeGreaterThan(glue.length);
  });

  it("refuses a glue that lacks a target, naming it", () => {
    const patched = patchGlue(glue.replace("return Module.HEAP8.set(t),l};", "return Module.HEAPU8.set(t),l};"));
    expect(patched).toEqual({ ok: false, message: "This Pyodide cannot hold a snapshot: the restoring of memory was found 0 times, not once." });
  });

  it("refuses a glue that has a target twice", () => {
    expect(patchGlue(`${glue}updateGOT(origExports);LDSO.init();`)).toEqual({
      ok: false,
      message: "This Pyodide cannot hold a snapshot: the main module's exports was found 2 times, not once.",
    });
  });

  it("refuses its own result", () => {
    const once = patchGlue(glue);
    expect(once.ok && patchGlue(once.glue).ok).toBe(false);
  });
});
