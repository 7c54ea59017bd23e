/** Exit codes of a process that a signal ended, as shells tell them. */
const EXIT_CODES = /** @type {const} */ ({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 });

/**
 * Ends the process in order when it is told to end: `close` first, then the exit code of the signal. The same signal
 * once more ends it at once.
 * @param {() => Promise<void>} close
 * @returns {() => void} takes the handlers off again
 */
export function closeOnSignal(close) {
  const handlers = Object.entries(EXIT_CODES).map(([signal, code]) => {
    const handler = () => {
      const exit = () => process.exit(code);
      close().then(exit, exit);
    };
    process.once(signal, handler);
    return { signal, handler };
  });
  return () => {
    for (const { signal, handler } of handlers) process.off(signal, handler);
  };
}
