import { expect, test } from "vitest";
import type { PackageFile } from "#domain/package-file.ts";
import { createDexieNetworkGrants } from "./dexie-network-grants.ts";
import { createDexiePackageFiles } from "./dexie-package-files.ts";
import { memoryDatabase } from "./memory-database.ts";
import { createStorageHealth } from "./storage-health.ts";

test("grants are kept once each, in the order of their hosts, and can be taken back", async () => {
  const grants = createDexieNetworkGrants(memoryDatabase(), createStorageHealth(), () => new Date("2026-11-30T12:00:00Z"));
  expect(await grants.list()).toEqual([]);
  for (const host of ["b.example", "a.example:8443", "b.example"]) expect(await grants.add(host)).toEqual({ ok: true });
  expect(await grants.list()).toEqual(["a.example:8443", "b.example"].map((host) => ({ host, grantedAt: "2026-11-30T12:00:00.000Z" })));
  await grants.remove("b.example");
  expect((await grants.list()).map((grant) => grant.host)).toEqual(["a.example:8443"]);
});

test("a package is listed by its newest wheel, with the size of all that is kept for it, and removed whole", async () => {
  const files = createDexiePackageFiles(memoryDatabase(), createStorageHealth());
  const file = (name: string, kind: PackageFile["kind"], version: string, size: number, fetchedAt: number): PackageFile => {
    return { url: `https://f.example/${name}/${kind}/${version}`, name, kind, version, contentType: "", sha256: "", bytes: new Uint8Array(size), fetchedAt };
  };
  await files.put(file("zeta", "wheel", "2.0", 100, 2));
  await files.put(file("zeta", "wheel", "1.0", 50, 1));
  await files.put(file("zeta", "page", "", 7, 3));
  await files.put(file("alpha", "wheel", "0.1", 5, 1));
  await files.put(file("looked-at-only", "page", "", 9, 1));
  expect(await files.list()).toEqual([
    { name: "alpha", version: "0.1", bytes: 5 },
    { name: "zeta", version: "2.0", bytes: 157 },
  ]);
  expect((await files.get("https://f.example/zeta/wheel/1.0"))?.bytes.length).toBe(50);
  await files.removePackage("zeta");
  expect((await files.list()).map((kept) => kept.name)).toEqual(["alpha"]);
  expect(await files.get("https://f.example/zeta/page/")).toBeNull();
});
