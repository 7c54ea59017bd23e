import { build, type Plugin } from "vite";

interface BundleOptions {
  readonly plugins?: Plugin[];
  /** Expressions that names stand for. */
  readonly define?: Readonly<Record<string, string>>;
}

/** Bundles one entry with all that it imports into the text of a classic script. */
export async function bundleScript(root: string, entry: string, { plugins = [], define = {} }: BundleOptions = {}): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: "error",
    plugins,
    define,
    build: {
      write: false,
      target: "es2023",
      minify: true,
      reportCompressedSize: false,
      lib: { entry, formats: ["iife"], name: "script" },
    },
  });
  for (const part of Array.isArray(output) ? output : [output]) {
    if (!("output" in part)) continue;
    const chunk = part.output.find((file) => file.type === "chunk");
    if (chunk?.type === "chunk") return chunk.code;
  }
  throw new Error(`the bundle of ${entry} is empty`);
}
