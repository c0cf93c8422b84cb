"""The plain-data bridge: calls from R arrive as text and bare numbers, and leave as such.

No array or data frame crosses between the languages. A call is one JSON text and one flat list of
floats; names, flags and structure travel in the text, and every number of the user in the list, so
that no digit is lost. A reply is the same the other way round, and it holds all that printing and
plotting need. Errors are returned, never raised: the classes of exceptions differ between
versions of reticulate, and Python's warnings would not reach R at all.

A node of the request's text is null, true, false, a string, a list of nodes, or an object whose
``is`` says how to read it (see ``_READERS``).
"""

from __future__ import annotations

import inspect
import json
import math
import re
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import jointstats
from jointstats.labelled.errors import ColumnError, InvalidValueError, JointStatsError, OptionError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

Node = Any
Numbers = Any  # a flat array of floats; reticulate makes a lone float of one number


INTERRUPTED = "The call was interrupted. Nothing has changed: call again when ready."


class ArgumentError(JointStatsError):
    """A call with an argument that the function does not have, or without one that it needs."""


def call(request: str, numbers: Numbers) -> dict[str, Any]:
    """Run one public function for another language.

    Parameters
    ----------
    request : str
        JSON object with ``function`` (its public name) and ``options`` (its arguments: nodes by
        name).
    numbers : list of float
        The numbers that the nodes point at.

    Returns
    -------
    dict
        ``ok`` (bool), ``type`` and ``message`` (of the error, or empty), ``warnings`` (list of
        ``{"type", "message"}``), ``json`` and ``numbers`` (the value, see :func:`pack`).
    """
    reply: dict[str, Any] = {"ok": True, "type": "", "message": "", "json": "null", "numbers": []}
    reply["warnings"] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", UserWarning)
        warnings.simplefilter("always", RuntimeWarning)
        try:
            read = json.loads(request)
            flat = flat_numbers(numbers)
            options = {name: unpack(node, flat) for name, node in read["options"].items()}
            reply["json"], reply["numbers"] = pack(run(read["function"], **options))
        except JointStatsError as error:
            reply |= {"ok": False, "type": snake_case(type(error)), "message": str(error)}
        except KeyboardInterrupt:
            reply |= {"ok": False, "type": "interrupted", "message": INTERRUPTED}
        except MemoryError:
            reply |= {
                "ok": False,
                "type": "memory_error",
                "message": "Not enough memory for this call: use fewer data sets or measures.",
            }
        except Exception as error:
            if _came_from_interrupt(error):
                return reply | {"ok": False, "type": "interrupted", "message": INTERRUPTED}
            trace = traceback.format_exc()
            reply |= {
                "ok": False,
                "type": "internal_error",
                "message": f"A fault inside jointstats, not in your call ({error!r}).\n{trace}",
            }
    reply["warnings"] = [
        {"type": kind, "message": text}
        for kind, text in dict.fromkeys((snake_case(w.category), str(w.message)) for w in caught)
    ]
    return reply


def _came_from_interrupt(error: Exception) -> bool:
    """Whether reticulate's signal handler failed: R took the interrupt in the middle of it."""
    return any(
        frame.name == "_signal_handler" for frame in traceback.extract_tb(error.__traceback__)
    )


def run(name: str, /, *data: Any, **options: Any) -> Any:
    """Call a public function by name; a wrong argument is an error that names it.

    Raises
    ------
    ArgumentError
        If there is no such function, or it has no such argument.
    """
    function = _FUNCTIONS.get(name) or getattr(jointstats, name, None)
    if function is None or not callable(function):
        raise ArgumentError(f"There is no function {name}() in this jointstats.")
    check_arguments(name, function, data, options)
    return function(*data, **options)


