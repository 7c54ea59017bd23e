import type { BrowserCommand } from "vitest/node";

/** Gives the tests' origin a storage quota in bytes, or the browser's own again (null): a full disk for real. */
export const overrideQuota: BrowserCommand<[bytes: number | null]> = async (context, bytes) => {
  const session = await context.context.newCDPSession(context.page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(context.page.url()).origin, ...(bytes === null ? {} : { quotaSize: bytes }) });
  // Detaching would undo the override.
  if (bytes === null) await session.detach();
};
