import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserCommand } from "vitest/node";
import type { PlannedResponse, SeenRequest } from "./planned-server-types.ts";

interface PlannedServer {
  readonly server: Server;
  readonly seen: SeenRequest[];
  closedEarly: number;
}

const servers = new Map<string, PlannedServer>();

const start: BrowserCommand<[responses: readonly PlannedResponse[], cors: boolean]> = async (_context, responses, cors) => {
  const seen: SeenRequest[] = [];
  let next = 0;
  const server = createServer(async (request, response) => {
    const corsHeaders: Record<string, string> = cors
      ? {
          "access-control-allow-origin": "*",
          "access-control-allow-headers": "*, authorization",
          "access-control-allow-methods": "*",
          "access-control-expose-headers": "*",
        }
      : {};
    if (request.method === "OPTIONS") {
      response.writeHead(cors ? 204 : 403, corsHeaders).end();
      return;
    }
    seen.push(await describe(request));
    const planned = responses[Math.min(next, responses.length - 1)];
    next += 1;
    if (planned === undefined) {
      response.writeHead(500, corsHeaders).end();
      return;
    }
    response.on("close", () => {
      if (!response.writableEnded && planned.end !== "cut") record.closedEarly += 1;
    });
    await answer(response, planned, corsHeaders);
  });
  const record: PlannedServer = { server, seen, closedEarly: 0 };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  servers.set(origin, record);
  return { origin };
};

const seenRequests: BrowserCommand<[origin: string]> = (_context, origin) => servers.get(origin)?.seen ?? [];

const closedEarly: BrowserCommand<[origin: string]> = (_context, origin) => servers.get(origin)?.closedEarly ?? 0;

const stop: BrowserCommand<[origin: string]> = (_context, origin) => {
  const record = servers.get(origin);
  servers.delete(origin);
  record?.server.closeAllConnections();
  record?.server.close();
};

/** A server for browser tests that answers byte by byte as the test plans: for cut downloads and stubborn endpoints. */
export const plannedServerCommands = { startPlannedServer: start, seenRequests, closedEarly, stopPlannedServer: stop };

async function describe(request: IncomingMessage): Promise<SeenRequest> {
  let body = "";
  for await (const chunk of request) body += chunk;
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { method: request.method ?? "", path: request.url ?? "", headers, body };
}

async function answer(response: ServerResponse, planned: PlannedResponse, corsHeaders: Record<string, string>): Promise<void> {
  response.socket?.setNoDelay(true);
  response.writeHead(planned.status, { ...corsHeaders, ...planned.headers });
  response.flushHeaders();
  for (const piece of planned.body) {
    if (response.destroyed) return;
    if (typeof piece === "string") await write(response, Buffer.from(piece));
    else if ("bytes" in piece) await write(response, Buffer.alloc(piece.bytes, piece.value));
    else if ("base64" in piece) await write(response, Buffer.from(piece.base64, "base64"));
    else await new Promise((resolve) => setTimeout(resolve, piece.pauseMs));
  }
  if (planned.end === "end") response.end();
  else if (planned.end === "cut") response.socket?.destroy();
}

/** Resolves when the kernel took the bytes, so that a cut comes after them. */
function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => response.write(bytes, () => resolve()));
}
