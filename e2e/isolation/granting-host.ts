import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A host that programs are granted: it answers pages, and redirects wherever it is told. */
export interface GrantingHost {
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly requests: readonly {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly bytes: number;
  }[];
  close(): Promise<void>;
}

/** `/to?ADDRESS` redirects; every other path answers `granted`, after what `?wait=` says in milliseconds. */
export async function startGrantingHost(): Promise<GrantingHost> {
  const requests: GrantingHost["requests"][number][] = [];
  const server = createServer(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*, authorization");
    response.setHeader("Access-Control-Allow-Methods", "*");
    if (request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    const url = request.url ?? "";
    requests.push({ method: request.method ?? "", url, headers: request.headers, bytes });
    const target = /^\/to\?(.*)$/.exec(url)?.[1];
    if (target !== undefined) response.writeHead(302, { location: decodeURIComponent(target) }).end();
    else setTimeout(() => response.setHeader("Set-Cookie", "from=granted").end("granted"), Number(/wait=(\d+)/.exec(url)?.[1] ?? 0));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
