import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { skep } from "../support/skep.ts";

const REPLY = ["Here:\n\n```py", "thon\nprint(6 * 7)\n", "```\n", "It prints ", "the answer."];

/** A server of one model that speaks the OpenAI protocol and always writes the same program. */
async function modelServer(): Promise<{ server: Server; address: string; asked: Record<string, unknown>[] }> {
  const asked: Record<string, unknown>[] = [];
  const server = createServer((request, response) => void answer(request, response, asked));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

async function answer(request: IncomingMessage, response: ServerResponse, asked: Record<string, unknown>[]): Promise<void> {
  const cors = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" };
  if (request.method === "OPTIONS") {
    response.writeHead(204, cors).end();
    return;
  }
  if (request.url === "/v1/models") {
    response.writeHead(200, { ...cors, "Content-Type": "application/json" }).end('{"data": [{"id": "coder-0.5b", "meta": {"n_ctx": 4096}}]}');
    return;
  }
  let body = "";
  for await (const chunk of request) body += chunk;
  asked.push(JSON.parse(body));
  response.writeHead(200, { ...cors, "Content-Type": "text/event-stream" });
  for (const content of REPLY) response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`);
  response.end(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`);
}

test("a model of a server is measured by its address", async () => {
  const { server, address, asked } = await modelServer();
  try {
    const suite = join(await mkdtemp(join(tmpdir(), "skep-eval-")), "suite.json");
    await writeFile(suite, JSON.stringify([{ id: "a", prompt: "What is 6 * 7?", check: { type: "last_number", value: 42 } }]));
    const ended = await skep("eval", suite, "--engine", "endpoint", "--model", `${address}#coder-0.5b`, "--baseline", "--mode", "careful", "--json");
    expect(ended.exitCode, ended.stderr).toBe(0);
    const report = JSON.parse(ended.stdout);
    expect(report.summary).toMatchObject({ tasks: 1, solved: 1, firstTry: 1, baseline: 1 });
    expect(report.settings).toMatchObject({ engine: "endpoint", model: `${address}#coder-0.5b` });
    // Careful asked until the second program agreed, and the baseline once.
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatchObject({ model: "coder-0.5b", temperature: 0, stream: true });
    expect(report.summary.tokens).toBeGreaterThan(0);
    const wrong = await skep("eval", suite, "--engine", "endpoint", "--model", `${address}#other`);
    expect(wrong).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("coder-0.5b") });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
