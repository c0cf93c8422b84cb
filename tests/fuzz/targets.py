"""Who gets hostile input, by name: how its inputs are made, and what is done with one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fuzz import front, reading, tables, testing


@dataclass(frozen=True)
class Target:
    """Inputs of one kind.

    Attributes
    ----------
    inputs : callable
        Makes the strategy of its inputs.
    check : callable
        Raises a fault if an input breaks a law.
    weight : float
        Its share of the inputs of a run, relative to others.
    """

    inputs: Callable[[], Any]
    check: Callable[[Any], None]
    weight: float = 1.0


TARGETS = {
    "files": Target(reading.files, reading.read, 3),
    "json": Target(reading.trees, reading.read_tree),
    "logs": Target(reading.logs, reading.read_log),
    "objects": Target(reading.objects, reading.read_object),
    "paths": Target(reading.paths, reading.read_path, 0.5),
    "long": Target(tables.long_frames, tables.make_long, 2),
    "wide": Target(tables.wide_frames, tables.make_wide),
    "matrices": Target(tables.matrices, tables.make_matrices),
    "names": Target(tables.named_tables, tables.show, 0.5),
    "names in reports": Target(tables.named_tables, tables.show_page, 0.01),
    "options": Target(testing.calls, testing.call, 2),
    "options in reports": Target(testing.pages, testing.page, 0.01),
    "bridge": Target(front.requests, front.ask_bridge, 1.5),
    "desk": Target(front.visits, front.visit, 0.5),
    "ledgers": Target(front.bent_ledgers, front.look, 0.5),
    "shell": Target(front.lines, front.run, 1.5),
    "processes": Target(front.lines, front.run_process, 0.005),
}
