import type { NetworkAnswer, NetworkRefusal, NetworkRequest } from "#domain/network.ts";
import { type KeptPackage, normaliseDistribution, type PackageFile } from "#domain/package-file.ts";
import { sha256 } from "#domain/sha256.ts";
import type { PackageIndex } from "../package-index.ts";
import type { NetworkWatch, RunNetwork } from "../port.ts";
import { hashesOf, withAbsoluteFiles } from "./index-page.ts";

/** Keeps the files of packages. */
export interface PackageFiles {
  get(url: string): Promise<PackageFile | null>;
  /** @returns false when it could not be kept */
  put(file: PackageFile): Promise<boolean>;
  list(): Promise<readonly KeptPackage[]>;
  removePackage(name: string): Promise<void>;
}

/** A page that is younger is not asked for again. */
const FRESH_MS = 24 * 60 * 60_000;
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$/;
const WHEEL = /\/([^/]+?)-([^/-]+)(?:-\d[^/-]*)?-[^/-]+-[^/-]+-[^/-]+\.whl(\.metadata)?$/;

/** Packages of an index, each fetched once: what an installer asks for is answered from memory wherever that is possible. */
export class RememberingIndex implements PackageIndex {
  readonly indexes: readonly string[];
  readonly #files: PackageFiles;
  readonly #now: () => number;
  /** SHA-256 by address, of every page that was read. */
  readonly #hashes = new Map<string, string>();
  #remembered: Readonly<Record<string, string>> = {};
  #loading: Promise<void> | null = null;

  constructor({ files, indexes, now }: { readonly files: PackageFiles; readonly indexes: readonly string[]; readonly now: () => number }) {
    this.#files = files;
    this.indexes = indexes;
    this.#now = now;
  }

  get remembered(): Readonly<Record<string, string>> {
    return this.#remembered;
  }

  ready(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  available(names: readonly string[], network: RunNetwork | null): readonly string[] {
    const possible = [...new Set(names.filter((name) => NAME.test(name)).map(normaliseDistribution))];
    return network?.open === true ? possible : possible.filter((name) => this.#remembered[name] !== undefined);
  }

  async request(
    request: NetworkRequest,
    packages: readonly string[],
    network: RunNetwork | null,
    watch: NetworkWatch,
    signal: AbortSignal,
  ): Promise<NetworkAnswer> {
    if (request.method.toUpperCase() !== "GET" || !URL.canParse(request.url)) return refuse("request", "packages are only fetched");
    const url = new URL(request.url);
    url.hash = "";
    const kept = await this.#kept(url.href);
    const mayFetch = network?.open === true;
    if (kept !== null && (kept.kind !== "page" || !mayFetch || this.#now() - kept.fetchedAt < FRESH_MS)) return answerOf(kept);
    if (network === null || !mayFetch) return refuse("off", `${url.host}: the sandbox has no network, and this is not among the packages that are kept`);
    const answer = await network.request({ ...request, url: url.href }, watch, signal, packages);
    if (!answer.ok || answer.status !== 200) return kept === null || (answer.ok && answer.status === 404) ? answer : answerOf(kept);
    return this.#keep(url, answer);
  }

  /** Forgets a package; what others of it need stays. */
  async forget(name: string): Promise<void> {
    await this.#files.removePackage(name);
    await this.#load();
  }

  async #load(): Promise<void> {
    const packages = await this.#files.list();
    this.#remembered = Object.fromEntries(packages.map(({ name, version }) => [name, version]));
  }

  /** A kept file, if it is whole. */
  async #kept(url: string): Promise<PackageFile | null> {
    const file = await this.#files.get(url);
    if (file === null || (await sha256(file.bytes)) !== file.sha256) return null;
    if (file.kind === "page") this.#learn(file);
    return file;
  }

  async #keep(url: URL, answer: Extract<NetworkAnswer, { readonly ok: true }>): Promise<NetworkAnswer> {
    const wheel = WHEEL.exec(url.pathname);
    const kind = wheel === null ? "page" : wheel[3] === undefined ? "wheel" : "metadata";
    const contentType = answer.headers.find(([header]) => header.toLowerCase() === "content-type")?.[1] ?? "";
    const body = kind === "page" ? withAbsoluteFiles(answer.body, contentType, answer.url) : answer.body;
    const digest = await sha256(body);
    const expected = this.#hashes.get(url.href);
    if (kind === "wheel" && expected === undefined) return refuse("changed", `${url.host}: the index gives no SHA-256 for ${fileName(url)}`);
    if (kind !== "page" && expected !== undefined && digest !== expected) {
      return refuse("changed", `${url.host}: ${fileName(url)} is not the file that the index names: its SHA-256 is another`);
    }
    const name = normaliseDistribution(decodeURIComponent(wheel?.[1] ?? url.pathname.split("/").findLast((part) => part !== "") ?? ""));
    const version = kind === "wheel" ? decodeURIComponent(wheel?.[2] ?? "") : "";
    const file: PackageFile = { url: url.href, name, kind, version, contentType, sha256: digest, bytes: body, fetchedAt: this.#now() };
    if (kind === "page") this.#learn(file);
    const stored = await this.#files.put(file);
    if (stored && kind === "wheel") this.#remembered = { ...this.#remembered, [name]: version };
    return { ...answer, body };
  }

  #learn(page: PackageFile): void {
    for (const [url, digest] of hashesOf(new TextDecoder().decode(page.bytes), page.contentType, page.url)) this.#hashes.set(url, digest);
  }
}

function answerOf({ url, contentType, bytes }: PackageFile): NetworkAnswer {
  return { ok: true, status: 200, statusText: "OK", url, headers: contentType === "" ? [] : [["content-type", contentType]], body: bytes };
}

function refuse(reason: NetworkRefusal["reason"], message: string): NetworkRefusal {
  return { ok: false, reason, message };
}

function fileName(url: URL): string {
  return url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
}
