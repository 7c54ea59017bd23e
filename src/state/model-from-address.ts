import type { CatalogueModel } from "#llm/port.ts";

/** What a person typed to add a model. */
export interface TypedModel {
  /** Of a GGUF, of the first part of a split one, or of the folder of a model compiled for WebLLM. */
  readonly address: string;
  /** Of the compiled library, for a folder; else empty. */
  readonly library: string;
}

export type AddressedModel = { readonly ok: true; readonly model: CatalogueModel } | { readonly ok: false; readonly message: string };

const FIRST_PART = /-0*1-of-(\d{5})\.gguf$/i;
const CONTEXT_SIZE = 4096;
const no = (message: string): AddressedModel => ({ ok: false, message });

/**
 * A catalogue entry of an address: a GGUF for the CPU engine, or a folder and a library for WebLLM. Nothing is asked of the server yet.
 * @param base what relative addresses start from
 */
export function modelFromAddress({ address, library }: TypedModel, base: string): AddressedModel {
  const url = httpUrl(address, base);
  if (url === null) return no("The address must begin with http:// or https://, or be a path on this host.");
  if (url.pathname.toLowerCase().endsWith(".gguf")) return { ok: true, model: gguf(url) };
  if (library.trim() === "") return no("That is no GGUF file. For a folder of a model compiled for WebLLM, give its library (.wasm), too.");
  const wasm = httpUrl(library, base);
  if (wasm === null || !wasm.pathname.toLowerCase().endsWith(".wasm")) return no("The library must be an address that ends in .wasm.");
  const folder = url.href.endsWith("/") ? url.href : `${url.href}/`;
  const id = decodeURIComponent(
    folder
      .replace(/\/resolve\/[^/]+\/$/, "/")
      .split("/")
      .at(-2) ?? folder,
  );
  return {
    ok: true,
    model: {
      ...entry(folder, id),
      engine: "webllm",
      source: { kind: "webllm", id, record: { model: folder, modelLib: wasm.href, contextSize: CONTEXT_SIZE } },
      needs: { webgpu: true, shaderF16: /q4f16|q0f16/.test(id) },
    },
  };
}

function gguf(url: URL): CatalogueModel {
  // The hub's page of a file, which people copy, is not the file.
  if (url.hostname === "huggingface.co") url.pathname = url.pathname.replace("/blob/", "/resolve/");
  const count = Number(FIRST_PART.exec(url.pathname)?.[1] ?? 1);
  const urls = Array.from({ length: count }, (_, index) => {
    const part = new URL(url);
    part.pathname = url.pathname.replace(FIRST_PART, `-${String(index + 1).padStart(5, "0")}-of-${String(count).padStart(5, "0")}.gguf`);
    return part.href;
  });
  const name = decodeURIComponent(url.pathname.split("/").at(-1) ?? url.href).replace(/(-\d{5}-of-\d{5})?\.gguf$/i, "");
  return { ...entry(url.href, name), engine: "wllama", source: { kind: "gguf-url", urls }, needs: { webgpu: false, shaderF16: false } };
}

function entry(address: string, name: string) {
  return {
    id: `own:${address}`,
    name,
    downloadBytes: null,
    memoryBytes: null,
    licence: "as its publisher says",
    goodFor: `Added by its address: ${new URL(address).host}`,
    local: false,
  } as const;
}

function httpUrl(typed: string, base: string): URL | null {
  const text = typed.trim();
  if (text === "" || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.protocol === "http:" || url.protocol === "https:" ? url : null;
}
