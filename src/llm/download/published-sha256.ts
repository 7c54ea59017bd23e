const HUB = "https://huggingface.co/";

/**
 * The checksum that the Hugging Face hub publishes for a large file: its raw address answers with the pointer that names it.
 * @returns null for other hosts, for small files and when the hub does not answer.
 */
export async function publishedSha256(url: string): Promise<string | null> {
  if (!url.startsWith(HUB) || !url.includes("/resolve/")) return null;
  try {
    const response = await fetch(url.replace("/resolve/", "/raw/"), { headers: { Range: "bytes=0-511" } });
    return /^oid sha256:([0-9a-f]{64})$/m.exec(await response.text())?.[1] ?? null;
  } catch {
    return null;
  }
}
