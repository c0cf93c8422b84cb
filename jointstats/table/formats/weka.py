"""Result files of the WEKA Experimenter: a row for each data set, scheme, run and fold."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import numpy as np

from jointstats.base.errors import ReadError
from jointstats.table import columns
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.rows import every_table, refuse_twice
from jointstats.table.formats.text import refuse_separator

if TYPE_CHECKING:
    import pandas as pd

_KEYS = ("Key_Dataset", "Key_Scheme")
_RUN = {"Key_Run": "run", "Key_Fold": "fold"}
_TESTED, _TRAINED = "Number_of_testing_instances", "Number_of_training_instances"
# These are named first where measures are listed.
_FIRST = (
    "Percent_correct", "Correlation_coefficient", "Kappa_statistic", "Weighted_avg_F_measure",
    "Weighted_avg_area_under_ROC", "Root_mean_squared_error", "UserCPU_Time_training",
)  # fmt: skip


def _read(source: Source) -> Found:
    import pandas as pd

    frame = pd.concat([_frame(part) for part in source.tables], ignore_index=True)
    frame["Scheme"] = _scheme_names(frame)
    roles = {"dataset": "Key_Dataset", "algorithm": "Scheme", **_runs(frame)}
    return Found(frame, roles, undirected=_measures(frame))


def _frame(source: Source) -> pd.DataFrame:
    import pandas as pd

    # WEKA quotes with ', and escapes with a backslash.
    rows = list(csv.reader(io.StringIO(source.text()), quotechar="'", escapechar="\\"))
    header, body = rows[0] if rows else [], [row for row in rows[1:] if row]
    if not set(_KEYS) <= set(header):
        refuse_separator(source.name, "csv", ",".join(header))
        raise ReadError(
            f"{source.name} is not a result file of the WEKA Experimenter: it has no columns "
            f"{' and '.join(_KEYS)}."
        )
    refuse_twice(header, source)
    for i, row in enumerate(body):
        if len(row) != len(header):
            raise ReadError(
                f"{source.name} is broken: row {i + 1} has {len(row)} cells, the first line "
                f"{len(header)}."
            )
    return pd.DataFrame(body, columns=header, dtype=str)


def _scheme_names(frame: pd.DataFrame) -> list[str]:
    """A short name for each row's scheme: its class, with options where those of a class differ."""
    import pandas as pd

    path = frame["Key_Scheme"].str.removeprefix("weka.classifiers.")
    options = frame.get("Key_Scheme_options", pd.Series("", index=frame.index)).str.strip()
    last = path.str.rsplit(".", n=1).str[-1]
    name = last.where(path.groupby(last).transform("nunique") == 1, path)
    several = options.groupby(path).transform("nunique") > 1
    return (name + (" " + options).where(several & (options != ""), "")).tolist()


def _runs(frame: pd.DataFrame) -> dict[str, object]:
    """What the runs are, if there are several; training sets of folds and splits overlap."""
    keys = [name for name in _RUN if name in frame and frame[name].nunique() > 1]
    if not keys:
        return {}
    parts = [_RUN[name] + " " + frame[name].str.removesuffix(".0") for name in keys]
    frame["Run"] = [", ".join(row) for row in zip(*parts, strict=True)]
    roles: dict[str, object] = {"runs": "Run", "run_kind": "cv"}
    if {_TESTED, _TRAINED} <= set(frame.columns):
        tested, trained = (columns.read_texts(frame[name])[0] for name in (_TESTED, _TRAINED))
        share = float(tested.sum() / (tested + trained).sum())
        roles |= {"test_share": share} if 0 < share < 1 else {}
    return roles


def _measures(frame: pd.DataFrame) -> tuple[str, ...]:
    """The columns of results that hold numbers."""
    numeric = []
    for name in frame.columns:
        if not name.startswith("Key_") and name not in ("Date_time", "Scheme", "Run"):
            x, odd = columns.read_texts(frame[name])
            numeric += [] if odd.any() or np.isnan(x).all() else [name]
    return tuple(sorted(numeric, key=lambda name: (*_FIRST, name).index(name)))


FORMAT = Format(
    "weka",
    "the WEKA Experimenter",
    takes="a CSV file that the WEKA Experimenter wrote, or several of them",
    states="none: WEKA compares columns of results without saying which way is better",
    recognises=every_table(lambda part: set(_KEYS) <= set(part.columns)),
    read=_read,
)
