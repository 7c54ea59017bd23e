/** Hands bytes or text to the browser's download. */
export function saveFile(name: string, content: Uint8Array | string, type = "application/octet-stream"): void {
  const part: BlobPart = typeof content === "string" ? content : new Uint8Array(content);
  const url = URL.createObjectURL(new Blob([part], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