def check_arguments(
    name: str, function: Callable[..., Any], data: Sequence[Any], options: Mapping[str, Any]
) -> None:
    """Refuse arguments that do not fit the function's signature, in a sentence."""
    signature = inspect.signature(function)
    known = [p.name for p in signature.parameters.values() if p.kind != p.VAR_KEYWORD]
    if len(known) < len(signature.parameters):  # further keywords pass through to these
        known += [n for n in _pass_through(name) if n not in known]
    unknown = [option for option in options if option not in known]
    if unknown:
        close = get_close_matches(unknown[0], known, n=1)
        hint = f'did you mean "{close[0]}"?' if close else f"it has {', '.join(known)}."
        raise ArgumentError(f'{name}() has no argument "{unknown[0]}"; {hint}')
    try:
        signature.bind(*data, **options)
    except TypeError as error:
        raise ArgumentError(f"{name}(): {error}.") from None


def _pass_through(name: str) -> list[str]:
    """Names that a function's ``**keywords`` may hold: roles, and options of the tests it runs."""
    through = ["results_table"]
    if name == "counts_from_vector":
        through = ["StatementCounts.from_vector"]
    elif name == "counts_from_orders":
        through = ["StatementCounts.from_orders"]
    elif name in ("pairwise_tests", "compare_algorithms"):
        through += [n for n in jointstats.__all__ if n.endswith("_test")]
    found: dict[str, None] = {}
    for path in through:
        value: Any = jointstats
        for part in path.split("."):
            value = getattr(value, part)
        parameters = list(inspect.signature(value).parameters.values())
        found |= dict.fromkeys(p.name for p in parameters if p.kind == p.KEYWORD_ONLY)
    return list(found)


def signatures() -> str:
    """Arguments of every public function, as JSON, for the other language to compare with."""
    found = {}
    for name in jointstats.__all__:
        value = getattr(jointstats, name)
        if inspect.isfunction(value):
            parameters = inspect.signature(value).parameters.values()
            found[name] = {p.name: _default(p) for p in parameters}
    return json.dumps(found)


def _default(parameter: inspect.Parameter) -> Any:
    if parameter.kind is parameter.VAR_KEYWORD:
        return "..."
    return "required" if parameter.default is parameter.empty else repr(parameter.default)


def environment(needed: Mapping[str, str]) -> dict[str, Any]:
    """Versions in use, and what is missing or too old.

    Parameters
    ----------
    needed : dict
        Package to the lowest version that will do.

    Returns
    -------
    dict
        ``version`` and ``path`` of this copy of jointstats, ``found`` (package to version, None if
        absent) and ``problems`` (sentences, empty if all is well).
    """
    found = {package: _installed(package) for package in needed}
    problems = []
    for package, lowest in needed.items():
        version = found[package]
        if version is None:
            problems.append(f"{package} is not installed (needed: {package} >= {lowest}).")
        elif _release(version) < _release(lowest):
            problems.append(f"{package} {version} is too old (needed: {package} >= {lowest}).")
    return {
        "version": jointstats.__version__,
        "path": jointstats.__file__,
        "found": {name: version or "" for name, version in found.items()},
        "problems": problems,
    }


