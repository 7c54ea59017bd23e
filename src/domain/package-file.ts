/** A file of a package index as this browser keeps it. */
export interface PackageFile {
  /** Without a fragment. */
  readonly url: string;
  /** Normalised distribution name. */
  readonly name: string;
  readonly kind: "page" | "wheel" | "metadata";
  /** Of a wheel; the empty string otherwise. */
  readonly version: string;
  readonly contentType: string;
  /** Of the bytes, lower-case hex. */
  readonly sha256: string;
  readonly bytes: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

/** A package from an index that is kept in this browser. */
export interface KeptPackage {
  readonly name: string;
  readonly version: string;
  /** Of everything that is kept for it. */
  readonly bytes: number;
}

/** The distribution name as indexes compare it (PEP 503): `Et_XmlFile` is `et-xmlfile`. */
export function normaliseDistribution(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}
