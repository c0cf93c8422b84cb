"""From the nodes of a request to Python values."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from jointstats.base.errors import Caution, InvalidValueError, OptionError
from jointstats.evidence.messages import Option

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

Node = Any
Numbers = Any  # a flat array of floats; reticulate makes a lone float of one number


def unpack(node: Node, flat: np.ndarray) -> Any:
    """Turn a node into the Python value that it stands for."""
    if isinstance(node, list):
        return [unpack(item, flat) for item in node]
    if isinstance(node, dict):
        return _READERS[node["is"]](node, flat)
    return node


def _at(place: Sequence[int], flat: np.ndarray) -> np.ndarray:
    """The numbers at a place."""
    return flat[slice(*place)]


def number(x: float) -> float | int:
    """Read a lone number as a Python user would type it: 3, not 3.0."""
    x = float(x)
    return int(x) if x.is_integer() and abs(x) < 2**53 else x


def _read_mapping(node: Node, flat: np.ndarray) -> dict[str, Any]:
    keys, what = node["keys"], Option(str(node["of"]))
    for i, key in enumerate(keys):
        if not key:
            raise OptionError("Every entry of ", what, f" needs a name; entry {i + 1} has none.")
        if key in keys[:i]:
            raise OptionError(f'"{key}" is named twice in ', what, ".")
    return dict(zip(keys, unpack(node["values"], flat), strict=True))


def _read_matrix(node: Node, flat: np.ndarray) -> np.ndarray:
    # R stores a matrix by columns.
    return _at(node["at"], flat).reshape(node["columns"], node["rows"]).T


def _read_frame(node: Node, flat: np.ndarray) -> pd.DataFrame:
    """A data frame from columns; names may repeat, and rows count from 1 as in R."""
    import pandas as pd

    rows, index = node["rows"], node.get("index")
    columns = {i: _column(column, rows, flat) for i, column in enumerate(node["columns"])}
    frame = pd.DataFrame(columns, index=pd.RangeIndex(rows))
    frame.index = pd.RangeIndex(1, rows + 1) if index is None else pd.Index(index, dtype=object)
    frame.columns = pd.Index(node["names"], dtype=object)
    return frame


def text_column(
    codes: np.ndarray, levels: Sequence[str | None], *, factor: bool = False
) -> pd.Categorical:
    """Make a column of text from codes (from 0; any other is missing) and distinct texts.

    The levels of a factor have an order that somebody chose.
    """
    import numpy as np
    import pandas as pd

    valid = np.array([level is not None for level in levels] + [False])
    codes = np.where((codes >= 0) & (codes < len(levels)), codes, len(levels)).astype(np.int64)
    place = np.where(valid, np.cumsum(valid) - 1, -1)[codes]
    categories = pd.Index([level for level in levels if level is not None], dtype=object)
    return pd.Categorical.from_codes(place, categories=categories, ordered=factor)


def time_column(seconds: np.ndarray, zone: str | None) -> Any:
    """Make a column of days, or of instants in a time zone, from seconds of the epoch.

    Microseconds are what a double holds of an instant of today. An instant in a zone that is not
    known here is in UTC.
    """
    import numpy as np
    import pandas as pd

    unit, per_second = ("s", 1) if zone is None else ("us", 1_000_000)
    finite = np.abs(seconds) < 2**63 / 1e6 / 1.001
    counts = np.rint(np.where(finite, seconds, 0) * per_second).astype(np.int64)
    times = counts.astype(f"datetime64[{unit}]")
    times[~finite] = np.datetime64("NaT")
    if zone is None:
        return times
    instants = pd.DatetimeIndex(times).tz_localize("UTC")
    try:
        return instants.tz_convert(zone)
    except (KeyError, ValueError):  # unknown to pytz, or to zoneinfo
        return instants


def complex_column(real: np.ndarray, imaginary: np.ndarray) -> np.ndarray:
    """Make complex numbers from their parts; a product with 1j would turn an infinity into NaN."""
    import numpy as np

    column = np.empty(real.size, dtype=complex)
    column.real, column.imag = real, imaginary
    return column


def _column(node: Node, rows: int, flat: np.ndarray) -> Any:
    import numpy as np

    kind = node["is"]
    if "at" not in node:
        return np.full(rows, None, dtype=object)
    values = _at(node["at"], flat)
    if kind == "text":
        return text_column(values, node["levels"], factor=node.get("factor", False))
    if kind == "time":
        return time_column(values, node.get("zone"))
    if kind == "complex":
        return complex_column(*values.reshape(2, rows))
    return values  # or what stands for all columns that are not used: which rows are alike


# Fields that cross as they are, and those that are lists of names there.
NAMES_OF_TABLE = ("datasets", "algorithms", "roped", "in_sample")
PLAIN_OF_TABLE = ("missing", "aggregate", "n_rows")
PLAIN_OF_COUNTS = ("question", "control", "n_tied", "n_failed", "n_split")


def _by(names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(names, values, strict=True))


def _read_table(node: Node, flat: np.ndarray) -> Any:
    from jointstats.table.folds import FoldTable
    from jointstats.table.results_table import ResultsTable

    shape = (len(node["datasets"]), len(node["measures"]), len(node["algorithms"]))
    values = _at(node["at"], flat)
    if values.size != math.prod(shape):
        raise InvalidValueError("The results table was changed: its values do not fit its names.")
    incomplete = _at(node["incomplete"], flat) if node["incomplete"] else None
    facts: dict[str, Any] = {name: tuple(node[name]) for name in NAMES_OF_TABLE}
    facts |= {name: node[name] for name in PLAIN_OF_TABLE}
    facts |= {
        "values": values.reshape(shape),
        "measures": _by(node["measures"], node["directions"]),
        "rope": _by(node["measures"], _at(node["rope"], flat).tolist()),
        "dropped": _read_dropped(node["dropped"]),
        "n_rows": int(node["n_rows"]),  # 1e+05 in R's JSON
        "incomplete": None if incomplete is None else incomplete.reshape(-1, *shape[1:]),
        "families": (of := node.get("families")) and _by(of["datasets"], of["families"]),
        "all_runs": _read_runs(node.get("runs"), shape, flat),
        "properties": _read_properties(node.get("properties"), node["algorithms"], flat),
        "notes": tuple(Caution(text) for text in node.get("notes") or ()),
    }
    folds = node["folds"]
    if folds is None:
        return ResultsTable(**facts)
    grid = _by(folds["names"], [*zip(folds["runs"], folds["folds"], strict=True)])
    return FoldTable(**facts, grid=grid, of=folds["of"])


def _read_properties(
    node: Node | None, algorithms: Sequence[str], flat: np.ndarray
) -> dict[str, Any]:
    from jointstats.table.beside_values import Property

    if node is None:
        return {}
    values = _at(node["at"], flat).reshape(len(node["names"]), len(algorithms)).tolist()
    properties = map(Property, node["directions"], (_by(algorithms, each) for each in values))
    return _by(node["names"], [*properties])


def _read_runs(node: Node | None, shape: tuple[int, ...], flat: np.ndarray) -> Any:
    from jointstats.table.beside_values import AllRuns

    if node is None:
        return None
    values = _at(node["at"], flat)
    return AllRuns(
        values=values.reshape(len(node["datasets"]), *shape[1:], len(node["names"])),
        datasets=tuple(node["datasets"]),
        names=tuple(node["names"]),
        kind=node["kind"],
        test_share=float(flat[node["test_share"][0]]),
    )


def _read_dropped(node: Node) -> tuple[Any, ...]:
    from jointstats.base.facts import Dropped

    return tuple(map(Dropped, node["dataset"], node["reason"]))


def _read_counts(node: Node, flat: np.ndarray) -> Any:
    import numpy as np

    from jointstats.joint.counts import StatementCounts

    measures = node["measures"]
    return StatementCounts(
        algorithms=tuple(node["algorithms"]),
        measures=_by(measures, node["directions"]),
        codes=_read_matrix(node["codes"], flat).astype(np.int64),
        weights=_at(node["weights"], flat),
        n=number(flat[node["n"]]),
        ties=_by(measures, [*map(int, _at(node["ties"], flat))]),
        rope=_by(measures, _at(node["rope"], flat).tolist()),
        dropped=_read_dropped(node["dropped"]),
        tie_rules=_by(measures, node["tie_rules"]),
        families=node.get("families") and tuple(node["families"]),
        **{name: node[name] for name in PLAIN_OF_COUNTS},
    )


def _read_result(node: Node, flat: np.ndarray) -> Any:
    """A result that R keeps, made again from the call that made it; it has warned already."""
    from jointstats.interfaces.bridge.calls import silently

    return silently(node["of"], {name: unpack(x, flat) for name, x in node["options"].items()})


_READERS: dict[str, Callable[[Node, Any], Any]] = {
    "number": lambda node, flat: number(flat[node["at"]]),
    "numbers": lambda node, flat: [number(x) for x in _at(node["at"], flat)],
    "mapping": _read_mapping,
    "matrix": _read_matrix,
    "frame": _read_frame,
    "table": _read_table,
    "counts": _read_counts,
    "result": _read_result,
}


def flat_numbers(numbers: Numbers) -> np.ndarray:
    """The call's numbers as an array; R's NA is a signalling NaN, and becomes a plain one."""
    import numpy as np

    flat = np.array(numbers, dtype=float, ndmin=1)
    flat[np.isnan(flat)] = np.nan
    return flat
