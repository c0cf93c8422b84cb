"""Sharing out work among processes: through joblib, and so through any of its backends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import Any, TypeVar

from jointstats.base import options
from jointstats.base.errors import MissingExtraError, OptionError
from jointstats.evidence.messages import Extra, Option, track

T = TypeVar("T")

PATIENCE = "10s"  # for a scheduler to answer
WATCH = 1.0  # seconds between a worker's looks for its parent


def spread(
    function: Callable[..., T], tasks: Sequence[tuple], n_jobs: int | str | None, what: str
) -> list[T]:
    """Apply a function to every task, as :func:`streamed`; all results in a list."""
    return list(streamed(function, tasks, n_jobs, what))


def streamed(
    function: Callable[..., T], tasks: Sequence[tuple], n_jobs: int | str | None, what: str
) -> Iterator[T]:
    """Apply a function to every task, on several workers if asked to.

    Parameters
    ----------
    function : callable
        A module's own function, which workers can import.
    tasks : sequence of tuple
        The arguments of each call. What a task draws at random must follow from its arguments.
    n_jobs : int, str or None
        Workers, at most one for each task; -1 for one per core, -2 for one core less. The address
        of a Dask scheduler: all workers of its cluster. None:
        what an enclosing ``joblib.parallel_config`` says (any backend: processes, a Dask or a Ray
        cluster), otherwise one, in this process.
    what : str
        What a task is, for the progress bar.

    Yields
    ------
    object
        The results, in the order of the tasks.

    Raises
    ------
    OptionError
        If `n_jobs` is 0 or not a whole number, or no scheduler answers. Under WebAssembly, if
        it is not 1.
    MissingExtraError
        If several workers are requested without joblib, or a cluster without Dask.
    """
    if isinstance(n_jobs, str) and ":" in n_jobs:  # the address of a scheduler
        _refuse_in_a_browser()
        with connected(str(n_jobs)) as client:
            yield from track(_jobs(function, tasks, None, client), len(tasks), what)
        return
    number = None if n_jobs is None else int(options.number("n_jobs", n_jobs))
    if number != n_jobs:
        raise options.wrong("n_jobs", "a whole number", n_jobs)
    if number == 0:
        raise OptionError(
            Option("n_jobs"), " must be a number of workers, or -1 for one per core; got 0."
        )
    # Nobody can have configured joblib's backend without importing joblib.
    alone = number == 1 or len(tasks) < 2
    if alone or (n_jobs is None and "joblib" not in sys.modules):
        yield from (function(*task) for task in track(tasks, len(tasks), what))
    else:
        _refuse_in_a_browser()
        yield from track(_jobs(function, tasks, number), len(tasks), what)


def _refuse_in_a_browser() -> None:
    if sys.platform == "emscripten":
        raise OptionError(
            "Under WebAssembly, as in a browser, there is one process only: leave ",
            Option("n_jobs"),
            " out, or give 1.",
        )


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the Dask scheduler at this address, for as long as it is needed."""
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("A Dask cluster needs dask: ", Extra("scale"), ".") from None
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError):
        raise OptionError(
            "No Dask scheduler answers at ", Option("n_jobs", address), " within 10 seconds."
        ) from None
    with client:
        yield client


def _jobs(
    function: Callable[..., T], tasks: Sequence[tuple], n_jobs: int | None, client: Any = None
) -> Iterable[T]:
    try:
        import joblib
    except ImportError:
        raise MissingExtraError(
            "Several workers (", Option("n_jobs"), ") need joblib: ", Extra("parallel"), "."
        ) from None
    calls: Any = (joblib.delayed(_watched)(os.getpid(), function, task) for task in tasks)
    cluster = nullcontext()
    if client is not None:
        cluster = joblib.parallel_config(backend="dask", client=client)
    with cluster:
        # Every worker is started whether there is work for it or not.
        if joblib.effective_n_jobs(n_jobs) > len(tasks):
            n_jobs = len(tasks)
        try:
            # One result at a time, so that a bar moves; dropping the generator stops the workers.
            run = joblib.Parallel(n_jobs=n_jobs, return_as="generator")
        except ValueError:  # a backend that returns all results at once
            return joblib.Parallel(n_jobs=n_jobs)(calls)
        with _interrupts_for_this_process():
            return run(calls)


@contextmanager
def _interrupts_for_this_process() -> Iterator[None]:
    """Let workers that start here inherit that Ctrl-C, which reaches them too, is held back."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend import resource_tracker as of_loky

    for tracker in (resource_tracker, of_loky):
        tracker.ensure_running()  # its start would let the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:  # an interrupt that came meanwhile is raised here
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _watched(caller: int, function: Callable[..., T], task: tuple) -> T:
    """Apply the function in a worker that does not outlive the process that started it."""
    parent = multiprocessing.parent_process()  # as it was at the start, whether it lives or not
    # No thread, and no worker of a cluster.
    if parent is not None and parent.pid == caller:
        _watch(caller)
    return function(*task)


@cache
def _watch(parent: int) -> None:
    """From now on, end this process with its parent, also if the parent is killed."""

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH)
        os._exit(1)

    threading.Thread(target=look, daemon=True).start()


def ranges(total: int, size: int) -> list[tuple[int, int]]:
    """Pieces (start, stop) of at most `size`, in order.

    Examples
    --------
    >>> ranges(5, 2)
    [(0, 2), (2, 4), (4, 5)]
    """
    return [(start, min(start + size, total)) for start in range(0, total, size)]
