import type { CodeReference } from "#library/inspect-tools.ts";
import { type Gate, judge } from "./gate.ts";

/** Names that a tool may not refer to, by their beginning, with the reason. A name without `*` stands for itself and its members. */
const FORBIDDEN: readonly (readonly [names: string, reason: string])[] = [
  [
    "os.system os.popen os.exec* os.spawn* os.posix_spawn* os.fork* subprocess pty multiprocessing concurrent.futures.ProcessPoolExecutor",
    "starts another process, which the sandbox has not",
  ],
  [
    "socket socketserver ssl http.client http.server urllib.request ftplib smtplib poplib imaplib telnetlib xmlrpc requests httpx aiohttp urllib3 websockets pyodide.http",
    "reaches for the network, which a tool that runs unasked must not need",
  ],
  ["builtins.eval builtins.exec builtins.compile code codeop runpy", "runs text as code, which no review can read"],
  ["builtins.__import__ importlib pkgutil imp zipimport", "imports by a text, past the declared packages"],
  ["pickle.load* pickle.Unpickler marshal.load* shelve dill joblib.load", "loads data that can run code"],
  ["micropip pip ensurepip", "installs packages; declare them instead"],
  ["js pyodide pyodide_js pyodide_kernel _pyodide* ctypes _ctypes cffi", "reaches around Python into what it runs on"],
  ["builtins.input builtins.breakpoint getpass pdb", "waits for a person, who is not there"],
  ["os._exit os.abort os.kill sys.exit builtins.exit builtins.quit signal", "ends the program of its caller"],
  [
    "sys.settrace sys.setprofile sys.modules sys.meta_path sys.path sys.addaudithook gc.get_objects gc.get_referrers builtins.globals builtins.locals builtins.vars inspect.currentframe sys._getframe",
    "looks into or changes the interpreter around it",
  ],
  [
    ".__globals__ .__builtins__ .__subclasses__ .__bases__ .__base__ .__mro__ .__code__ .__closure__ .__loader__ .__spec__ .__import__ .__getattribute__ .__reduce__ .__reduce_ex__",
    "reaches for the inside of an object",
  ],
];

const RULES = FORBIDDEN.flatMap(([names, reason]) => names.split(" ").map((name) => ({ name, reason })));

function ruleFor(reference: string): (typeof RULES)[number] | undefined {
  return RULES.find(({ name }) => (name.endsWith("*") ? reference.startsWith(name.slice(0, -1)) : reference === name || reference.startsWith(`${name}.`)));
}

/**
 * Nothing in the code reaches for what a tool must not need. The seal around the interpreter is the sandbox; this gate keeps
 * a reviewer from having to look for such calls, and finds the ones that could never work.
 */
export const forbiddenCallsGate: Gate = {
  name: "forbidden-calls",
  title: "It calls nothing that a tool must not need",
  needsRuns: false,
  judge: ({ inspection: { references, imports } }) => {
    const seen = [...references, ...imports.map(({ module, line }): CodeReference => ({ name: module, line, column: 1 }))];
    const problems = seen.flatMap(({ name, line }) => {
      const rule = ruleFor(name);
      return rule === undefined ? [] : [`Line ${line}: ${name.replace(/^builtins\./, "")} ${rule.reason}.`];
    });
    return judge([...new Set(problems)], [`${new Set(references.map(({ name }) => name)).size} names outside the tool, none of them forbidden`]);
  },
};
