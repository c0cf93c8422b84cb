"""From Python values to the nodes of a reply."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NamedTuple

from jointstats.base.errors import InvalidValueError
from jointstats.base.result import Result, spelled
from jointstats.evidence.messages import asked
from jointstats.interfaces.bridge.spelling import for_r

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

Node = dict[str, Any]


class Console(NamedTuple):
    """Columns of R's console, and whether it has the letters of ASCII only."""

    width: int = 80
    plain: bool = False


# The console for which the texts of a reply are laid out.
CONSOLE: ContextVar[Console] = ContextVar("console")


def pack(value: Any, console: Mapping[str, Any] | None = None) -> tuple[str, list[float]]:
    """Turn a value into JSON text and the flat list of numbers that the text points at.

    Parameters
    ----------
    value : object
    console : mapping, optional
        ``width`` and ``plain`` of :class:`Console`, for which texts are laid out.
    """
    CONSOLE.set(Console(**(console or {})))
    flat: list[float] = []
    if isinstance(value, Result):
        value = spelled(value, for_r)
    node = node_of(value, flat) or {"kind": "value", "value": value}
    return json.dumps(node, ensure_ascii=False, allow_nan=False), flat


def node_of(value: Any, flat: list[float]) -> dict[str, Any] | None:
    """The node of a value of our own, or of a data frame; None for any other."""
    import pandas as pd

    from jointstats.interfaces.bridge.results import figure_node, whole_result
    from jointstats.interfaces.figures import Named
    from jointstats.joint.counts import StatementCounts
    from jointstats.table.results_table import ResultsTable

    if isinstance(value, ResultsTable):
        return _table_node(value, flat)
    if isinstance(value, StatementCounts):
        return _counts_node(value, flat)
    if isinstance(value, Result):
        return whole_result(value, flat)
    if isinstance(value, Named):
        return figure_node(value, flat, whole=False)
    if isinstance(value, pd.DataFrame):
        return {"kind": "frame", **frame_node(value, flat)}
    return None


def put(numbers: Any, flat: list[float]) -> list[int]:
    """Append numbers to the flat list, and say where they are."""
    start = len(flat)
    flat.extend(numbers)
    return [start, len(flat)]


# --- Tables and counts: R's own structure, which R sends back -------------------------------------


def _text(values: Iterable[str], names: Iterable[str] | None = None) -> Node:
    """A character vector, with names if there are any."""
    return {"is": "text", "values": list(values), "names": None if names is None else list(names)}


def _numbers(values: Iterable[float], flat: list[float], names: Any = None) -> Node:
    """A numeric vector, with names if there are any."""
    node = {"is": "numbers", "at": put(map(float, values), flat), "dim": None}
    return node | {"names": None if names is None else list(names)}


def _array(values: np.ndarray | None, flat: list[float], **names: Sequence[str]) -> Node | None:
    """An array, the first index fastest, with the names of every dimension."""
    if values is None:
        return None
    at = put(values.ravel(order="F").astype(float).tolist(), flat)
    labels = {name: list(of) for name, of in names.items()}
    return {"is": "numbers", "at": at, "dim": values.shape, "names": labels}


def _named(values: Mapping[str, str] | None) -> Node | None:
    """A named character vector."""
    return None if values is None else _text(values.values(), values)


def _listed(fields: Mapping[str, Any], kind: str = "list") -> Node:
    """A list, or a data frame by columns."""
    return {"is": kind, "of": dict(fields)}


def _table_node(table: Any, flat: list[float]) -> Node:
    axes = {"measure": list(table.measures), "algorithm": table.algorithms}
    lacking = 0 if table.incomplete is None else len(table.incomplete)
    rows = [d.dataset for d in table.dropped[:lacking]]
    folds = _grid(table)
    fields = {
        "values": _array(table.values, flat, dataset=table.datasets, **axes),
        "datasets": _text(table.datasets),
        "algorithms": _text(table.algorithms),
        "measures": _named(table.measures),
        "rope": _numbers(table.rope.values(), flat, table.rope),
        "roped": _text(table.roped),
        "missing": table.missing,
        "dropped": _dropped(table.dropped),
        "aggregate": table.aggregate,
        "n_rows": _numbers([table.n_rows], flat),
        "in_sample": _text(table.in_sample),
        "incomplete": _array(table.incomplete, flat, dataset=rows, **axes),
        "families": _named(table.families),
        "all_runs": _runs(table.all_runs, flat, axes),
        "properties": _properties(table.properties, flat),
        "notes": _text([for_r(note.parts) for note in table.notes]) if table.notes else None,
    }
    return {"kind": "table", "folds": bool(folds), "of": fields | folds}


def _properties(properties: Mapping[str, Any], flat: list[float]) -> Node | None:
    """Direction and values of every property."""
    each = {
        name: _listed(
            {"direction": one.direction, "values": _numbers(one.values.values(), flat, one.values)}
        )
        for name, one in properties.items()
    }
    return _listed(each) if each else None


