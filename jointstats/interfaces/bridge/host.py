"""Python inside another language: versions, workers, interrupts."""

from __future__ import annotations

import atexit
import ctypes
import os
import re
import signal
import sys
import sysconfig
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jointstats


def environment(needed: Mapping[str, str]) -> dict[str, Any]:
    """Versions in use, and what is missing or too old.

    Parameters
    ----------
    needed : dict
        Package to the lowest version that will do.

    Returns
    -------
    dict
        ``version`` and ``path`` of this copy of jointstats, ``found`` (package to version, None if
        absent) and ``problems`` (sentences, empty if all is well).
    """
    versions = {package: _installed(package) for package in needed}
    problems = []
    for package, lowest in needed.items():
        wanted, version = f"(needed: {package} >= {lowest}).", versions[package]
        if not version:
            problems.append(f"{package} is not installed {wanted}")
        elif _release(version) < _release(lowest):
            problems.append(f"{package} {version} is too old {wanted}")
    of = {"version": jointstats.__version__, "path": jointstats.__file__}
    return of | {"found": versions, "problems": problems}


def loading_problems(packages: Sequence[str]) -> list[str]:
    """Load what a call needs, and say what cannot be loaded, and from where.

    Parameters
    ----------
    packages : list of str
        Names of packages that are installed.

    Returns
    -------
    list of str
        Sentences, empty if all is well.
    """
    modules = [*packages, "scipy.stats", "jointstats.interfaces.bridge.packing"]
    return [sentence for module in modules if (sentence := _loading_problem(module))]


def _loading_problem(module: str) -> str:
    """Why a module cannot be loaded; the reason may be anything that its code raises."""
    try:
        import_module(module)
    except (Exception, SystemExit) as error:
        source = find_spec(module.partition(".")[0])
        reason = " ".join(str(error).split()) or "no reason given"
        where = source.origin if source and source.origin else "an unknown place"
        return f"{module} ({where}) cannot be loaded: {type(error).__name__}: {reason}"
    return ""


def pip_works() -> bool:
    """Whether ``pip install`` may write into this Python: there is a pip, and no PEP 668."""
    managed = Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED").exists()
    in_environment = sys.prefix != sys.base_prefix
    return find_spec("pip") is not None and (in_environment or not managed)


def _installed(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package.partition("[")[0])
    except PackageNotFoundError:
        return ""


def _release(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


# --- Its environment and workers ------------------------------------------------------------------


def follow_environment() -> None:
    """Let workers run in the environment that reticulate activated after Python started.

    ``reticulate::py_require()`` does so, by the environment's ``activate_this.py``: the packages
    are then found in this process, but not in others that start as this one did.
    """
    if getattr(sys, "real_prefix", sys.prefix) != sys.prefix:
        python = Path(sys.prefix, "Scripts/python.exe" if os.name == "nt" else "bin/python")
        if python.exists():
            sys.executable = str(python)


def end_workers() -> None:
    """End joblib's workers, if there are any, when a process ends that is not Python's own."""
    if "joblib.externals.loky" not in sys.modules:
        return
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True, kill_workers=True)
    atexit._run_exitfuncs()  # joblib leaves its folders of shared arrays to these


# --- Interrupts: while the core works, they are Python's alone ------------------------------------


@contextmanager
def python_takes_interrupts() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt here, and give it back to the host afterwards.

    A host such as R has a separate handler in C, which wakes both languages. With older
    versions of reticulate, R may then jump out of the middle of Python's work, and the process
    ends some calls later. An interrupt that comes while handlers are changed, or where Python
    ignores exceptions (as in ``__del__``), is raised at the end, when the host's are in place.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals belong to the main thread
        return
    in_c = _system_handler()
    came: list[int] = []

    def taken(number: int, _: object) -> None:
        came.append(number)
        raise KeyboardInterrupt

    in_python = signal.signal(signal.SIGINT, taken)
    try:
        yield
    finally:
        if _restored(in_python, in_c) or came:
            raise KeyboardInterrupt


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Raise at the end, and no sooner, an interrupt that comes while Python takes them.

    An import of a compiled module that was interrupted cannot be repeated in the same process.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def _restored(in_python: signal._HANDLER, in_c: int | None) -> bool:
    """Put the handlers back; whether an interrupt came while it was done."""
    came = False
    while True:
        try:
            # None: set by the host in C, never through Python
            signal.signal(signal.SIGINT, signal.SIG_IGN if in_python is None else in_python)
            ctypes.pythonapi.PyOS_setsig(signal.SIGINT, ctypes.c_void_p(in_c))
        except KeyboardInterrupt:
            came = True
        else:
            return came


def _system_handler() -> int | None:
    """The handler of the operating system's signal, which Python knows only as its own."""
    ask = ctypes.pythonapi.PyOS_getsig
    ask.restype = ctypes.c_void_p
    return ask(signal.SIGINT)
