import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runChecks } from "./checks.mjs";
import { findLongFiles } from "./file-lengths.mjs";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "skep-checks-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, lines: number): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), "line\n".repeat(lines));
}

describe("findLongFiles", () => {
  it("stops above 400 lines and warns above 300", async () => {
    await write("src/agent/short.ts", 300);
    await write("src/agent/long.ts", 301);
    await write("scripts/longer.mjs", 401);
    expect(findLongFiles(root)).toEqual([
      { path: "scripts/longer.mjs", lines: 401, stop: true },
      { path: "src/agent/long.ts", lines: 301, stop: false },
    ]);
  });

  it("passes over fixtures and data", async () => {
    await write("src/check/fixtures/replies.ts", 900);
    await write("src/check/words.json", 900);
    expect(findLongFiles(root)).toEqual([]);
  });
});

describe("runChecks", () => {
  it("goes on after a failure, shows its output, and says what to do", async () => {
    let said = "";
    const outcomes = await runChecks(
      root,
      (text) => {
        said += text;
      },
      [
        { name: "one", advice: "mend it", run: async () => ({ passed: false, output: "line 3 is wrong" }) },
        { name: "two", advice: "not needed", run: async () => ({ passed: true, output: "quiet" }) },
      ],
    );
    expect(outcomes.map((outcome) => outcome.passed)).toEqual([false, true]);
    expect(said).toMatch(/line 3 is wrong\nFAIL {2}one .*\n {6}mend it\nok {4}two/);
    expect(said).not.toContain("quiet");
  });
});
