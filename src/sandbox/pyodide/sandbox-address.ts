import { sandboxDocument } from "virtual:sandbox-document";

/** Absolute address of the sealed document; it names its content. @param baseUrl of the folder that holds the application */
export function sandboxAddress(baseUrl: string | URL): string {
  return new URL(sandboxDocument, baseUrl).href;
}
