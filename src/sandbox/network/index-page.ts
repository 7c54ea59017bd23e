/**
 * SHA-256 of the files that a page of a package index names, by absolute address without a fragment: the simple API as JSON (PEP 691) or HTML
 * (PEP 503), or the older JSON of one project. What has no hash is left out.
 * @param contentType of the page
 */
export function hashesOf(text: string, contentType: string, pageUrl: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (address: unknown, sha256: unknown): void => {
    if (typeof address !== "string" || typeof sha256 !== "string" || !/^[0-9a-f]{64}$/i.test(sha256) || !URL.canParse(address, pageUrl)) return;
    const url = new URL(address, pageUrl);
    url.hash = "";
    found.set(url.href, sha256.toLowerCase());
  };
  if (/\bjson\b/i.test(contentType)) readJson(text, add);
  else for (const [, address, sha256] of text.matchAll(/href=["']([^"'#]+)#sha256=([0-9a-fA-F]{64})/g)) add(address?.replaceAll("&amp;", "&"), sha256);
  return found;
}

/**
 * The page with the addresses of its files made absolute: the simple API allows relative ones (PEP 691), and the installer takes none in JSON.
 * Anything else comes back as it is.
 */
export function withAbsoluteFiles(body: Uint8Array, contentType: string, pageUrl: string): Uint8Array {
  if (!/\bjson\b/i.test(contentType)) return body;
  let page: unknown;
  try {
    page = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return body;
  }
  const files = items(field(page, "files"));
  if (files.length === 0) return body;
  const absolute = files.map((file) => {
    const address = field(file, "url");
    return typeof file === "object" && typeof address === "string" && URL.canParse(address, pageUrl) ? { ...file, url: new URL(address, pageUrl).href } : file;
  });
  return new TextEncoder().encode(JSON.stringify({ ...(page as object), files: absolute }));
}

type Add = (address: unknown, sha256: unknown) => void;

function readJson(text: string, add: Add): void {
  let page: unknown;
  try {
    page = JSON.parse(text);
  } catch {
    return;
  }
  for (const file of items(field(page, "files"))) {
    add(field(file, "url"), field(field(file, "hashes"), "sha256"));
    const metadata = field(field(file, "core-metadata"), "sha256") ?? field(field(file, "dist-info-metadata"), "sha256");
    const address = field(file, "url");
    if (typeof address === "string") add(`${address}.metadata`, metadata);
  }
  const releases = field(page, "releases");
  const lists = typeof releases === "object" && releases !== null ? Object.values(releases) : [];
  for (const file of [...lists, field(page, "urls")].flatMap(items)) add(field(file, "url"), field(field(file, "digests"), "sha256"));
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
