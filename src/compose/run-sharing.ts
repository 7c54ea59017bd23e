import type { RunSharing } from "#share/port.ts";

/** Sharing, fetched when it is first used. @param appBase address of the application, with a slash at the end */
export function createRunSharing(appBase: URL): RunSharing {
  const yaml = () => import("#share/view-spec-yaml.ts");
  const link = () => import("#share/share-link.ts");
  return {
    writeSpec: async (spec) => (await yaml()).writeViewSpec(spec),
    readSpec: async (text) => (await yaml()).readViewSpec(text),
    writeNotebook: async (spec, result) => (await import("#share/notebook.ts")).writeNotebook(spec, result),
    writeLink: async (spec) => (await link()).writeShareLink(appBase.href, spec),
    readLink: async (carried) => (await link()).readShareLink(carried),
  };
}
