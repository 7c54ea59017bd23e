import { createHash } from "node:crypto";
import { readText } from "./files.mjs";
import { UsageError } from "./usage-error.mjs";

/**
 * The code of a program, or of a view spec (`.yaml`, `.yml`). A spec names the files that its code reads, by content: they must be given.
 * @param {string} path
 * @param {readonly import("../../src/automation/port.ts").WireFile[]} files what was given
 * @param {() => Promise<(text: string) => import("../../src/share/port.ts").SpecReading>} [reader] for tests
 * @returns {Promise<string>}
 * @throws {UsageError} when it is no view spec, or a file is missing or another than the spec names
 */
export async function readProgram(path, files, reader = loadReader) {
  const text = await readText(path);
  if (!/\.ya?ml$/i.test(path)) return text;
  const read = await reader();
  const reading = read(text);
  if (!reading.ok) throw new UsageError(`${path}${reading.line === null ? "" : `:${reading.line}`}: ${reading.message}`);
  for (const { path: name, sha256 } of reading.spec.files) {
    const given = files.find((file) => file.path === name);
    if (given === undefined) throw new UsageError(`${path} reads ${name}: give it with --file`);
    if (createHash("sha256").update(Buffer.from(given.base64, "base64")).digest("hex") !== sha256)
      throw new UsageError(`--file ${name}: not the file that ${path} names (its SHA-256 differs). Correct the spec to run it on other data.`);
  }
  return reading.spec.code;
}

async function loadReader() {
  const { loadSource } = await import("./load-source.mjs");
  return (await loadSource("src/share/view-spec-yaml.ts")).readViewSpec;
}
