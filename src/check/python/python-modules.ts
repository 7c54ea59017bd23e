/** Top-level modules of Python's own library, 3.9 to 3.14. */
export const STANDARD_MODULES: ReadonlySet<string> = new Set(
  `__future__ __main__ _thread abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins
bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent configparser contextlib
contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno
faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq
hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox
mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator
optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve
shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string
stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap this threading time
timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv
warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`.split(/\s+/),
);

/** Modules that left the library, with the minor version of Python 3 that no longer has them. */
export const REMOVED_MODULES: Readonly<Record<string, number>> = {
  ...Object.fromEntries("asynchat asyncore distutils imp smtpd".split(" ").map((name) => [name, 12])),
  ...Object.fromEntries(
    "aifc audioop cgi cgitb chunk crypt imghdr lib2to3 mailcap msilib nis nntplib ossaudiodev pipes sndhdr spwd sunau telnetlib uu xdrlib"
      .split(" ")
      .map((name) => [name, 13]),
  ),
};

/** Modules of the library that need an operating system or a screen, and are not there without one. */
export const SYSTEM_MODULES: ReadonlySet<string> = new Set(
  "curses dbm ensurepip grp idlelib msvcrt nt pwd readline resource syslog tkinter turtle turtledemo venv winreg winsound _winapi".split(" "),
);

/** Packages that are of no use without a network. */
export const NETWORK_MODULES: ReadonlySet<string> = new Set("requests httpx aiohttp urllib3 micropip".split(" "));

/** Packages that no build for the browser exists of or can exist: they stand on threads, processes, a screen or a graphics card. */
export const UNBUILDABLE_MODULES: ReadonlySet<string> = new Set(
  `torch torchvision torchaudio tensorflow keras jax jaxlib PyQt5 PyQt6 PySide2 PySide6 wx kivy gi pyautogui pynput keyboard mouse selenium playwright psutil
pyaudio sounddevice pyttsx3 win32api win32com win32gui pythoncom psycopg2 pyodbc cx_Oracle ray mpi4py cupy numba paramiko`.split(/\s+/),
);
