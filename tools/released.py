"""Write the public names as they are released: `make released`, as a step of every release.

Whatever is listed has to stay, or to become an old name that is taken for a while
(`jointstats/labelled/old_names.py`): a test compares the list with what is there.

A line is an owner and its names: a function and its arguments, a class and its fields, R and its
functions, the shell and its commands. An old name has the version behind it in which it goes:
``delta~0.3.0``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import jointstats
from jointstats.labelled.declare import declaration_of
from jointstats.labelled.old_names import Old, Renames
from jointstats.presentation.cli.arguments import parser

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "tests" / "python" / "released.txt"


def public() -> dict[str, list[str]]:
    """Every owner with its names of today, and with those that are still taken."""
    found = {name: [*_parts(getattr(jointstats, name))] for name in sorted(jointstats._PUBLIC)}
    found["jointstats"] = [*sorted(jointstats._PUBLIC), *_olds(jointstats._RENAMED)]
    found["errors"] = sorted(jointstats.errors.__all__)
    exports = (ROOT / "NAMESPACE").read_text(encoding="utf-8")
    found["R"] = sorted(re.findall(r"^export\((.+)\)$", exports, re.M))
    words = (leaf.prog.split()[1:] for leaf in parser().leaves())
    found["shell"] = sorted("/".join(one) for one in words)
    return found


def _parts(value: Any) -> Iterator[str]:
    """Arguments of a function, or fields of a class."""
    if is_dataclass(value):
        yield from (one.name for one in fields(value) if not one.name.startswith("_"))
    elif inspect.isfunction(value):
        parameters = inspect.signature(value).parameters.values()
        yield from (one.name for one in parameters if one.kind is not one.VAR_KEYWORD)
    declared = declaration_of(value)
    yield from _olds(declared.renamed if declared else getattr(value, "renamed", {}))


def _olds(renames: Renames) -> list[str]:
    return [f"{name}~{old.until}" for name, old in renames.items() if isinstance(old, Old)]


def read() -> tuple[str, dict[str, list[str]]]:
    """The released version, and its names by owner."""
    (first, version), *lines = [
        line.split(": ") for line in TARGET.read_text(encoding="utf-8").splitlines()
    ]
    if first != "version":
        raise SystemExit(f"{TARGET.name} does not begin with a version.")
    return version, {owner: names.split() for owner, names in lines}


def lost(released: dict[str, list[str]], here: dict[str, list[str]], version: str) -> list[str]:
    """What was released, is not here, and may not have gone by this version."""
    found = []
    for owner, names in released.items():
        known = {name.partition("~")[0] for name in here.get(owner, ())}
        for name in names:
            plain, _, until = name.partition("~")
            if plain not in known and not (until and numbers(until) <= numbers(version)):
                found.append(f"{owner}: {plain}")
    return found


def numbers(version: str) -> tuple[int, ...]:
    """A version for comparison.

    Examples
    --------
    >>> numbers("0.10.1") > numbers("0.9.0")
    True
    """
    return tuple(map(int, version.split(".")))


if __name__ == "__main__":
    rows = [f"version: {jointstats.__version__}"]
    rows += [f"{owner}: {' '.join(names)}" for owner, names in public().items() if names]
    TARGET.write_text("\n".join(rows) + "\n", encoding="utf-8")
