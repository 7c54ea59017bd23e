/**
 * A place that Pyodide packages come from. Sources are interchangeable: each opens, or says why not, and then gives any package of its lock.
 * @typedef {object} PackageSource
 * @property {string} name as it is said in messages
 * @property {(context: SourceContext) => Promise<OpenSource>} open throws AssetFailure when the source is out of reach or does not fit
 */

/**
 * @typedef {object} SourceContext
 * @property {string} root of the repository
 * @property {string} cache folder outside the repository
 * @property {import("./progress.mjs").Reporter} reporter
 * @property {AbortSignal} [signal]
 * @property {import("./pyodide-lock.mjs").PyodideLock} coreLock of the installed Pyodide core
 * @property {string} coreVersion
 */

/**
 * @typedef {object} OpenSource
 * @property {import("./pyodide-lock.mjs").PyodideLock} lock
 * @property {string} release of Pyodide that the packages were built for
 * @property {string} origin where the files come from, for the manifest
 * @property {(entry: import("./pyodide-lock.mjs").LockEntry) => Promise<FetchedPackage>} fetch
 * @property {() => void} close
 */

/**
 * @typedef {object} FetchedPackage
 * @property {string} path of the checked file in the cache
 * @property {string} sha256 of that file
 * @property {string} origin
 */

export {};
