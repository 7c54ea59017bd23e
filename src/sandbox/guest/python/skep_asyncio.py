"""Waiting: time.sleep that Stop can end, asyncio.run where the engine cannot suspend, and tasks that outlive the program."""

import asyncio
import sys
import time

# Longest single block: Stop is seen between two of them even where nothing can wake the thread.
SLICE_MS = 100
# How long tasks that the program did not wait for may go on after its end.
GRACE_SECONDS = 5

_blocking_sleep = time.sleep


def install(host):
    """`host.sleep(milliseconds)` blocks, or returns False where it cannot."""

    def sleep(seconds):
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        end = time.monotonic() + seconds
        while (rest := (end - time.monotonic()) * 1000) > 0:
            if not host.sleep(min(rest, SLICE_MS)):
                host.flush()
                _blocking_sleep(rest / 1000)
                return

    time.sleep = sleep
    suspending_run = asyncio.run

    def run(main, *, debug=None, loop_factory=None):
        from pyodide.ffi import can_run_sync

        if can_run_sync():
            return suspending_run(main, debug=debug, loop_factory=loop_factory)
        return _run_blocking(main)

    asyncio.run = run


class _NoSelector:
    """The part of a selector that a loop without sockets needs: it only waits."""

    def select(self, timeout):
        if timeout is not None and timeout > 0:
            time.sleep(timeout)
        return []

    def close(self):
        return None


class _BlockingLoop(asyncio.BaseEventLoop):
    """An event loop for timers and tasks that blocks its thread: what is left where stacks cannot be switched."""

    def __init__(self):
        super().__init__()
        self._selector = _NoSelector()

    def _process_events(self, _events):
        return None

    def _write_to_self(self):
        return None


def _run_blocking(main):
    outer = asyncio._get_running_loop()
    task = asyncio.current_task(outer) if outer is not None else None
    if task is not None:
        asyncio._leave_task(outer, task)
    asyncio._set_running_loop(None)
    loop = _BlockingLoop()
    try:
        return loop.run_until_complete(main)
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
        asyncio._set_running_loop(outer)
        if task is not None:
            asyncio._enter_task(outer, task)


async def settle(own, wait):
    """Waits for the program's leftover tasks, then cancels and names those that go on."""
    left = {task for task in asyncio.all_tasks() if task not in own and not task.done()}
    if not left:
        return
    if wait:
        _done, left = await asyncio.wait(left, timeout=GRACE_SECONDS)
    for task in left:
        task.cancel()
    if not left:
        return
    await asyncio.wait(left, timeout=0.5)
    if wait:
        print(f"Cancelled after the program's end, still running: {', '.join(sorted(map(_name, left)))}", file=sys.stderr)


def _name(task):
    coroutine = task.get_coro()
    code = getattr(coroutine, "cr_code", None)
    return f"{getattr(coroutine, '__qualname__', task.get_name())}()" + (f" ({code.co_filename}:{code.co_firstlineno})" if code else "")
