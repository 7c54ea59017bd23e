import { existsSync, readFileSync } from "node:fs";

interface Manifest {
  readonly packages: readonly { readonly name: string }[];
  readonly models: readonly { readonly id: string }[];
}

const MANIFEST = "public/fetched/manifest.json";

function manifest(): Manifest {
  if (!existsSync(MANIFEST)) return { packages: [], models: [] };
  return JSON.parse(readFileSync(MANIFEST, "utf8")) as Manifest;
}

/** Whether all of these distributions are among the fetched assets. */
export function hasPackages(...names: readonly string[]): boolean {
  const { packages } = manifest();
  return names.every((name) => packages.some((entry) => entry.name === name));
}

/** Whether a model is among the fetched assets. */
export function hasModel(id: string): boolean {
  return manifest().models.some((model) => model.id === id);
}
