"""Work beside the kernel: replaced by newer work, stopped, and told on the thread that asked."""

from __future__ import annotations

import asyncio
import threading

from widgets.background import Background, Job


def test_without_a_loop_the_work_is_done_at_once():
    told: list = []
    Background().start(lambda job: 6 * 7, told.append, told.append)
    Background().start(lambda job: 1 // 0, told.append, lambda err: told.append(type(err)))
    Background().later(5, lambda: told.append("later"))
    assert told == [42, ZeroDivisionError, "later"]


def test_results_are_told_on_the_asking_thread_and_newer_work_takes_the_place_of_older():
    told: list = []

    def slow(job: Job) -> str:
        for _ in range(10_000):
            job.check()
            threading.Event().wait(0.001)
        return "old"

    async def ask() -> None:
        work = Background()
        work.start(slow, told.append, told.append)
        await asyncio.sleep(0.02)
        assert work.busy
        work.start(lambda job: threading.current_thread().name, told.append, told.append)
        while work.busy:
            await asyncio.sleep(0.01)
        work.later(0.01, lambda: told.append(threading.current_thread() is threading.main_thread()))
        assert work.waiting
        await asyncio.sleep(0.1)
        assert not work.waiting

    asyncio.run(ask())
    assert told == ["staff-ride-odds", True]


def test_a_stopped_job_may_still_tell_what_it_has():
    told: list = []

    def count(job: Job) -> int:
        done = 0
        while not job.stopped:
            done += 1
            threading.Event().wait(0.001)
        return done

    async def ask() -> None:
        work = Background()
        work.start(count, told.append, told.append)
        await asyncio.sleep(0.05)
        work.stop()
        while work.busy:
            await asyncio.sleep(0.01)

    asyncio.run(ask())
    assert told and told[0] > 0