def _runs(runs: Any, flat: list[float], axes: Mapping[str, Sequence[str]]) -> Node | None:
    if runs is None or runs.values.shape[1] != len(axes["measure"]):
        return None  # a table of learned measures has the runs of those that they were learned from
    values = _array(runs.values, flat, dataset=runs.datasets, **axes, run=runs.names)
    share = _numbers([runs.test_share], flat)
    return _listed({"values": values, "kind": runs.kind, "test_share": share})


def _grid(table: Any) -> Node:
    """What a table of folds adds: the run and fold of each row's name."""
    from jointstats.table.folds import FoldTable

    if not isinstance(table, FoldTable):
        return {}
    runs, folds = zip(*table.grid.values(), strict=True)
    columns = {"name": _text(table.grid), "run": _text(runs), "fold": _text(folds)}
    return {"grid": _listed(columns, "frame"), "of": table.of}


def _dropped(dropped: Sequence[Any]) -> Node:
    columns = {name: _text(getattr(d, name) for d in dropped) for name in ("dataset", "reason")}
    return _listed(columns, "frame")


def _counts_node(counts: Any, flat: list[float]) -> Node:
    if counts.codes.max(initial=0) >= 2**53:
        raise InvalidValueError(
            "Statements of more than 18 algorithms have codes beyond the whole numbers of R: give "
            "the table itself to the test, or count fewer algorithms (",
            asked("only"),
            ").",
        )
    measures = list(counts.measures)
    fields = {
        "algorithms": _text(counts.algorithms),
        "measures": _named(counts.measures),
        "codes": _array(counts.codes, flat),
        "weights": _numbers(counts.weights.tolist(), flat),
        "question": counts.question,
        "control": counts.control,
        "n": _numbers([counts.n], flat),
        "n_tied": _numbers([counts.n_tied], flat),
        "ties": _numbers((counts.ties.get(name, 0) for name in measures), flat, measures),
        "rope": _numbers((counts.rope.get(name, 0) for name in measures), flat, measures),
        "dropped": _dropped(counts.dropped),
        "n_failed": _numbers([counts.n_failed], flat),
        "tie_rules": _named(counts.tie_rules),
        "n_split": _numbers([counts.n_split], flat),
        "families": None if counts.families is None else _text(counts.families),
        "shown": repr(counts),
    }
    return {"kind": "counts", "of": fields, "frame": frame_node(counts.to_frame(), flat)}


# --- Data frames ----------------------------------------------------------------------------------


def frame_node(frame: pd.DataFrame, flat: list[float]) -> dict[str, Any]:
    """A data frame by columns."""
    return {
        "names": [str(name) for name in frame.columns],
        "rows": len(frame),
        "columns": [_column_node(column, flat) for _, column in frame.items()],
        "measures": frame.attrs.get("measures"),
    }


def _column_node(series: pd.Series, flat: list[float]) -> dict[str, Any]:
    import pandas as pd

    kinds = pd.api.types
    if kinds.is_bool_dtype(series.dtype):
        return {"type": "logical", "values": [bool(x) for x in series]}
    if kinds.is_complex_dtype(series.dtype):
        parts = [*series.to_numpy().real.tolist(), *series.to_numpy().imag.tolist()]
        return {"type": "complex", "at": put(parts, flat)}
    if kinds.is_datetime64_any_dtype(series.dtype):
        zone = getattr(series.dtype, "tz", None)
        return {"type": "time", "at": put(_seconds(series), flat), "zone": str(zone or "UTC")}
    if kinds.is_numeric_dtype(series.dtype):
        return {"type": "double", "at": put(series.to_numpy(dtype=float).tolist(), flat)}
    cells = [None if _is_null(cell) else cell for cell in series.astype(object)]
    present = [cell for cell in cells if cell is not None]
    if present and all(isinstance(cell, bool) for cell in present):
        return {"type": "logical", "values": cells}
    if all(isinstance(cell, int | float) for cell in present):
        numbers = [math.nan if cell is None else float(cell) for cell in cells]
        return {"type": "double", "at": put(numbers, flat)}
    return {"type": "character", "values": [c if c is None else str(c) for c in cells]}


def _seconds(series: pd.Series) -> list[float]:
    """Seconds of the epoch; a time without a zone counts as one in UTC."""
    import numpy as np
    import pandas as pd

    times = pd.DatetimeIndex(series)
    utc = times if times.tz is None else times.tz_convert(None)
    counts = utc.as_unit("us").to_numpy().astype(np.int64) / 1e6
    return np.where(utc.isna(), np.nan, counts).tolist()


def _is_null(cell: Any) -> bool:
    return cell is None or (isinstance(cell, float) and math.isnan(cell))
