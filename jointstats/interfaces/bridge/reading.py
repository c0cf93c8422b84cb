"""From the nodes of a request to Python values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
        # A product with 1j would turn an infinity into NaN.
        return values.reshape(2, rows).T.copy().view(complex).ravel()
    return values


# --- Tables and counts: R's own structure, as :mod:`.packing` writes it ---------------------------


def _field(node: Node, flat: np.ndarray) -> Any:
    """What a node of R's structure holds; anything but a node is plain."""
    if not isinstance(node, dict):
        return node
    if node["is"] == "list":
        return {name: _field(part, flat) for name, part in dict(node["of"] or {}).items()}
    names, dim = node["names"], node.get("dim")
    values = node["values"] if node["is"] == "text" else _at(node["at"], flat)
    if dim:
        import numpy as np

        return np.ascontiguousarray(values.reshape(dim, order="F"))
    if not names:
        return values
    return dict(zip(names, values if node["is"] == "text" else values.tolist(), strict=True))


def _only(values: Sequence[Any] | None) -> Any:
    """The value of a vector that has one in R; None for NULL."""
    return None if values is None else values[0]


def _dropped(of: Mapping[str, Sequence[str]]) -> tuple[Any, ...]:
    from jointstats.base.facts import Dropped

    return tuple(map(Dropped, of["dataset"], of["reason"]))


def _read_table(node: Node, flat: np.ndarray) -> Any:
    import numpy as np

    from jointstats.table.folds import FoldTable
    from jointstats.table.results_table import ResultsTable

    of = {name: _field(part, flat) for name, part in node["of"].items()}
    shape = (len(of["datasets"]), len(of["measures"]), len(of["algorithms"]))
    if np.shape(of["values"]) != shape:
        raise InvalidValueError("The results table was changed: its values do not fit its names.")
    facts: dict[str, Any] = {
        **{name: tuple(of[name]) for name in ("datasets", "algorithms", "roped", "in_sample")},
        **{name: of[name] for name in ("values", "measures", "rope", "incomplete", "families")},
        "dropped": _dropped(of["dropped"]),
        "missing": _only(of["missing"]),
        "aggregate": _only(of["aggregate"]),
        "n_rows": int(_only(of["n_rows"])),
        "all_runs": _read_runs(of.get("all_runs"), node["of"].get("all_runs")),
        "properties": _read_properties(of.get("properties") or {}, of["algorithms"]),
        "notes": tuple(Caution(text) for text in of.get("notes") or ()),
    }
    if not node["folds"]:
        return ResultsTable(**facts)
    grid = of["grid"]
    cells = zip(grid["run"], grid["fold"], strict=True)
    rows = dict(zip(grid["name"], cells, strict=True))
    return FoldTable(**facts, grid=rows, of=_only(of.get("of")))


def _read_properties(properties: Mapping[str, Any], algorithms: Sequence[str]) -> dict[str, Any]:
    """The properties of the table's algorithms: a part of a table in R has those of all."""
    from jointstats.table.beside_values import Property

    return {
        name: Property(_only(one["direction"]), {a: one["values"][a] for a in algorithms})
        for name, one in properties.items()
    }


def _read_runs(runs: Any, node: Node) -> Any:
    from jointstats.table.beside_values import AllRuns

    if runs is None:
        return None
    names = node["of"]["values"]["names"]
    return AllRuns(
        values=runs["values"],
        datasets=tuple(names["dataset"]),
        names=tuple(names["run"]),
        kind=_only(runs["kind"]),
        test_share=float(_only(runs["test_share"])),
    )


def _read_counts(node: Node, flat: np.ndarray) -> Any:
    import numpy as np

    from jointstats.joint.counts import StatementCounts

    of = {name: _field(part, flat) for name, part in node["of"].items()}
    facts: dict[str, Any] = {
        **{name: of[name] for name in ("measures", "weights", "rope", "tie_rules")},
        **{name: _only(of[name]) for name in ("question", "control")},
        **{name: number(_only(of[name])) for name in ("n", "n_tied", "n_failed", "n_split")},
        "algorithms": tuple(of["algorithms"]),
        "codes": of["codes"].astype(np.int64),
        "ties": {name: int(n) for name, n in of["ties"].items()},
        "dropped": _dropped(of["dropped"]),
        "families": None if of["families"] is None else tuple(of["families"]),
    }
    return StatementCounts(**facts)


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
