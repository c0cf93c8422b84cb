"""Who gets hostile input, by name: how its inputs are made, and what is done with one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fuzz import commands, front, killing, reading, sources, tables, testing


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
    "json": Target(reading.trees, reading.read_tree, 3),
    "logs": Target(reading.logs, reading.read_log, 0.5),
    "objects": Target(reading.objects, reading.read_object, 4),
    "paths": Target(reading.paths, reading.read_path, 2),
    "long": Target(tables.long_frames, tables.make_long, 4),
    "wide": Target(tables.wide_frames, tables.make_wide, 4),
    "matrices": Target(tables.matrices, tables.make_matrices, 4),
    "arrays": Target(sources.arrays, sources.take_array, 3),
    "packed": Target(sources.packed, sources.unpack, 2),
    "names": Target(tables.named_tables, tables.show, 0.2),
    "options": Target(testing.calls, testing.call, 1),
    "bridge": Target(front.requests, front.ask_bridge, 3),
    "desk": Target(front.visits, front.visit, 0.4),
    "ledgers": Target(front.bent_ledgers, front.look, 1),
    "kills": Target(killing.deaths, killing.die, 0.1),
    "commands": Target(commands.comparisons, commands.repeat_it, 0.3),
    "shell": Target(front.lines, front.run, 3),
}
