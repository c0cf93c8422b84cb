"""Options for rows that are the folds of one data set."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import jointstats
from jointstats.labelled.errors import OptionError
from jointstats.labelled.normal.cases import CORRECTIONS
from jointstats.presentation.cli.arguments import ropes

if TYPE_CHECKING:
    import pandas as pd


def add_options(command: Any) -> None:
    """The columns that hold runs and folds, and the correction for what folds share."""
    group = command.add_argument_group("folds of one data set, instead of data sets")
    group.add_argument("--fold", metavar="COL", help="column that holds the fold")
    group.add_argument("--run", metavar="COL", help="column that holds the run")
    group.add_argument("--of", metavar="NAME", help="the data set, if the file holds several")
    group.add_argument(
        "--correction",
        choices=CORRECTIONS,
        help="allow for overlapping training sets (hotelling, manova; corrected_t always does)",
    )
    group.add_argument(
        "--test-train-ratio",
        metavar="X",
        help="n_test / n_train of the correction (default 1 / (k - 1) for k folds)",
    )


def asked_for(options: argparse.Namespace) -> bool:
    """Whether rows are folds."""
    return bool(getattr(options, "fold", None) or getattr(options, "run", None))


def refuse_of(options: argparse.Namespace) -> None:
    """Refuse the name of a data set whose folds nobody asked for."""
    if getattr(options, "of", None) is not None:
        raise OptionError(
            "--of names the data set whose folds are compared: say --fold or --run too."
        )


def table(
    frame: pd.DataFrame, roles: dict[str, Any], options: argparse.Namespace
) -> jointstats.FoldTable:
    """Make a table of folds from a frame and the roles of its columns."""
    given = {"--rope": ropes(options), "--aggregate": options.aggregate,
             "--min-folds": options.min_folds}  # fmt: skip
    for name, value in given.items():
        if value:
            raise OptionError(f"{name} has no meaning for folds of one data set.")
    kept = {name: roles[name] for name in ("dataset", "algorithm", "measures", "missing", "only")}
    return jointstats.fold_table(frame, run=options.run, fold=options.fold, of=options.of, **kept)
