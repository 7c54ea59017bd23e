import type { DefinedNames } from "#sandbox/port.ts";

/** Packages that are of no use without a network: a model that reads their names writes programs that want one. */
const NETWORK_PACKAGES = new Set("requests urllib3 certifi idna charset-normalizer httpx httpcore h11 anyio sniffio aiohttp micropip".split(" "));

/**
 * What prompts say of Python in this tab.
 * @param packages versions by distribution name
 * @param network whether programs may ask for hosts
 * @param defined what earlier runs of the session have defined
 */
export function describePyodide(python: string, packages: Readonly<Record<string, string>>, network: boolean, defined: DefinedNames = {}): readonly string[] {
  const named = Object.entries(packages).filter(([name]) => network || !NETWORK_PACKAGES.has(name));
  const list = named.map(([name, version]) => `${name} ${version}`).join(", ");
  const kept = Object.entries(defined).map(([name, type]) => `${name} (${type})`);
  const others = network ? "Other pure Python packages are fetched when they are imported." : "No others.";
  return [
    // Not by the name of what runs it: a model that reads "Pyodide" writes `import pyodide`.
    `Python ${python}, as WebAssembly in a browser tab.`,
    named.length === 0 && !network ? "Packages: the standard library only." : `Packages: the standard library${list === "" ? "" : `, ${list}`}. ${others}`,
    network
      ? "The network can be asked for: HTTPS requests with urllib.request or requests, to hosts that the user grants and that allow web pages (CORS). No sockets, no threads, no processes, no shell, no input()."
      : "No network, no threads, no processes, no shell, no input().",
    "Input files are in the working directory: open them by name. Files written there are given to the user.",
    "Show a figure with plt.show(), a table or value with display(x) or as the last expression; print() for text.",
    kept.length === 0
      ? "Top-level await works. Each run starts in a clean interpreter: define everything the program needs."
      : `Top-level await works. Defined by earlier runs, to use by name: ${kept.join(", ")}.`,
  ];
}
