"""From Python values to the nodes of a reply."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from jointstats.base.errors import InvalidValueError
from jointstats.base.result import Result, spelled
from jointstats.evidence.messages import asked
from jointstats.interfaces.bridge.reading import NAMES_OF_TABLE, PLAIN_OF_COUNTS, PLAIN_OF_TABLE
from jointstats.interfaces.bridge.spelling import for_r

if TYPE_CHECKING:
    import pandas as pd


def pack(value: Any) -> tuple[str, list[float]]:
    """Turn a value into JSON text and the flat list of numbers that the text points at."""
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


def _table_node(table: Any, flat: list[float]) -> dict[str, Any]:
    unknown = table.incomplete
    return {
        "kind": "table",
        "at": put(table.values.ravel().tolist(), flat),
        "incomplete": None if unknown is None else put(unknown.ravel().tolist(), flat),
        **{name: list(getattr(table, name)) for name in NAMES_OF_TABLE},
        **{name: getattr(table, name) for name in PLAIN_OF_TABLE},
        "measures": list(table.measures),
        "directions": list(table.measures.values()),
        "rope": put(table.rope.values(), flat),
        "dropped": _dropped_node(table.dropped),
        "folds": _folds_node(table),
        "families": (of := table.families) and {"datasets": [*of], "families": [*of.values()]},
        "runs": _runs_node(table.all_runs, flat),
        "properties": _properties_node(table.properties, flat),
        **({"notes": [for_r(note.parts) for note in table.notes]} if table.notes else {}),
    }


def _properties_node(properties: Mapping[str, Any], flat: list[float]) -> dict[str, Any] | None:
    """Properties of the algorithms, in the order of these."""
    if not properties:
        return None
    return {
        "names": list(properties),
        "directions": [value.direction for value in properties.values()],
        "at": put([x for value in properties.values() for x in value.values.values()], flat),
    }


def _runs_node(runs: Any, flat: list[float]) -> dict[str, Any] | None:
    if runs is None:
        return None
    return {
        "at": put(runs.values.ravel().tolist(), flat),
        "datasets": list(runs.datasets),
        "names": list(runs.names),
        "kind": runs.kind,
        "test_share": put([runs.test_share], flat),
    }


def _folds_node(table: Any) -> dict[str, Any] | None:
    """What a table of folds adds: the run and fold behind each row's name."""
    from jointstats.table.folds import FoldTable

    if not isinstance(table, FoldTable):
        return None
    runs, folds = zip(*table.grid.values(), strict=True)
    return {"names": list(table.grid), "runs": list(runs), "folds": list(folds), "of": table.of}


def _dropped_node(dropped: Sequence[Any]) -> dict[str, list[str]]:
    return {"dataset": [d.dataset for d in dropped], "reason": [d.reason for d in dropped]}


def _counts_node(counts: Any, flat: list[float]) -> dict[str, Any]:
    if counts.codes.max(initial=0) >= 2**53:
        raise InvalidValueError(
            "Statements of more than 18 algorithms have codes beyond the whole numbers of R: give "
            "the table itself to the test, or count fewer algorithms (",
            asked("only"),
            ").",
        )
    measures = list(counts.measures)
    return {
        "kind": "counts",
        "algorithms": list(counts.algorithms),
        "measures": measures,
        "directions": list(counts.measures.values()),
        "codes": put(counts.codes.T.ravel().astype(float).tolist(), flat),
        "weights": put(counts.weights.tolist(), flat),
        "n": put([float(counts.n)], flat),
        **{name: getattr(counts, name) for name in PLAIN_OF_COUNTS},
        "ties": put([float(counts.ties.get(name, 0)) for name in measures], flat),
        "rope": put([float(counts.rope.get(name, 0.0)) for name in measures], flat),
        "dropped": _dropped_node(counts.dropped),
        "tie_rules": list(counts.tie_rules.values()),
        "families": None if counts.families is None else list(counts.families),
        "shown": repr(counts),
        "frame": frame_node(counts.to_frame(), flat),
    }


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
    utc = times if times.tz is None else times.tz_convert("UTC").tz_localize(None)
    counts = utc.as_unit("us").to_numpy().astype(np.int64) / 1e6
    return np.where(utc.isna(), np.nan, counts).tolist()


def _is_null(cell: Any) -> bool:
    return cell is None or (isinstance(cell, float) and math.isnan(cell))
