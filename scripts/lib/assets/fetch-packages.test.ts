import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchAssets, parseSource } from "./fetch-assets.mjs";
import { silentReporter } from "./progress.mjs";
import { parseLock, readCoreLock, resolveClosure } from "./pyodide-lock.mjs";
import { pypiSource } from "./pypi-source.mjs";
import { FileHost, sha256 } from "./testing/file-host.ts";
import { fileNameOf, Installation, type LockPackage, makeLock, makeWheel } from "./testing/installation.ts";
import { licenceOf } from "./wheel-licence.mjs";

const PACKAGES: readonly LockPackage[] = [
  { name: "numpy" },
  { name: "pandas", depends: ["numpy", "python-dateutil"] },
  { name: "python-dateutil", depends: ["six"] },
  { name: "six" },
  { name: "tzdata" },
  { name: "round-one", depends: ["round-two"] },
  { name: "round-two", depends: ["round-one"] },
  { name: "broken", depends: ["nowhere"] },
];
const CLOSURE_OF_PANDAS = ["numpy", "pandas", "python-dateutil", "six", "tzdata"];

let installation: Installation;
let host: FileHost;

beforeEach(async () => {
  installation = await Installation.make(PACKAGES);
  host = new FileHost();
  await host.start();
  for (const entry of PACKAGES) host.put(`/v314.0.7/${fileNameOf(entry)}`, makeWheel(entry));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await host.close();
  await installation.remove();
});

const cdn = () => `cdn:${host.url}/v{version}/`;
const fetchThese = (packages: readonly string[], sources: readonly string[], more: { cache?: string; lines?: string[] } = {}) =>
  fetchAssets({
    root: installation.root,
    cache: more.cache ?? installation.cache,
    packages,
    models: [],
    sources,
    reporter: more.lines === undefined ? silentReporter : { line: (line) => void more.lines?.push(line), progress: () => undefined },
  });
const manifestText = () => readFile(join(installation.fetched, "manifest.json"), "utf8");

describe("resolveClosure", () => {
  const names = (wanted: readonly string[]) => resolveClosure(parseLock(makeLock(PACKAGES), "the lock"), wanted, "the lock").map((entry) => entry.name);

  it("adds all that is needed, dependencies first, and tzdata for pandas", () => {
    expect(names(["Pandas"])).toEqual(["numpy", "six", "python-dateutil", "tzdata", "pandas"]);
  });

  it("takes each once and survives circles", () => {
    expect(names(["numpy", "numpy", "pandas"]).filter((name) => name === "numpy")).toHaveLength(1);
    expect(names(["round-one"]).sort()).toEqual(["round-one", "round-two"]);
  });

  it("names what is not there, and who needs it", () => {
    expect(() => names(["nothing"])).toThrow("the lock has no package nothing");
    expect(() => names(["broken"])).toThrow("no package nowhere, which broken needs");
  });

  it("refuses what is no lock, and file names that leave the folder", () => {
    expect(() => parseLock("{", "it")).toThrow("it is not JSON");
    expect(() => parseLock("{}", "it")).toThrow("not a Pyodide lock");
    expect(() => parseLock(makeLock([{ name: "../../evil" }]), "it")).toThrow("not usable");
  });
});

