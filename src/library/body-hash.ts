import canonicalize from "canonicalize";
import { sha256 } from "#domain/sha256.ts";
import type { SnippetBody } from "#domain/snippet.ts";

/** The part of a snippet that gates and reviews look at, and nothing else of it. */
export function bodyOf({ name, description, code, tests, packages, uses }: SnippetBody): SnippetBody {
  return { name, description, code, tests, packages, uses };
}

/** One text for one body (RFC 8785): two bodies are the same exactly when their texts are. */
export function bodyText(body: SnippetBody): string {
  return canonicalize(bodyOf(body)) ?? "";
}

/** SHA-256 of a body, lower-case hex: what evidence and a review name it by. */
export function hashBody(body: SnippetBody): Promise<string> {
  return sha256(bodyText(body));
}

/**
 * SHA-256 of what a snippet is by itself, without the versions that it pins others to: what a pin and a pack name it by. Two
 * tools that import each other have one too.
 */
export function signatureOf(body: Omit<SnippetBody, "uses">): Promise<string> {
  return hashBody({ ...body, uses: [] });
}
