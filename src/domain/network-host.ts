const LOCAL_NAME = /^(?:localhost|.+\.localhost|.+\.local|.+\.internal|.+\.intranet|.+\.lan|.+\.home|.+\.corp|.+\.home\.arpa|[^.:]+)$/;

/**
 * Whether a host is this machine or one of its own network, as far as its name tells. A name of the public network that leads to a private
 * address is not known before it is looked up, which a page cannot do.
 * @param hostname as `URL` has normalised it: numbers of every form are dotted there, IPv6 is in brackets
 */
export function isLocalHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  if (name.startsWith("[")) return isLocalV6(name.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return isLocalV4(name.split(".").map(Number));
  return LOCAL_NAME.test(name);
}

/**
 * Whether a grant covers a host. Both with the port where it is not the usual one. A wildcard covers what lies below its name, never a local
 * address: those are granted one by one.
 * @param grant `api.example.org`, `127.0.0.1:8080` or `*.example.org`
 */
export function coversHost(grant: string, host: string): boolean {
  if (grant === host) return true;
  if (!grant.startsWith("*.")) return false;
  const [name = "", port = ""] = splitPort(host);
  const [suffix = "", wanted = ""] = splitPort(grant.slice(1));
  return port === wanted && name.endsWith(suffix) && name.length > suffix.length && !isLocalHost(name);
}

/** Name and port; IPv6 addresses have colons of their own. */
function splitPort(host: string): readonly [name: string, port: string] {
  const found = /^(.*?)(?::(\d+))?$/.exec(host.startsWith("[") ? host.replace(/^(\[[^\]]*\])/, (address) => address.replaceAll(":", "_")) : host);
  return [(found?.[1] ?? host).replaceAll("_", ":"), found?.[2] ?? ""];
}

function isLocalV4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b < 128;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b < 32;
  if (a === 192) return b === 168 || (b === 0 && c === 0);
  return a === 198 && (b === 18 || b === 19);
}

function isLocalV6(address: string): boolean {
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (mapped !== null) {
    const [high = 0, low = 0] = [Number.parseInt(mapped[1] ?? "", 16), Number.parseInt(mapped[2] ?? "", 16)];
    return isLocalV4([high >> 8, high & 255, low >> 8, low & 255]);
  }
  // What is not of the public range 2000::/3 stays in a machine or a network: loopback, unique local, link-local, multicast.
  return !/^[23][0-9a-f]{3}:/.test(address);
}
