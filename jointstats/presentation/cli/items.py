"""Tables that are read in pieces: a large file, or a folder of files, on workers or a cluster."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from jointstats.labelled.errors import OptionError
from jointstats.labelled.formats.format import Source
from jointstats.labelled.joint.pair_totals import PairTotals
from jointstats.labelled.joint.scale_pairs import read_pairs
from jointstats.labelled.kinds import Whole, Widths
from jointstats.presentation.cli import source
from jointstats.presentation.cli.options import add_scheduler, by_measure, workers

_NOT_IN_PIECES = ("columns", "exclude", "per_algorithm", "runs", "run_kind", "test_share")


def add_options(command: Any) -> None:
    """How to read a table that need not fit into memory."""
    group = command.add_argument_group("large tables")
    group.add_argument(
        "--in-pieces",
        action="store_true",
        help="count pairs piece by piece: FILE may be larger than memory; so a folder of CSV or "
        "Parquet files is always read",
    )
    group.add_argument("--rows", metavar="N", help="rows held at once (default: 1000000)")
    group.add_argument(
        "--jobs", dest="n_jobs", metavar="N", help="workers that read Parquet, -1: one per core"
    )
    add_scheduler(group)


def in_pieces(said: argparse.Namespace) -> bool:
    """Whether the table is to be read so."""
    asked = said.in_pieces or said.scheduler or said.n_jobs or said.rows
    several = isinstance(said.file, list) or Path(said.file).is_dir()
    return bool(asked) or (several and source.stating(Source(said.file), said.format) is None)


def totals(said: argparse.Namespace) -> PairTotals:
    """What all pairs show in FILE, or in the files of a folder."""
    for name in _NOT_IN_PIECES:
        if getattr(said, name, None):
            raise OptionError(
                f"--{name.replace('_', '-')} has no meaning for a table that is read in pieces."
            )
    if source.is_packaged(said):
        raise OptionError("A packaged table is small: leave --in-pieces out.")
    ways = source.measures(said)
    source.require_roles(said, ways)
    roles = {name: getattr(said, name) for name in ("missing", "min_folds")}
    return read_pairs(
        said.file,
        dataset=said.dataset,
        algorithm=said.algorithm,
        measures=ways,
        rope=by_measure("rope", said.rope, Widths()),
        aggregate=said.aggregate,
        only=said.only,
        cluster=said.cluster,
        format=said.format,
        n_jobs=workers(said),
        **({"rows": Whole(1).read("rows", said.rows)} if said.rows else {}),
        **{name: value for name, value in roles.items() if value is not None},
    )
