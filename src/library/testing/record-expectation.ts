import type { Expectation, ExpectedFile } from "#domain/snippet-test.ts";
import type { Observed } from "./observed.ts";

/** Characters of a file that a test carries as text; a larger one is known by its digest. */
const TEXT_LIMIT = 10_000;

/** What a test must expect so that the call that was observed passes it. */
export function recordExpectation({ result, value, output, files, figures }: Observed): Expectation {
  if (result.error !== null) return { exception: { name: result.error.name, message: result.error.message.slice(0, 200) } };
  const shows = output.trim() !== "" || files.length > 0 || figures.length > 0;
  return {
    // A tool that prints or draws and returns nothing is not tested for the nothing.
    ...(value === undefined || (value === null && shows) ? {} : { value }),
    ...(output.trim() === "" ? {} : { output }),
    ...(files.length === 0 ? {} : { files: files.map(expectedFile) }),
    ...(figures.length === 0 ? {} : { figures: { count: figures.length } }),
  };
}

function expectedFile({ path, bytes, sha256 }: Observed["files"][number]): ExpectedFile {
  if (bytes.length > TEXT_LIMIT) return { path, sha256 };
  try {
    return { path, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { path, sha256 };
  }
}
