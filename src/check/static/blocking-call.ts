import type { CodeCheck } from "#check/code-check.ts";
import { importAliases } from "#check/python/import-aliases.ts";
import { calledName } from "#check/python/program-facts.ts";
import { isInside, positionOf } from "#check/python/python-tree.ts";
import type { CheckFinding } from "#domain/agent-event.ts";

type Kind = "process" | "thread" | "socket" | "request";

const NO_NETWORK = {
  message: "opens a network connection, and there is none here",
  fix: "Do not use the network: read the data from a file, or put it into the program.",
};

const MESSAGES: Readonly<Record<Kind, { readonly message: string; readonly fix: string }>> = {
  process: { message: "starts a process, and there are none here", fix: "Do not start processes or shell commands: do the work in Python." },
  thread: { message: "starts a thread, and there are none here", fix: "Do not use threads or pools: do the work in a plain loop." },
  request: NO_NETWORK,
  socket: NO_NETWORK,
};

/** Said where requests can be made. */
const ONLY_REQUESTS = { message: "opens a socket, and there are none here", fix: "Do not use sockets: make HTTP requests with urllib.request." };

/** Full dotted names, after imports are resolved. */
const CALLS: readonly (readonly [RegExp, Kind])[] = [
  [/^subprocess\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)$/, "process"],
  [/^os\.(?:system|popen|fork|forkpty|spawn\w+|exec[lv]\w*|posix_spawn\w*)$/, "process"],
  [/^multiprocessing\.(?:Process|Pool|Manager|Queue|pool\.Pool)$/, "process"],
  [/^concurrent\.futures\.(?:ProcessPoolExecutor|ThreadPoolExecutor)$/, "thread"],
  [/^multiprocessing\.pool\.ThreadPool$/, "thread"],
  [/^(?:threading\.(?:Thread|Timer)|_thread\.start_new_thread)$/, "thread"],
  [/^(?:urllib\.request\.(?:urlopen|urlretrieve)|http\.client\.HTTPS?Connection)$/, "request"],
  [/^(?:socket\.(?:socket|create_connection)|smtplib\.SMTP\w*|ftplib\.FTP\w*)$/, "socket"],
];

/** Finds calls that need an operating system: processes, threads and sockets do not exist in a sealed interpreter. */
export const checkBlockingCall: CodeCheck = (python, place) => {
  if (place.operatingSystem) return [];
  const findings: CheckFinding[] = [];
  const aliases = importAliases(python);
  python.tree.iterate({
    enter(node) {
      if (node.name !== "CallExpression") return;
      const name = calledName(python, node.node);
      if (name === null) return;
      const [head = "", ...rest] = name.split(".");
      const full = [aliases.get(head) ?? head, ...rest].join(".");
      const kind = aliases.has(head) ? CALLS.find(([pattern]) => pattern.test(full))?.[1] : undefined;
      if (kind === undefined || (kind === "request" && place.network) || isInside(node.node, "TryStatement")) return;
      const told = kind === "socket" && place.network ? ONLY_REQUESTS : MESSAGES[kind];
      findings.push({
        check: "blocking-call",
        severity: "error",
        message: `${name}() ${told.message}`,
        fix: told.fix,
        ...positionOf(python.code, node.from),
      });
    },
  });
  return findings;
};
