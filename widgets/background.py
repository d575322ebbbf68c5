"""Long work beside the kernel: in a thread, with its results told on the kernel's own thread.

Callbacks of widgets run on the kernel's thread: work done there would leave a stop button without effect. Where no
event loop runs (a script, a test) the work is simply done at once.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from typing import Any

Tell = Callable[[Callable[[], None]], None]


class Stopped(Exception):
    """Raised inside work that nobody waits for any more."""


class Job:
    """One piece of work: ask ``stopped`` now and then, or call ``check``; ``tell`` says something meanwhile."""

    def __init__(self, tell: Tell) -> None:
        self._stop = threading.Event()
        self._tell = tell

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    def stop(self) -> None:
        self._stop.set()

    def check(self) -> None:
        if self.stopped:
            raise Stopped

    def tell(self, what: Callable[[], None]) -> None:
        """Have a function called on the kernel's thread."""
        self._tell(what)


class Background:
    """Does one job at a time: a new one takes the place of the old, whose result is then never told."""

    def __init__(self) -> None:
        self._job: Job | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def busy(self) -> bool:
        return self._job is not None

    @property
    def waiting(self) -> bool:
        """Whether something is under way or put off."""
        return self._job is not None or self._timer is not None

    def start(
        self, work: Callable[[Job], Any], then: Callable[[Any], None], failed: Callable[[BaseException], None]
    ) -> None:
        """Do ``work`` in a thread, and afterwards call ``then`` with its result or ``failed`` with its error."""
        self.forget()
        loop = _loop()
        context = contextvars.copy_context()  # the kernel keeps there which cell its messages belong to

        def tell(what: Callable[[], None]) -> None:
            if loop is None:
                what()
            elif not loop.is_closed():
                loop.call_soon_threadsafe(lambda: what() if self._job is job else None, context=context)

        def run() -> None:
            try:
                result = work(job)
            except Stopped:
                job.tell(self._done)
            except BaseException as err:
                error = err
                job.tell(lambda: self._ended(failed, error))
            else:
                job.tell(lambda: self._ended(then, result))

        job = self._job = Job(tell)
        if loop is None:
            run()
        else:
            threading.Thread(target=run, name="staff-ride-odds", daemon=True).start()

    def stop(self) -> None:
        """Ask the job to end; what it has done so far is still told if it tells it."""
        if self._job is not None:
            self._job.stop()

    def forget(self) -> None:
        """End the job and want nothing more of it, nor of what was put off."""
        self.stop()
        self._job = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        """Call it in a while, unless something else is asked for before; at once where no loop runs."""
        self.forget()
        loop = _loop()
        if loop is None:
            what()
        else:
            self._timer = loop.call_later(seconds, self._now, what)

    def _now(self, what: Callable[[], None]) -> None:
        self._timer = None
        what()

    def _done(self) -> None:
        self._job = None

    def _ended(self, tell: Callable[[Any], None], what: Any) -> None:
        self._job = None
        tell(what)


def _loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
