import type { NetworkRefusal } from "#domain/network.ts";
import { isLocalHost } from "#domain/network-host.ts";

/** Where a request may go, once it is granted. */
export interface NetworkAddress {
  /** Without a user, a password and a fragment. */
  readonly url: URL;
  /** With the port where it is not the usual one: what is asked about and granted. */
  readonly host: string;
  readonly local: boolean;
}

/**
 * Reads the address that a program asks for.
 * @param ownOrigin of the page, which programs never reach: its server answers for the person
 */
export function checkAddress(text: string, ownOrigin: string, longest: number): { readonly ok: true; readonly value: NetworkAddress } | NetworkRefusal {
  if (text.length > longest) return no(`the address is longer than ${longest} characters`);
  if (!URL.canParse(text)) return no(`${shorten(text)} is no address that starts with https://`);
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return no(`${shorten(url.protocol)} addresses are not fetched, only https:`);
  const { host } = url;
  if (url.origin === ownOrigin) return no(`${host} is the page that this program runs in, which programs never reach`);
  const local = isLocalHost(url.hostname);
  if (url.hostname.startsWith("[")) return no(`${host} is an IPv6 address, and a page's policy cannot name those: use the host's name`);
  if (url.protocol === "http:" && !local) return no(`${host} is asked for over http, and hosts of the internet are reached over https only`);
  url.username = "";
  url.password = "";
  url.hash = "";
  return { ok: true, value: { url, host, local } };
}

function no(message: string): NetworkRefusal {
  return { ok: false, reason: "address", message };
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text);
}
