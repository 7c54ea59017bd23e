import { describe, expect, it } from "vitest";
import type { PackageRecord } from "../lib/assets/manifest.mjs";
import { closureOf, gatherIngredients } from "./ingredients.mjs";

function packageOf(name: string, depends: string[], sha256 = name): PackageRecord {
  return {
    name,
    version: "1",
    file: { path: `packages/${name}.whl`, size: 1, sha256 },
    imports: [name],
    depends,
    sharedLibrary: false,
    licence: "MIT",
    origin: "here",
  };
}

const numpy = packageOf("numpy", []);
const pandas = packageOf("pandas", ["numpy", "tzdata"]);
const tzdata = packageOf("tzdata", []);
const matplotlib = packageOf("matplotlib", ["numpy"]);
const all = [matplotlib, pandas, tzdata, numpy];

describe("closureOf", () => {
  it("puts each package once, after what it needs", () => {
    expect(closureOf(all, ["pandas", "numpy"])?.map((entry) => entry.name)).toEqual(["numpy", "tzdata", "pandas"]);
  });

  it("is null when something needed is missing", () => {
    expect(closureOf([pandas, numpy], ["pandas"])).toBeNull();
  });

  it("ends when packages need each other", () => {
    expect(closureOf([packageOf("a", ["b"]), packageOf("b", ["a"])], ["a"])?.length).toBe(2);
  });
});

describe("gatherIngredients", () => {
  it("gives the same key for the same packages in any order, and another for other bytes", async () => {
    const { key } = await gatherIngredients(all);
    expect((await gatherIngredients(all.toReversed())).key).toBe(key);
    expect((await gatherIngredients([...all, packageOf("scipy", [])])).key).toBe(key);
    expect((await gatherIngredients([numpy, tzdata, matplotlib, packageOf("pandas", ["numpy", "tzdata"], "other")])).key).not.toBe(key);
  });

  it("builds the core alone when packages are missing", async () => {
    expect((await gatherIngredients([numpy])).science).toBeNull();
  });
});
