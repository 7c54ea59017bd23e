/** What the program's own file is called in tracebacks, whatever the service calls it. */
export const USER_FILE = "main.py";
