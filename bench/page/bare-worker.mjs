// The baseline: what a page that follows Pyodide's documentation does.
import { loadPyodide } from "/bare/pyodide.mjs";

/** Pyodide with the packages that this installation fetched. */
async function start() {
  const manifest = await fetch("/fetched/manifest.json").then((response) => (response.ok ? response.json() : { packages: [] }));
  const lock = await fetch("/bare/pyodide-lock.json").then((response) => response.json());
  for (const entry of manifest.packages) {
    lock.packages[entry.name] = {
      ...lock.packages[entry.name],
      name: entry.name,
      version: entry.version,
      file_name: entry.file.path.split("/").at(-1),
      sha256: entry.file.sha256,
      imports: entry.imports,
      depends: entry.depends,
      install_dir: "site",
      package_type: "package",
    };
  }
  return loadPyodide({ indexURL: "/bare/", lockFileContents: JSON.stringify(lock), packageBaseUrl: new URL("/fetched/packages/", location.href).href });
}

const starting = start();

// Set before anything is awaited: a worker drops the messages that come before it has a listener.
self.onmessage = async ({ data: { code, packages } }) => {
  const python = await starting;
  let text = "";
  if (packages.length > 0) await python.loadPackage(packages, { messageCallback: () => undefined });
  python.setStdout({ batched: (line) => (text += `${line}\n`) });
  await python.runPythonAsync(code);
  self.postMessage({ text });
};