def _installed(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _release(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def snake_case(kind: type) -> str:
    """Name of a class in snake_case: ``MissingValuesError`` is ``missing_values_error``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


# --- reading a request -----------------------------------------------------------------------


def unpack(node: Node, flat: np.ndarray) -> Any:
    """Turn a node into the Python value that it stands for."""
    if isinstance(node, list):
        return [unpack(item, flat) for item in node]
    if isinstance(node, dict):
        return _READERS[node["is"]](node, flat)
    return node


def number(x: float) -> float | int:
    """Read a lone number as a Python user would type it: 3, not 3.0."""
    x = float(x)
    return int(x) if x.is_integer() and abs(x) < 2**53 else x


def _read_mapping(node: Node, flat: np.ndarray) -> dict[str, Any]:
    keys = node["keys"]
    for i, key in enumerate(keys):
        if not key:
            raise OptionError(f"Every entry of {node['of']} needs a name; entry {i + 1} has none.")
        if key in keys[:i]:
            raise OptionError(f'"{key}" is named twice in {node["of"]}.')
    return dict(zip(keys, unpack(node["values"], flat), strict=True))


def _read_matrix(node: Node, flat: np.ndarray) -> np.ndarray:
    # R stores a matrix by columns.
    return flat[slice(*node["at"])].reshape(node["columns"], node["rows"]).T


def _read_frame(node: Node, flat: np.ndarray) -> pd.DataFrame:
    columns = [_column(column, node["rows"], flat) for column in node["columns"]]
    return frame(node["names"], columns, node["rows"], node.get("index"))


def frame(
    names: Sequence[str], columns: Sequence[Any], rows: int, index: Sequence[str] | None = None
) -> pd.DataFrame:
    """Make a data frame from columns; names may repeat, and rows count from 1 as in R."""
    import pandas as pd

    labels = pd.RangeIndex(1, rows + 1) if index is None else pd.Index(list(index), dtype=object)
    made = pd.DataFrame(dict(enumerate(columns)), index=pd.RangeIndex(rows))
    made.index, made.columns = labels, pd.Index(list(names), dtype=object)
    return made


def text_column(codes: np.ndarray, levels: Sequence[str | None]) -> pd.Categorical:
    """Make a column of text from codes (from 0; any other is missing) and distinct texts."""
    import numpy as np
    import pandas as pd

    valid = np.array([level is not None for level in levels] + [False])
    codes = np.where((codes >= 0) & (codes < len(levels)), codes, len(levels)).astype(np.int64)
    place = np.where(valid, np.cumsum(valid) - 1, -1)[codes]
    categories = pd.Index([level for level in levels if level is not None], dtype=object)
    return pd.Categorical.from_codes(place, categories=categories)


def _column(node: Node, rows: int, flat: np.ndarray) -> Any:
    import numpy as np

    kind = node["is"]
    if kind == "numbers":
        return flat[slice(*node["at"])]
    if kind == "text":
        return text_column(flat[slice(*node["at"])], node["levels"])
    if kind == "time":
        return np.zeros(rows, dtype="datetime64[s]")
    if kind == "complex":
        return np.zeros(rows, dtype=complex)
    return np.full(rows, None, dtype=object)  # a column that the call does not use


def _read_table(node: Node, flat: np.ndarray) -> Any:
    from jointstats.labelled.table.folds import FoldTable
    from jointstats.labelled.table.results_table import ResultsTable

    shape = (len(node["datasets"]), len(node["measures"]), len(node["algorithms"]))
    values = flat[slice(*node["at"])]
    if values.size != math.prod(shape):
        raise InvalidValueError("The results table was changed: its values do not fit its names.")
    incomplete = flat[slice(*node["incomplete"])] if node["incomplete"] else None
    facts: dict[str, Any] = {
        "values": values.reshape(shape),
        "datasets": tuple(node["datasets"]),
        "algorithms": tuple(node["algorithms"]),
        "measures": dict(zip(node["measures"], node["directions"], strict=True)),
        "rope": dict(zip(node["measures"], map(float, flat[slice(*node["rope"])]), strict=True)),
        "missing": node["missing"],
        "dropped": _read_dropped(node["dropped"]),
        "aggregate": node["aggregate"],
        "n_rows": int(node["n_rows"]),
        "in_sample": tuple(node["in_sample"]),
        "incomplete": None if incomplete is None else incomplete.reshape(-1, *shape[1:]),
    }
    of_folds = node["folds"]
    if of_folds is None:
        return ResultsTable(**facts)
    pairs = zip(of_folds["runs"], of_folds["folds"], strict=True)
    grid = dict(zip(of_folds["names"], pairs, strict=True))
    return FoldTable(**facts, grid=grid, of=of_folds["of"])


def _read_dropped(node: Node) -> tuple[Any, ...]:
    from jointstats.labelled.table.results_table import Dropped

    return tuple(map(Dropped, node["dataset"], node["reason"]))


def _read_counts(node: Node, flat: np.ndarray) -> Any:
    import numpy as np

    from jointstats.labelled.joint.counts import StatementCounts

    measures = node["measures"]
    return StatementCounts(
        algorithms=tuple(node["algorithms"]),
        measures=dict(zip(measures, node["directions"], strict=True)),
        codes=_read_matrix(node["codes"], flat).astype(np.int64),
        weights=flat[slice(*node["weights"])],
        question=node["question"],
        control=node["control"],
        n=number(flat[node["n"]]),
        n_tied=node["n_tied"],
        ties=dict(zip(measures, map(int, flat[slice(*node["ties"])]), strict=True)),
        rope=dict(zip(measures, map(float, flat[slice(*node["rope"])]), strict=True)),
        dropped=_read_dropped(node["dropped"]),
        n_failed=node["n_failed"],
    )


_READERS: dict[str, Callable[[Node, Any], Any]] = {
    "number": lambda node, flat: number(flat[node["at"]]),
    "numbers": lambda node, flat: [number(x) for x in flat[slice(*node["at"])]],
    "mapping": _read_mapping,
    "matrix": _read_matrix,
    "frame": _read_frame,
    "table": _read_table,
    "counts": _read_counts,
}


def flat_numbers(numbers: Numbers) -> np.ndarray:
    """The call's numbers as an array; R's NA is a signalling NaN, and becomes a plain one."""
    import numpy as np

    flat = np.array(numbers, dtype=float, ndmin=1)
    flat[np.isnan(flat)] = np.nan
    return flat


# --- writing a reply -------------------------------------------------------------------------


def pack(value: Any) -> tuple[str, list[float]]:
    """Turn a value into JSON text and the flat list of numbers that the text points at."""
    flat: list[float] = []
    node = _node(value, flat) or {"kind": "value", "value": value}
    return json.dumps(node, ensure_ascii=False, allow_nan=False), flat


def _node(value: Any, flat: list[float]) -> dict[str, Any] | None:
    """The node of a value of our own, or of a data frame; None for any other."""
    import pandas as pd

    from jointstats.labelled.joint.counts import StatementCounts
    from jointstats.labelled.result import Result
    from jointstats.labelled.table.results_table import ResultsTable

    if isinstance(value, ResultsTable):
        return _table_node(value, flat)
    if isinstance(value, StatementCounts):
        return _counts_node(value, flat)
    if isinstance(value, Result):
        return _result_node(value, flat)
    if isinstance(value, pd.DataFrame):
        return {"kind": "frame", **_frame_node(value, flat)}
    return None


def _put(numbers: Any, flat: list[float]) -> list[int]:
    """Append numbers to the flat list, and say where they are."""
    start = len(flat)
    flat.extend(numbers)
    return [start, len(flat)]


def _table_node(table: Any, flat: list[float]) -> dict[str, Any]:
    return {
        "kind": "table",
        "at": _put(table.values.ravel().tolist(), flat),
        "incomplete": None
        if table.incomplete is None
        else _put(table.incomplete.ravel().tolist(), flat),
        "datasets": list(table.datasets),
        "algorithms": list(table.algorithms),
        "measures": list(table.measures),
        "directions": list(table.measures.values()),
        "rope": _put(table.rope.values(), flat),
        "missing": table.missing,
        "dropped": _dropped_node(table.dropped),
        "aggregate": table.aggregate,
        "n_rows": table.n_rows,
        "in_sample": list(table.in_sample),
        "folds": _folds_node(table),
    }


def _folds_node(table: Any) -> dict[str, Any] | None:
    """What a table of folds adds: the run and fold behind each row's name."""
    from jointstats.labelled.table.folds import FoldTable

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
            "the table itself to the test, or count fewer algorithms (only=)."
        )
    measures = list(counts.measures)
    return {
        "kind": "counts",
        "algorithms": list(counts.algorithms),
        "measures": measures,
        "directions": list(counts.measures.values()),
        "codes": _put(counts.codes.T.ravel().astype(float).tolist(), flat),
        "weights": _put(counts.weights.tolist(), flat),
        "question": counts.question,
        "control": counts.control,
        "n": _put([float(counts.n)], flat),
        "n_tied": counts.n_tied,
        "ties": _put([float(counts.ties.get(name, 0)) for name in measures], flat),
        "rope": _put([float(counts.rope.get(name, 0.0)) for name in measures], flat),
        "dropped": _dropped_node(counts.dropped),
        "n_failed": counts.n_failed,
        "shown": repr(counts),
        "frame": _frame_node(counts.to_frame(), flat),
    }


def _result_node(result: Any, flat: list[float]) -> dict[str, Any]:
    """All of a result that printing and plotting need, and its parts likewise."""
    facts = result.to_dict()
    parts: dict[str, Any] = {}
    for name in facts.keys() & {field.name for field in fields(result)}:
        value = getattr(result, name)
        part = _node(value, flat)
        if part is None and isinstance(value, Mapping):
            within = {key: _node(item, flat) for key, item in value.items()}
            part = within if any(within.values()) else None
        if part is not None:
            facts[name], parts[name] = None, part
    node = {
        "kind": "result",
        "result": facts,
        "parts": parts,
        "summary": result.summary(),
        "frame": _frame_node(result.to_frame(), flat),
    }
    if hasattr(result, "report_text"):
        node["report_text"] = result.report_text()
    if hasattr(result, "matrix"):
        matrix = result.matrix()
        node["matrix"] = _frame_node(matrix, flat) | {"index": [str(name) for name in matrix.index]}
    return node


def _frame_node(made: pd.DataFrame, flat: list[float]) -> dict[str, Any]:
    return {
        "names": [str(name) for name in made.columns],
        "rows": len(made),
        "columns": [_column_node(made.iloc[:, i], flat) for i in range(made.shape[1])],
        "measures": made.attrs.get("measures"),
    }


def _column_node(series: pd.Series, flat: list[float]) -> dict[str, Any]:
    import pandas as pd

    kinds = pd.api.types
    if kinds.is_bool_dtype(series.dtype):
        return {"type": "logical", "values": [bool(x) for x in series]}
    if kinds.is_integer_dtype(series.dtype) and series.abs().max() < 2**31:
        return {"type": "integer", "values": [int(x) for x in series]}
    if kinds.is_numeric_dtype(series.dtype):
        return {"type": "double", "at": _put(series.to_numpy(dtype=float).tolist(), flat)}
    cells = [None if _is_null(cell) else cell for cell in series.astype(object)]
    if cells and all(cell is None or isinstance(cell, bool) for cell in cells):
        return {"type": "logical", "values": cells}
    if any(isinstance(cell, int | float) for cell in cells) and all(
        cell is None or isinstance(cell, int | float) for cell in cells
    ):
        numbers = [math.nan if cell is None else float(cell) for cell in cells]
        return {"type": "double", "at": _put(numbers, flat)}
    return {"type": "character", "values": [c if c is None else str(c) for c in cells]}


def _is_null(cell: Any) -> bool:
    return cell is None or (isinstance(cell, float) and math.isnan(cell))


def _counts_from_vector(counts: Any, **names: Any) -> Any:
    values = counts if isinstance(counts, list) else [counts]
    return jointstats.StatementCounts.from_vector(values, **names)


def _counts_from_orders(orders: Any, counts: Any, **names: Any) -> Any:
    weights = counts if isinstance(counts, list) else [counts]
    if len(orders) != len(weights):
        raise InvalidValueError(f"{len(orders)} orderings, but {len(weights)} counts are given.")
    rows = zip(orders, weights, strict=True)
    return jointstats.StatementCounts.from_orders(rows, **names)


# What Python spells as methods and operators.
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "counts_from_vector": _counts_from_vector,
    "counts_from_orders": _counts_from_orders,
    "add_counts": lambda first, second: first + second,
}

__all__ = ["ArgumentError", "ColumnError", "call", "environment", "pack", "run", "signatures"]
