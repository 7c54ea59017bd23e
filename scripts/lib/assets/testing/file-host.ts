import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

export interface HostedFile {
  readonly content: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a host does wrong; absent means that it does all right. */
export interface Mischief {
  /** Closes the connection after this many bytes of a body, for the first so many requests. */
  cutAfter?: number;
  cuts?: number;
  /** Ignores Range and answers with the whole. */
  noRanges?: boolean;
  /** Sends this many bytes and then nothing more, with the connection open. */
  stallAfter?: number;
}

/** A static host as a CDN or a model hub is one: ranges, ETags, HEAD. Answers 404 for what it does not have. */
export class FileHost {
  readonly files = new Map<string, HostedFile>();
  readonly mischief: Mischief = {};
  /** Method, path and range of each request. */
  readonly requests: string[] = [];
  readonly #server: Server = createServer((request, response) => this.#answer(request, response));
  #url = "";

  get url(): string {
    return this.#url;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the host has no port");
    this.#url = `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  put(path: string, content: string | Uint8Array, headers?: Readonly<Record<string, string>>): void {
    this.files.set(path, { content: Buffer.from(content), ...(headers === undefined ? {} : { headers }) });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const range = request.headers.range;
    this.requests.push([request.method, request.url, range].filter((part) => part !== undefined).join(" "));
    const file = this.files.get(request.url ?? "");
    if (file === undefined) {
      response.writeHead(404).end("not here");
      return;
    }
    const etag = `"${createHash("sha256").update(file.content).digest("hex").slice(0, 16)}"`;
    const ifRange = request.headers["if-range"];
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
    const partial = range !== undefined && !this.mischief.noRanges && (ifRange === undefined || ifRange === etag);
    if (partial && start >= file.content.length) {
      response.writeHead(416, { "Content-Range": `bytes */${file.content.length}` }).end();
      return;
    }
    const body = partial ? file.content.subarray(start) : file.content;
    const contentRange = partial ? { "Content-Range": `bytes ${start}-${file.content.length - 1}/${file.content.length}` } : {};
    response.writeHead(partial ? 206 : 200, { "Content-Length": body.length, ETag: etag, ...contentRange, ...file.headers });
    if (request.method === "HEAD") {
      response.end();
      return;
    }
    this.#send(body, response);
  }

  #send(body: Buffer, response: ServerResponse): void {
    const { cutAfter, stallAfter } = this.mischief;
    if (stallAfter !== undefined) {
      response.write(body.subarray(0, stallAfter));
      return;
    }
    if (cutAfter !== undefined && (this.mischief.cuts ?? 0) > 0 && body.length > cutAfter) {
      this.mischief.cuts = (this.mischief.cuts ?? 0) - 1;
      // A while later, as a line breaks: not in the same instant as the last bytes.
      response.write(body.subarray(0, cutAfter), () => setTimeout(() => response.destroy(), 50));
      return;
    }
    response.end(body);
  }
}

/** SHA-256, lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
