"""What the other language compares itself with: versions, and the arguments of every function."""

from __future__ import annotations

import inspect
import json
import re
import sys
import sysconfig
from collections.abc import Mapping, Sequence
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


def signatures() -> str:
    """Arguments of every public function, as JSON, for the other language to compare with."""
    known = {}
    for name in jointstats.__all__:
        value = getattr(jointstats, name)
        if inspect.isfunction(value):
            parameters = inspect.signature(value).parameters.values()
            known[name] = {p.name: _default(p) for p in parameters}
    return json.dumps(known)


def _default(parameter: inspect.Parameter) -> Any:
    if parameter.kind is parameter.VAR_KEYWORD:
        return "..."
    return "required" if parameter.default is parameter.empty else repr(parameter.default)
