import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface CutServer {
  readonly url: string;
  /** While it is set, connections are destroyed after `cutAt` bytes of the file, later ones at once. */
  cut: boolean;
  /** `Range` of each request so far, or null. */
  readonly ranges: readonly (string | null)[];
  close(): Promise<void>;
}

/** Serves one file at `/tiny.gguf` of another origin, with ranges, and breaks off in the middle as long as it is told to. */
export async function startCutServer(file: Uint8Array, cutAt: number): Promise<CutServer> {
  const ranges: (string | null)[] = [];
  const state = { cut: true };
  const server = createServer((request, response) => {
    const cors = { "access-control-allow-origin": "*", "access-control-allow-headers": "*", "access-control-expose-headers": "*" };
    if (request.method === "OPTIONS") return void response.writeHead(204, cors).end();
    const range = request.headers.range ?? null;
    ranges.push(range);
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
    response.writeHead(from === 0 ? 200 : 206, {
      ...cors,
      etag: '"one"',
      "content-length": String(file.byteLength - from),
      ...(from === 0 ? {} : { "content-range": `bytes ${from}-${file.byteLength - 1}/${file.byteLength}` }),
    });
    if (!state.cut) return void response.end(file.subarray(from));
    response.write(file.subarray(from, Math.max(from, cutAt)), () => setTimeout(() => response.destroy(), 200));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cut() {
      return state.cut;
    },
    set cut(value) {
      state.cut = value;
    },
    ranges,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
