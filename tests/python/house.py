"""The modules of the package by room (folder) and by floor within a room."""

from pathlib import Path

import jointstats

PACKAGE = Path(jointstats.__file__).parent
SUBJECTS = ("claims", "joint", "network", "single", "means", "planning")
ROOMS = ("base", "evidence", "table", "drawing", *SUBJECTS, "interfaces")


def floor(path):
    """What a module of the package does for its room: "kernel", "test", "words" or "figure"."""
    room = path.relative_to(PACKAGE).parts[0]
    if room == "evidence" or path.name.startswith("kernel"):
        return "kernel"
    if room in ("interfaces", "drawing"):
        return room
    name = path.stem.partition("_")[0]
    return {"text": "words", "tables": "words", "boards": "words", "figures": "figure"}.get(
        name, name if name in ("words", "figure") else "test"
    )


def modules(*floors):
    """The files of the floors, in the order of their names."""
    return [path for path in sorted(PACKAGE.rglob("*.py")) if floor(path) in floors]


def computing():
    """Kernels and tests: what takes tables and arrays, and returns results."""
    return modules("kernel", "test")


def dotted(path):
    """The name by which a module is imported."""
    return ".".join(("jointstats", *path.relative_to(PACKAGE).with_suffix("").parts))
