import { createSocket } from "node:dgram";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A host that the sandbox must never reach: it remembers every byte that arrives. */
export interface Attacker {
  /** `http://127.0.0.1:port` */
  readonly http: string;
  readonly webSocket: string;
  /** `127.0.0.1:port` */
  readonly udp: string;
  /** What arrived so far, one line each: requests with their address, TCP connections, UDP packets. */
  readonly arrivals: readonly string[];
  close(): Promise<void>;
}

/** Listens on loopback for HTTP, WebSocket and bare TCP on one port, and for UDP on another. */
export async function startAttacker(): Promise<Attacker> {
  const arrivals: string[] = [];
  const note = (request: IncomingMessage, kind: string): void => void arrivals.push(`${kind} ${request.method} ${request.url}`);
  const server = createServer((request, response) => {
    note(request, "request");
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    response.end("evil");
  });
  server.on("connection", () => arrivals.push("connection"));
  server.on("upgrade", (request, socket) => {
    note(request, "upgrade");
    socket.destroy();
  });
  const udp = createSocket("udp4");
  udp.on("message", (message, from) => arrivals.push(`packet ${message.length} bytes from ${from.port}`));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    http: `http://127.0.0.1:${port}`,
    webSocket: `ws://127.0.0.1:${port}`,
    udp: `127.0.0.1:${udp.address().port}`,
    arrivals,
    close: () =>
      new Promise((resolve) => {
        udp.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
