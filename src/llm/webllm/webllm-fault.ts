import type { Fault } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";

const MEMORY =
  /out of memory|out-of-memory|OOM|allocation failed|buffer.*(too large|exceeds)|exceeds limit|createBuffer|DeviceLost|device was lost|insufficient memory/i;

/** Says why WebLLM did not load a model, from its error's name and message. */
export function webllmLoadFault(name: string, message: string, modelName: string): Fault {
  const all = `${name}: ${message}`;
  if (/ShaderF16SupportError|shader-f16/.test(all)) return engineFault.noShaderF16(modelName);
  if (/WebGPUNotAvailable|WebGPUNotFound|Unable to find a compatible GPU/.test(all)) return engineFault.noWebgpu("no graphics adapter was found");
  if (/QuotaExceeded/.test(all)) return engineFault.storageFull(null);
  if (MEMORY.test(all)) return engineFault.noMemory("");
  if (
    /CompileError|BufferSource|WebAssembly|mlc-chat-config|tokenizer|JSON|ModelNotFound|MissingModelWasm|vocab|Cannot find (function|parameter)|param/i.test(
      all,
    )
  ) {
    return engineFault.badModel(`${message}.`);
  }
  if (/NetworkError|Failed to (fetch|store)|Cannot fetch|Failed to execute 'add' on 'Cache'/.test(all)) return engineFault.download(modelName, message, true);
  return engineFault.engine(message);
}

/** Says why a reply failed. */
export function webllmGenerateFault(name: string, message: string, contextSize: number): Fault {
  if (/ContextWindowSizeExceeded|context window size/i.test(`${name}: ${message}`)) {
    const tokens = /(?:prompt tokens|tokens)[^\d]*(\d+)/i.exec(message)?.[1];
    return engineFault.contextFull(tokens === undefined ? null : Number(tokens), contextSize);
  }
  if (MEMORY.test(`${name}: ${message}`)) return engineFault.noMemory("");
  return engineFault.engine(message);
}
