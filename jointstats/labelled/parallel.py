"""Sharing out work among processes: through joblib, and so through any of its backends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from jointstats.kernels.progress import track
from jointstats.labelled import options
from jointstats.labelled.errors import MissingExtraError, OptionError

T = TypeVar("T")


def spread(
    function: Callable[..., T], tasks: Sequence[tuple], n_jobs: int | None, what: str
) -> list[T]:
    """Apply a function to every task, on several workers if asked to.

    Parameters
    ----------
    function : callable
        A module's own function, which workers can import.
    tasks : sequence of tuple
        The arguments of each call. What a task draws at random must follow from its arguments.
    n_jobs : int or None
        Workers; -1 for one per core. None: what an enclosing ``joblib.parallel_config`` says
        (any backend: processes, a Dask or a Ray cluster), otherwise one, in this process.
    what : str
        What a task is, for the progress bar.

    Returns
    -------
    list
        In the order of the tasks, whichever ends first.

    Raises
    ------
    OptionError
        If `n_jobs` is no whole number, or 0.
    MissingExtraError
        If several workers are asked for and joblib is not installed.
    """
    if n_jobs is not None and int(options.number("n_jobs", n_jobs)) != n_jobs:
        raise OptionError(f"n_jobs must be a whole number; got {n_jobs!r}.")
    if n_jobs == 0:
        raise OptionError("n_jobs must be a number of workers, or -1 for one per core; got 0.")
    # Nobody can have configured joblib's backend without importing joblib.
    if n_jobs == 1 or (n_jobs is None and "joblib" not in sys.modules):
        return [function(*task) for task in track(tasks, len(tasks), what)]
    return list(track(_jobs(function, tasks, n_jobs), len(tasks), what))


def _jobs(function: Callable[..., T], tasks: Sequence[tuple], n_jobs: int | None) -> Iterable[T]:
    try:
        import joblib
    except ImportError:
        raise MissingExtraError(
            "Several workers (n_jobs) need joblib: pip install 'jointstats[parallel]'."
        ) from None
    calls: Any = (joblib.delayed(function)(*task) for task in tasks)
    try:
        # One result at a time, so that a bar moves; dropping the generator stops the workers.
        run = joblib.Parallel(n_jobs=n_jobs, return_as="generator")
    except ValueError:  # a backend that returns all results at once
        run = joblib.Parallel(n_jobs=n_jobs)
    return run(calls)


def ranges(total: int, size: int) -> list[tuple[int, int]]:
    """Pieces (start, stop) of at most `size`, in order.

    Examples
    --------
    >>> ranges(5, 2)
    [(0, 2), (2, 4), (4, 5)]
    """
    return [(start, min(start + size, total)) for start in range(0, total, size)]
