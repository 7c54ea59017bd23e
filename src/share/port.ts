import type { NotebookResult, ViewSpec } from "#domain/view-spec.ts";

export type SpecReading =
  | { readonly ok: true; readonly spec: ViewSpec }
  | {
      readonly ok: false;
      readonly message: string;
      /** 1-based, or null. */
      readonly line: number | null;
    };

/** A run in forms that others can open. None of them runs by being opened. */
export interface RunSharing {
  /** @returns YAML of `skep.view/1`, the code as a literal block where a block can carry it */
  writeSpec(spec: ViewSpec): Promise<string>;
  readSpec(text: string): Promise<SpecReading>;
  /** @returns JSON of a notebook of format 4.5, with the results under the code */
  writeNotebook(spec: ViewSpec, result: NotebookResult | null): Promise<string>;
  /** @returns an address that carries the spec in its fragment, which no server is sent; null when it is too long for that */
  writeLink(spec: ViewSpec): Promise<string | null>;
  /** @param carried what the fragment carries */
  readLink(carried: string): Promise<SpecReading>;
}
