"""Objects across rpy2: R to Python without loss, Python to the R package's classes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import rpy2.robjects as ro
from rpy2.rinterface import ListSexpVector, NULLType, Sexp
from rpy2.robjects.conversion import Converter, NameClassMap, localconverter

from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.result import Result
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.presentation import bridge
from rbridge import code

# Arguments that name columns: what other columns hold does not matter to a call with such.
ROLES = (
    "dataset",
    "algorithm",
    "run",
    "fold",
    "runs",
    "cluster",
    "tp",
    "fp",
    "tn",
    "fn",
    "measures",
)
RESULTS = "table"  # an argument that holds results, by the name that R's code knows


def to_r(value: Any) -> Any:
    """Turn a results table, statement counts, a result or a data frame into its R object.

    Parameters
    ----------
    value : ResultsTable, StatementCounts, Result or DataFrame
        Text, numbers and mappings of text become R vectors.

    Returns
    -------
    rpy2.robjects.Vector
        Of the class that the R package makes.

    Examples
    --------
    >>> import jointstats as js, rbridge
    >>> tuple(rbridge.to_r(js.load_dataset("example1")).rclass)
    ('jointstats_table',)
    """
    text, numbers = bridge.pack(value)
    with localconverter(ro.default_converter):
        flat = ro.FloatVector(np.array(numbers, dtype=float))
    return code.run("decode_reply", text, flat)


def to_python(
    value: Any, name: str = "the argument", roles: Mapping[str, Any] | None = None
) -> Any:
    """Turn an R object into what jointstats takes; anything else passes through.

    Integers, factors (by label), text and truth values keep their missing values. Lists and
    mappings are searched for R objects.

    Parameters
    ----------
    value : object
    name : str
        For messages.
    roles : mapping, optional
        ``dataset``, ``algorithm`` and ``measures`` of the call, if `value` holds its results: they
        tell columns of names from columns of numbers, and those that the call does not use.

    Returns
    -------
    object

    Raises
    ------
    JointStatsError
        If an R object cannot be used.

    Examples
    --------
    >>> import rpy2.robjects as ro, rbridge
    >>> rbridge.to_python(ro.r("c(accuracy = 0.01)"))
    {'accuracy': 0.01}
    """
    if isinstance(value, NULLType):
        return None
    if isinstance(value, Mapping) and any(isinstance(part, Sexp) for part in value.values()):
        if roles is not None and all(isinstance(part, Sexp) for part in value.values()):
            value = _named_list(value)
        else:
            return {key: to_python(part, name) for key, part in value.items()}
    if isinstance(value, list | tuple) and any(isinstance(part, Sexp) for part in value):
        return [to_python(part, name) for part in value]
    if not isinstance(value, Sexp):
        return value
    name = name if roles is None else RESULTS
    with localconverter(ro.default_converter):
        encoded = code.run("encode_call", "", _named_list({name: value, **_guides(roles or {})}))
        request = json.loads(encoded.rx2("json")[0])
        flat = bridge.flat_numbers(encoded.rx2("numbers"))
    return bridge.unpack(request["options"][name], flat)


def _guides(roles: Mapping[str, Any]) -> dict[str, Any]:
    """The roles as R vectors: which columns hold names, and which hold measures."""
    guides: dict[str, Any] = {}
    for role in ROLES:
        given = roles.get(role)
        if given is None:
            continue
        if role == "measures":
            names = [str(name) for name in given] if isinstance(given, Mapping) else []
            guides[role] = ro.StrVector(["" for _ in names])
            guides[role].names = ro.StrVector(names)
        else:
            guides[role] = ro.StrVector([str(given)])
    return guides


def _named_list(parts: Mapping[Any, Any]) -> Any:
    with localconverter(ro.default_converter):
        made = ro.ListVector.from_length(len(parts))
        for i, part in enumerate(parts.values()):
            made[i] = part
        made.names = ro.StrVector([str(key) for key in parts])
        return made


def _whole_frame(value: Any) -> Any:
    """All columns of an R data frame: numbers as floats, text and factors as text, and times."""
    frame = to_python(value, roles={})
    texts = [name for name, kind in frame.dtypes.items() if str(kind) == "category"]
    return frame.astype(dict.fromkeys(texts, object))


#: Conversion rules to add to rpy2's own, as in
#: ``with (ro.default_converter + rbridge.converter).context():``.
#: R data frames, results tables and statement counts become Python's; Python's results, tables and
#: counts become R's.
converter = Converter("jointstats")
for kind in (ResultsTable, StatementCounts, Result):
    converter.py2rpy.register(kind, to_r)
converter.rpy2py_nc_map[ListSexpVector] = NameClassMap(
    ro.ListVector,
    {
        "data.frame": _whole_frame,
        "jointstats_table": to_python,
        "jointstats_counts": to_python,
    },
)
