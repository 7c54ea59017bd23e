import { openZip } from "./zip.mjs";

/**
 * The licence that a wheel's metadata names, shortest statement first.
 * @param {string} path
 * @returns {Promise<string>} `unknown` when the metadata says nothing
 */
export async function readWheelLicence(path) {
  if (!path.endsWith(".whl")) return "unknown";
  const zip = await openZip(path);
  try {
    const name = zip.names.find((entry) => /^[^/]+\.dist-info\/METADATA$/.test(entry));
    return name === undefined ? "unknown" : licenceOf(await zip.text(name));
  } finally {
    zip.close();
  }
}

/**
 * @param {string} metadata in the format of a wheel's METADATA
 * @returns {string}
 */
export function licenceOf(metadata) {
  const head = metadata.split(/\r?\n\r?\n/, 1)[0] ?? "";
  /** @param {RegExp} pattern */
  const field = (pattern) => pattern.exec(head)?.[1]?.trim();
  const stated = field(/^License-Expression: (.+)$/m) ?? field(/^Classifier: License :: (?:OSI Approved :: )?(.+)$/m) ?? field(/^License: (.+)$/m);
  return stated === undefined || stated === "" ? "unknown" : stated;
}