describe("fetchAssets for packages", () => {
  it("fetches the closure, checked, and writes one manifest", async () => {
    const { manifest, failures } = await fetchThese(["pandas"], [cdn()]);
    expect(failures).toEqual([]);
    expect(JSON.parse(await manifestText()).packages.map((entry: { name: string }) => entry.name)).toEqual(CLOSURE_OF_PANDAS);
    expect(manifest.pyodide).toEqual({ release: "314.0.7", abi: "2026_0", python: "3.14.2" });
    const pandas = manifest.packages.find((entry) => entry.name === "pandas");
    expect(pandas).toMatchObject({ version: "1.0", depends: ["numpy", "python-dateutil", "tzdata"], licence: "BSD-3-Clause", sharedLibrary: false });
    for (const { file } of manifest.packages) expect(sha256(await readFile(join(installation.fetched, file.path)))).toBe(file.sha256);
  });

  it("asks for nothing the second time, not even in a second checkout", async () => {
    await fetchThese(["pandas"], [cdn()]);
    const before = host.requests.length;
    await fetchThese(["pandas"], [cdn()]);
    await rm(installation.fetched, { recursive: true });
    await fetchThese(["pandas"], [cdn()]);
    expect(host.requests).toHaveLength(before);
    expect(await readdir(join(installation.fetched, "packages"))).toHaveLength(5);
  });

  it("mends a file that was changed or lost", async () => {
    await fetchThese(["numpy"], [cdn()]);
    const file = join(installation.fetched, "packages", fileNameOf({ name: "numpy" }));
    await rm(file);
    await writeFile(file, "changed");
    await fetchThese(["numpy"], [cdn()]);
    expect(sha256(await readFile(file))).toBe(sha256(makeWheel({ name: "numpy" })));
  });

  it("keeps earlier packages when more are asked for", async () => {
    await fetchThese(["numpy"], [cdn()]);
    const { manifest } = await fetchThese(["six"], [cdn()]);
    expect(manifest.packages.map((entry) => entry.name).sort()).toEqual(["numpy", "six"]);
    expect(manifest.roots).toEqual(["numpy", "six"]);
  });

  it("says which source is out of reach and takes the next", async () => {
    const lines: string[] = [];
    const { manifest, failures } = await fetchThese(["six"], ["cdn:http://127.0.0.1:1/", cdn()], { lines });
    expect(failures).toEqual([]);
    expect(manifest.packages).toHaveLength(1);
    expect(lines.join("\n")).toContain("http://127.0.0.1:1/");
  });

  it("takes the next source when one gives a wrong file, and never keeps that file", async () => {
    const wrong = new FileHost();
    await wrong.start();
    wrong.put(`/${fileNameOf({ name: "six" })}`, "not the wheel");
    const lines: string[] = [];
    const { failures } = await fetchThese(["six"], [`cdn:${wrong.url}/`, cdn()], { lines });
    await wrong.close();
    expect(failures).toEqual([]);
    expect(lines.join("\n")).toContain("not the expected one");
    expect(sha256(await readFile(join(installation.fetched, "packages", fileNameOf({ name: "six" }))))).toBe(sha256(makeWheel({ name: "six" })));
  });

  it("names every source when none works, and leaves an earlier manifest as it was", async () => {
    await fetchThese(["six"], [cdn()]);
    const before = await manifestText();
    const { failures } = await fetchThese(["numpy"], ["cdn:http://127.0.0.1:1/", `local:${installation.folder}/empty`]);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(/No source gave the packages six, numpy[\s\S]*Pyodide's CDN: [\s\S]*the folder .*empty/);
    expect(await manifestText()).toBe(before);
  });

  it("does not mix releases: all packages come from one source", async () => {
    host.files.delete(`/v314.0.7/${fileNameOf({ name: "pandas" })}`);
    const local = join(installation.folder, "release");
    await mkdir(local);
    for (const entry of PACKAGES) await writeFile(join(local, fileNameOf(entry)), makeWheel(entry));
    const { manifest } = await fetchThese(["pandas"], [cdn(), `local:${local}`]);
    expect(new Set(manifest.packages.map((entry) => entry.origin))).toEqual(new Set(["a local folder"]));
  });

  it("refuses packages built for another ABI", async () => {
    const local = join(installation.folder, "old");
    await mkdir(local);
    await writeFile(join(local, "pyodide-lock.json"), makeLock(PACKAGES, "2025_0"));
    expect((await fetchThese(["six"], [`local:${local}`])).failures[0]).toContain("built for ABI 2025_0, the installed Pyodide needs 2026_0");
  });

  it("takes packages from another installation's folder", async () => {
    await fetchThese(["pandas"], [cdn()]);
    const other = await Installation.make(PACKAGES);
    const { manifest, failures } = await fetchAssets({
      root: other.root,
      cache: other.cache,
      packages: ["pandas"],
      models: [],
      sources: [`local:${installation.fetched}`],
      reporter: silentReporter,
    });
    await other.remove();
    expect(failures).toEqual([]);
    expect(manifest.packages.map((entry) => entry.name).sort()).toEqual(CLOSURE_OF_PANDAS);
  });

  it("may run twice at once", async () => {
    const runs = await Promise.all([fetchThese(["pandas"], [cdn()]), fetchThese(["six"], [cdn()]), fetchThese(["numpy"], [cdn()])]);
    expect(runs.flatMap((run) => run.failures)).toEqual([]);
    expect(JSON.parse(await manifestText()).packages).toHaveLength(5);
    expect(new Set(host.requests).size).toBe(host.requests.length);
  });

  it("still gets the others when a package that comes from one place only cannot be had", async () => {
    vi.stubEnv("PATH", "/nowhere");
    const { manifest, failures } = await fetchThese(["six", "smolagents"], [cdn()]);
    expect(failures).toEqual([expect.stringMatching(/^smolagents comes from PyPI only: python3/)]);
    expect(manifest.packages.map((entry) => entry.name)).toEqual(["six"]);
    expect(JSON.parse(await manifestText()).roots).toEqual(["six"]);
  });

  it("removes packages that nothing names any more", async () => {
    await fetchThese(["six"], [cdn()]);
    await writeFile(join(installation.fetched, "packages", "old-0.1-py3-none-any.whl"), "old");
    await fetchThese(["six"], [cdn()]);
    expect(await readdir(join(installation.fetched, "packages"))).toEqual([fileNameOf({ name: "six" })]);
  });
});

describe("pypiSource", () => {
  const carrierOf = async (files: Record<string, Uint8Array>) => {
    const content = zipSync(Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`open_webui/frontend/pyodide/${path}`, bytes])));
    const carrier = { project: "carrier", version: "1", file: "carrier-1-py3-none-any.whl", sha256: sha256(content), size: content.length };
    await mkdir(join(installation.cache, "downloads"), { recursive: true });
    await writeFile(join(installation.cache, "downloads", carrier.file), content);
    return carrier;
  };
  const contextOf = async () => {
    const { lock, version } = await readCoreLock(installation.root);
    return { root: installation.root, cache: installation.cache, reporter: silentReporter, coreLock: lock, coreVersion: version };
  };
  const basics = { "package.json": strToU8('{"version":"314.0.3"}'), "pyodide-lock.json": strToU8(makeLock(PACKAGES)) };

  it("unpacks the wheels that the carrier holds, checked", async () => {
    const open = await pypiSource({ carrier: await carrierOf({ ...basics, [fileNameOf({ name: "six" })]: makeWheel({ name: "six" }) }) }).open(
      await contextOf(),
    );
    const [entry] = resolveClosure(open.lock, ["six"], "it");
    if (entry === undefined) throw new Error("no entry");
    const fetched = await open.fetch(entry);
    open.close();
    expect(open.release).toBe("314.0.3");
    expect(sha256(await readFile(fetched.path))).toBe(entry.sha256);
  });

  it("refuses a carried wheel that does not match the lock, and one that is not carried", async () => {
    const open = await pypiSource({ carrier: await carrierOf({ ...basics, [fileNameOf({ name: "six" })]: strToU8("wrong") }), plain: {} }).open(
      await contextOf(),
    );
    const [six, numpy] = resolveClosure(open.lock, ["six", "numpy"], "it");
    if (six === undefined || numpy === undefined) throw new Error("no entries");
    await expect(open.fetch(six)).rejects.toThrow("does not match the lock");
    await expect(open.fetch(numpy)).rejects.toThrow("no WebAssembly build of numpy");
    open.close();
  });

  it("says that python3 is missing", async () => {
    vi.stubEnv("PATH", "/nowhere");
    await expect(pypiSource().open(await contextOf())).rejects.toThrow("python3 (3.9 or newer) is needed");
  });
});

describe("parseSource", () => {
  it.each(["", "cdnx", "local", "local:", "pypi:x", "https://example.org"])("refuses %j", (text) => {
    expect(() => parseSource(text)).toThrow("is not a source");
  });
});

describe("licenceOf", () => {
  it.each([
    ["License-Expression: MIT\nLicense: see file", "MIT"],
    ["License: PSF\nClassifier: License :: OSI Approved :: BSD License", "BSD License"],
    ["License: PSF", "PSF"],
    ["Name: x\n\nLicense: in the description only", "unknown"],
  ])("reads %j", (metadata, licence) => expect(licenceOf(metadata)).toBe(licence));
});
