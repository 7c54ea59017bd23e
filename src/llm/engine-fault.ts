import type { Fault } from "#domain/fault.ts";

const MEGABYTE = 1_000_000;

/** Bytes as a person reads them: `237 MB`, `1.8 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / 1000)} kB`;
  return bytes < 1000 * MEGABYTE ? `${Math.round(bytes / MEGABYTE)} MB` : `${(bytes / (1000 * MEGABYTE)).toFixed(1)} GB`;
}

/** Whether the browser itself refuses a plain http address because this page came by https. Addresses of this machine are exempt. */
function isMixedContent(address: string, page: Pick<Location, "protocol"> | undefined): boolean {
  if (page?.protocol !== "https:" || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/.test(hostname);
}

/** Every expected failure of an engine, with what to do about it. Codes are explained in Help. */
export const engineFault = {
  busy: (): Fault => ({ code: "SK-BUSY", message: "The model is still writing another reply.", advice: "Wait for it, or stop it." }),
  noModel: (): Fault => ({ code: "SK-NO-MODEL", message: "No model is loaded.", advice: "Load one in Models." }),
  loadStopped: (kept: boolean): Fault => ({
    code: "SK-ABORTED",
    message: "Loading was stopped.",
    advice: "Load the model again to go on.",
    ...(kept ? { kept: "What was downloaded is kept." } : {}),
  }),
  noWebgpu: (reason: string): Fault => ({
    code: "SK-NO-WEBGPU",
    message: `This browser offers no WebGPU${reason === "" ? "." : `: ${reason}.`}`,
    advice: "Choose a model that runs on the CPU, or open Skep in a current Chrome or Edge, Safari 26 or Firefox 141 with the graphics driver up to date.",
  }),
  noShaderF16: (model: string): Fault => ({
    code: "SK-NO-F16",
    message: `${model} needs 16-bit floats in shaders (shader-f16), which this graphics adapter does not offer.`,
    advice: "Choose the f32 build of the same model: it needs somewhat more memory and runs everywhere.",
  }),
  noMemory: (detail: string): Fault => ({
    code: "SK-NO-MEMORY",
    message: `There is not enough memory for this model${detail === "" ? "." : `: ${detail}`}`,
    advice: "Close other tabs, or choose a smaller model.",
    kept: "The downloaded files are kept.",
  }),
  deviceLost: (detail: string, again: boolean): Fault => ({
    code: "SK-DEVICE-LOST",
    message: `The graphics device was taken away${again ? " again" : ""}${detail === "" ? "." : `: ${detail}`}`,
    advice: again
      ? "Choose a smaller model or one that runs on the CPU: most often the graphics memory is too small for this one."
      : "The model is being loaded again. Run the task once more when it is ready.",
    kept: "Files, runs and the downloaded model are kept.",
  }),
  download: (url: string, detail: string, kept: boolean): Fault => ({
    code: "SK-DOWNLOAD",
    message: `The download of ${url} broke off: ${detail}`,
    advice: "Check the connection and load the model again.",
    ...(kept ? { kept: "What was downloaded is kept; the next try goes on from there." } : {}),
  }),
  notFound: (url: string, status: number): Fault => ({
    code: "SK-NOT-FOUND",
    message: `The server answered ${status} for ${url}.`,
    advice: "Check the address of the model.",
  }),
  integrity: (url: string): Fault => ({
    code: "SK-INTEGRITY",
    message: `${url} is not the file that was expected: its checksum differs.`,
    advice: "Load the model again. If it happens twice, the source is not to be trusted.",
    kept: "The bad file was deleted.",
  }),
  noStorage: (): Fault => ({
    code: "SK-NO-STORAGE",
    message: "This browser window keeps no files, so a model cannot be downloaded.",
    advice: "Open Skep in a normal (not private) window, or choose a GGUF file from disk.",
  }),
  fileInUse: (url: string): Fault => ({
    code: "SK-FILE-IN-USE",
    message: `Another tab is downloading or deleting ${url}.`,
    advice: "Wait for that tab, or close it, and load the model again.",
  }),
  storageFull: (neededBytes: number | null): Fault => ({
    code: "SK-STORAGE-FULL",
    message: `This browser has no room left for the model${neededBytes === null ? "." : `: it needs ${sizeText(neededBytes)} more.`}`,
    advice: "Delete a model that you do not need in Models, or free disk space.",
    kept: "What was downloaded is kept.",
  }),
  badModel: (detail: string): Fault => ({
    code: "SK-BAD-MODEL",
    message: `This is not a model that can be loaded: ${detail}`,
    advice: "Choose a GGUF file of a chat model, with all of its parts, or download it again.",
  }),
  noTemplate: (): Fault => ({
    code: "SK-NO-TEMPLATE",
    message: "This GGUF holds no chat template, so it cannot be told a task.",
    advice: "Choose an instruct or chat version of the model.",
  }),
  contextFull: (promptTokens: number | null, contextSize: number): Fault => ({
    code: "SK-CONTEXT",
    message: `The prompt ${promptTokens === null ? "" : `of ${promptTokens} tokens `}does not fit the model's context of ${contextSize} tokens.`,
    advice: "Shorten the task, give smaller files, or choose a model with a larger context.",
  }),
  unreachable: (address: string, page: Pick<Location, "protocol" | "origin"> | undefined = globalThis.location): Fault =>
    isMixedContent(address, page) ? engineFault.mixedContent(address) : engineFault.closed(address, page),
  mixedContent: (address: string): Fault => ({
    code: "SK-MIXED-CONTENT",
    message: `${address} speaks plain http, and this page came by https: browsers let such a page talk to http on this machine only.`,
    advice: "Give the server https (a reverse proxy does), or open Skep by http on this machine (npm start).",
  }),
  closed: (address: string, page: Pick<Location, "origin"> | undefined = globalThis.location): Fault => ({
    code: "SK-CORS",
    message: `${address} could not be reached from this page: it is off, or it does not allow this page to read it (CORS).`,
    advice: `Start the server and let it allow ${page?.origin ?? "this origin"} (Ollama: OLLAMA_ORIGINS; vLLM: --allowed-origins; LM Studio: enable CORS; llama.cpp allows all).`,
  }),
  unauthorized: (address: string, status: number): Fault => ({
    code: "SK-UNAUTHORIZED",
    message: `${address} refused the key (${status}).`,
    advice: "Enter a valid key in Models. It is held in memory for this session only.",
  }),
  rateLimited: (address: string, retryAfter: string | null): Fault => ({
    code: "SK-RATE-LIMIT",
    message: `${address} has had too many requests (429).`,
    advice: retryAfter === null ? "Wait a little and run again." : `Run again after ${/^\d+$/.test(retryAfter) ? `${retryAfter} seconds` : retryAfter}.`,
  }),
  streamCut: (address: string): Fault => ({
    code: "SK-STREAM-CUT",
    message: `${address} broke off in the middle of the reply.`,
    advice: "Run again. If it happens each time, look at the server's own log.",
    kept: "The reply up to there is in the log.",
  }),
  endpoint: (address: string, detail: string): Fault => ({
    code: "SK-ENDPOINT",
    message: `${address} answered with an error: ${detail}`,
    advice: "Check the address, the model's name and the server's log.",
  }),
  engine: (detail: string): Fault => ({
    code: "SK-ENGINE",
    message: `The engine failed: ${detail}`,
    advice: "Load the model again, or choose another one.",
  }),
  demoUnknown: (titles: readonly string[]): Fault => ({
    code: "SK-DEMO-UNKNOWN",
    message: `No language model is loaded. The demo replies are recordings and know only these tasks: ${titles.join("; ")}.`,
    advice: "Choose one of them, or load a model in Models: it is downloaded once and then runs in this tab, offline too.",
  }),
} as const;
