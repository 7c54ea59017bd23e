import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkNode, ensureInstalled } from "./install.mjs";

let root: string;
let said: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "skep-install-"));
  said = [];
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** A project whose one dependency is a folder of its own, so that npm needs no registry. */
async function writeProject(version: string): Promise<void> {
  const dependencies = { tiny: "file:tiny" };
  await mkdir(join(root, "tiny"), { recursive: true });
  await writeFile(join(root, "tiny", "package.json"), JSON.stringify({ name: "tiny", version: "1.0.0" }));
  await writeFile(join(root, "package.json"), JSON.stringify({ name: "project", version, dependencies }));
  const packages = { "": { name: "project", version, dependencies }, "node_modules/tiny": { resolved: "tiny", link: true }, tiny: { version: "1.0.0" } };
  await writeFile(join(root, "package-lock.json"), JSON.stringify({ name: "project", version, lockfileVersion: 3, requires: true, packages }));
}

const install = () => ensureInstalled(root, (line) => said.push(line));

describe("ensureInstalled", () => {
  it("installs once", async () => {
    await writeProject("1.0.0");
    expect(await install()).toBe(true);
    expect(await install()).toBe(false);
    expect(said).toHaveLength(1);
  });

  it("installs nothing when the lock changed and node_modules holds all of it", async () => {
    await writeProject("1.0.0");
    await install();
    await writeProject("1.0.1");
    expect(await install()).toBe(false);
  });

  it.each(["node_modules", "node_modules/tiny"])("installs again when %s is gone", async (path) => {
    await writeProject("1.0.0");
    await install();
    await rm(join(root, path), { recursive: true });
    expect(await install()).toBe(true);
    expect(await install()).toBe(false);
  });

  it("says that npm failed and is not content the next time either", async () => {
    await writeProject("1.0.0");
    await writeFile(join(root, "package.json"), JSON.stringify({ name: "project", version: "1.0.0", dependencies: { other: "1.0.0" } }));
    await expect(install()).rejects.toThrow("npm ci failed");
    await expect(install()).rejects.toThrow("npm ci failed");
  });
});

describe("checkNode", () => {
  it.each(["20.19.0", "20.20.1", "22.12.0", "24.0.0"])("takes Node %s", (version) => expect(() => checkNode(version)).not.toThrow());
  it.each(["18.20.0", "20.18.9", "16.0.0"])("refuses Node %s and says which is needed", (version) =>
    expect(() => checkNode(version)).toThrow("20.19 or newer"),
  );
});
