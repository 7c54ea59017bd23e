import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./lib/install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Packages are 17 MB; a connection that needs longer than this should not keep the app from starting. */
const ASSETS_MS = 180_000;

const HELP = `Starts Skep on this machine: installs, fetches Python packages, builds, serves.

  npm start
  npm start -- --port 5000      another port (models in the browser are kept by port)
  npm start -- --no-assets      fetch nothing; SKEP_OFFLINE=1 does the same
`;

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

async function main() {
  const { values } = parseArgs({
    options: { port: { type: "string" }, host: { type: "string" }, "no-assets": { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) return say(HELP.trimEnd());
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536)) throw new Error(`--port ${values.port} is not a port (0 to 65535).`);

  await ensureInstalled(ROOT);
  const { assertLoopback, createServer } = await import("./lib/server.mjs");
  const { executorMounts } = await import("./lib/executor-mounts.mjs");
  if (values.host !== undefined) assertLoopback(values.host);
  if (!values["no-assets"] && process.env.SKEP_OFFLINE !== "1") await fetchPackages();
  const { ensureBuilt } = await import("./lib/build.mjs");
  await ensureBuilt(ROOT);

  const running = await createServer({
    extraMounts: executorMounts(),
    ...(port === undefined ? {} : { port }),
    ...(values.host === undefined ? {} : { host: values.host }),
  });
  say("");
  say(`Skep is at ${running.url} (Ctrl+C ends it)`);
  for (const line of await describeAssets()) say(line);
  if (!values["no-assets"]) void buildSnapshots();
  const end = () => void running.close().then(() => process.exit(0));
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
}

/** What cannot be fetched is said, and keeps nothing from starting. */
async function fetchPackages() {
  const { DEFAULT_PACKAGES, fetchAssets } = await import("./lib/assets/fetch-assets.mjs");
  /** @type {readonly string[]} */
  let failures;
  try {
    ({ failures } = await fetchAssets({ root: ROOT, packages: DEFAULT_PACKAGES, models: [], signal: AbortSignal.timeout(ASSETS_MS) }));
  } catch (error) {
    failures = [error instanceof Error ? error.message : String(error)];
  }
  for (const failure of failures) process.stderr.write(`${failure}\n`);
  if (failures.length > 0) process.stderr.write("Skep starts without that; `npm run assets` tries again.\n");
}

/** The page works without them and takes them up when it is opened again, so nobody waits for them. */
async function buildSnapshots() {
  const { fetchAssets } = await import("./lib/assets/fetch-assets.mjs");
  await fetchAssets({ root: ROOT, packages: [], models: [], sources: [], snapshots: true }).catch((error) =>
    process.stderr.write(`Snapshots: ${error instanceof Error ? error.message : String(error)}\n`),
  );
}

/** @returns {Promise<string[]>} one line on packages, one on models */
async function describeAssets() {
  const { readManifest } = await import("./lib/assets/manifest.mjs");
  const manifest = await readManifest(`${ROOT}/public/fetched`);
  const packages = manifest?.roots ?? [];
  const models = manifest?.models ?? [];
  return [
    packages.length === 0
      ? "Python packages: none but the standard library. `npm run assets` fetches numpy, pandas and matplotlib."
      : `Python packages: ${packages.join(", ")}. More: \`npm run assets -- --packages NAME\`.`,
    models.length === 0
      ? "Models on this machine: none; the page offers downloads, a demo, or a GGUF from your disk. Ahead of time: `npm run assets -- --list`."
      : `Models on this machine: ${models.map((model) => model.id).join(", ")}. More: \`npm run assets -- --list\`.`,
  ];
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = /^ERR_PARSE_ARGS/.test(/** @type {NodeJS.ErrnoException} */ (error).code ?? "") ? 2 : 1;
}
