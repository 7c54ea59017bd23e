import { pyodideCore } from "virtual:pyodide-core";
import type { AssetCatalogue } from "#assets/port.ts";

/** Import names that are not a distribution's own name and that Pyodide's list does not have. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  docx: "python-docx",
  pptx: "python-pptx",
  fitz: "pymupdf",
  Levenshtein: "levenshtein",
  dotenv: "python-dotenv",
  jose: "python-jose",
  serial: "pyserial",
  slugify: "python-slugify",
  magic: "python-magic",
  git: "gitpython",
  telegram: "python-telegram-bot",
  googleapiclient: "google-api-python-client",
};

/** Import name to distribution name: what this host has, then what is known to exist. */
export function importNames(catalogue: AssetCatalogue): Readonly<Record<string, string>> {
  const here = Object.values(catalogue.packages).flatMap((entry) => entry.imports.map((name) => [name, entry.name] as const));
  return { ...ELSEWHERE, ...pyodideCore.knownImports, ...Object.fromEntries(here) };
}
