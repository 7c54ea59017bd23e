import { readFile, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AssetFailure } from "./failure.mjs";
import { sha256OfFile } from "./hash.mjs";
import { readManifest } from "./manifest.mjs";
import { MODEL_OFFERS } from "./model-list.mjs";
import { cookModel } from "./model-recipes.mjs";
import { isIntact, placeFile, writeFileWhole } from "./place.mjs";
import { listPrebuiltModels } from "./prebuilt-models.mjs";

/** @typedef {import("./manifest.mjs").ModelRecord} ModelRecord */
/** @typedef {import("./manifest.mjs").AssetFile} AssetFile */

/**
 * All models that can be asked for by id.
 * @returns {Promise<import("./model-list.mjs").ModelOffer[]>}
 */
export async function listModelOffers() {
  return [...MODEL_OFFERS, ...(await listPrebuiltModels())];
}

/**
 * @typedef {object} ModelContext
 * @property {string} root of the repository
 * @property {string} cache
 * @property {import("./progress.mjs").Reporter} reporter
 * @property {AbortSignal} [signal]
 * @property {readonly string[]} folders other installations' `public/fetched`, looked in first
 */

/**
 * Gets one model into `FOLDER/models/ID/`.
 * @param {string} id
 * @param {string} folder
 * @param {ModelRecord | undefined} known its record in the manifest
 * @param {ModelContext} context
 * @returns {Promise<ModelRecord>}
 * @throws {AssetFailure}
 */
export async function fetchModel(id, folder, known, context) {
  if (known !== undefined && (await areIntact(filesOf(known), folder))) {
    context.reporter.line(`Model ${id}: here already.`);
    return known;
  }
  const lent = await findInFolders(id, context.folders);
  if (lent !== null) {
    context.reporter.line(`Model ${id}: from ${lent.folder}`);
    for (const file of filesOf(lent.record)) await placeFile(join(lent.folder, file.path), join(folder, file.path));
    return lent.record;
  }
  const offer = (await listModelOffers()).find((candidate) => candidate.id === id);
  if (offer === undefined) throw new AssetFailure(`There is no model ${id}. \`npm run assets -- --list\` names those that can be had.`);
  context.reporter.line(`Model ${id}: ${offer.name}, licence: ${offer.licence}`);
  const record = await cookIntoCache(offer, context);
  for (const file of filesOf(record)) await placeFile(join(context.cache, file.path), join(folder, file.path));
  return record;
}

/**
 * Makes the model in the cache, or takes it from there when an earlier run did. Paths of the record are relative to the cache and, alike, to `public/fetched`.
 * @param {import("./model-list.mjs").ModelOffer} offer
 * @param {ModelContext} context
 * @returns {Promise<ModelRecord>}
 */
async function cookIntoCache(offer, context) {
  const place = `models/${offer.id}`;
  const recordPath = join(context.cache, "models", `${offer.id}.json`);
  const kept = /** @type {ModelRecord | null} */ (await readFile(recordPath, "utf8").then(JSON.parse, () => null));
  if (kept !== null && (await areIntact(filesOf(kept), context.cache))) return kept;
  // What an earlier run knew to be whole and is not now must go: where the hub names no hash, a damaged file of the right size would pass.
  for (const file of kept === null ? [] : filesOf(kept)) {
    if (!(await isIntact(join(context.cache, file.path), file))) await rm(join(context.cache, file.path), { force: true });
  }

  const cooked = await cookModel(offer, join(context.cache, place), {
    ...context,
    cookOther: async (id) => {
      const other = MODEL_OFFERS.find((candidate) => candidate.id === id);
      if (other === undefined) throw new AssetFailure(`there is no model ${id} to make ${offer.id} from`);
      await cookIntoCache(other, context);
      return join(context.cache, "models", id);
    },
  });
  /** @param {string} path @returns {Promise<AssetFile>} */
  const describeFile = async (path) => {
    const relative = `${place}/${path}`;
    const absolute = join(context.cache, relative);
    return { path: relative, size: (await stat(absolute)).size, sha256: await sha256OfFile(absolute) };
  };
  const { recipe: _recipe, ...facts } = offer;
  const { webllm } = cooked;
  const record = {
    ...facts,
    origin: cooked.origin,
    files: await Promise.all(cooked.files.map(describeFile)),
    webllm:
      webllm === null
        ? null
        : { modelId: webllm.modelId, folder: `${place}/${webllm.folder}`.replace(/\/*$/, "/"), library: await describeFile(webllm.library) },
  };
  await writeFileWhole(recordPath, `${JSON.stringify(record, null, 2)}\n`);
  return record;
}

/**
 * @param {string} id
 * @param {readonly string[]} folders
 * @returns {Promise<{ folder: string, record: ModelRecord } | null>}
 */
async function findInFolders(id, folders) {
  for (const folder of folders.map((path) => resolve(path))) {
    const record = (await readManifest(folder))?.models.find((model) => model.id === id);
    if (record !== undefined && (await areIntact(filesOf(record), folder))) return { folder, record };
  }
  return null;
}

/**
 * @param {ModelRecord} record
 * @returns {AssetFile[]}
 */
export function filesOf(record) {
  return record.webllm === null ? record.files : [...record.files, record.webllm.library];
}

/**
 * @param {readonly AssetFile[]} files
 * @param {string} folder
 */
async function areIntact(files, folder) {
  for (const file of files) if (!(await isIntact(join(folder, file.path), file))) return false;
  return true;
}
