"""What holds cells in other ways than pandas: arrays, and packed files."""

import gzip
import io
import tempfile
import warnings
import zipfile
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
from hypothesis import strategies as st

import jointstats as js
from fuzz import ingredients as of
from fuzz.accounting import accounted
from fuzz.laws import Fault, lawful, visible
from fuzz.reading import LONG, ROLES

# --- Arrays ---------------------------------------------------------------------------------------


def _masked(x):
    return np.ma.masked_array(np.array(x, dtype=float), mask=[i % 2 for i in range(len(x))])


def _structured(x):
    return np.array([(i, v) for i, v in enumerate(x)], dtype=[("a", "i4"), ("b", "f8")])


def _plain(dtype):
    return lambda x: np.array(x, dtype=float).astype(dtype)


def _each(make):
    return lambda x: np.array([make(one) for one in x] + [None], dtype=object)[:-1]


# Floats to an array of each kind. What NumPy itself cannot make of the numbers is no input.
KINDS = {
    "object": lambda x: np.array([*x, None], dtype=object)[:-1],
    "text": lambda x: np.array([str(one) for one in x]),
    "bytes": lambda x: np.array([str(one).encode() for one in x]),
    "masked": _masked,
    "structured": _structured,
    "masked text": lambda x: np.ma.masked_array(
        [str(one) for one in x], [i % 2 for i, _ in enumerate(x)]
    ),
    "masked fields": lambda x: np.ma.masked_array(_structured(x)),
    "dates": lambda x: np.array(x, dtype=float).astype("i8").astype("M8[s]"),
    "spans": lambda x: np.array(x, dtype=float).astype("i8").astype("m8[s]"),
    "complex": lambda x: np.array(x, dtype=complex) * (1 + 1j),
    "half": _plain("f2"),
    "single": _plain("f4"),
    "long": _plain("g"),
    "small": _plain("i1"),
    "whole": _plain("u8"),
    "truth": _plain("?"),
    "swapped": _plain(">f8"),
    "alone": lambda x: np.array(x[0] if x else 0.0),
    "matrix": lambda x: np.array([x, x], dtype=float),
    "void": lambda x: np.array(x, dtype=float).view("V8"),
    "Int64": lambda x: pd.array([None if i % 3 == 2 else i for i, _ in enumerate(x)], "Int64"),
    "Float64": lambda x: pd.array([None if one != one else one for one in x], "Float64"),
    "boolean": lambda x: pd.array([one > 0 for one in x], "boolean"),
    "string": lambda x: pd.array([str(one) for one in x], "string"),
    "category": lambda x: pd.Categorical(x),
    "sparse": lambda x: pd.arrays.SparseArray(x),
    "period": lambda x: pd.period_range("2020", periods=len(x), freq="D").array,
    "interval": lambda x: pd.interval_range(0, len(x)).array if x else pd.array([]),
    "zoned": lambda x: pd.date_range("2020", periods=len(x), tz="UTC").array,
    "arrow": lambda x: pd.array(x, dtype="float64[pyarrow]"),
    "Decimal": _each(Decimal),
    "Fraction": lambda x: _each(lambda one: Fraction(one) if np.isfinite(one) else one)(x),
    "huge": _each(lambda one: 10**400),
    "nested": _each(lambda one: [one]),
    "arrays": _each(lambda one: np.array([one, one])),
    "lone arrays": _each(lambda one: np.array(one)),
    "date": _each(lambda one: date(2020, 1, 1)),
    "NA": _each(lambda one: pd.NA),
    "NaT": _each(lambda one: pd.NaT),
    "functions": _each(lambda one: print),
    "sets": _each(lambda one: {one}),
}


def arrays():
    """Numbers, and the kinds of the arrays that hold them, the names and the measures."""
    kind = st.sampled_from(sorted(KINDS))
    return st.fixed_dictionaries(
        {
            "numbers": st.lists(of.numbers.filter(lambda x: abs(x) < 1e308 or x != x), max_size=6),
            "kind": kind,
            "names": of.mostly(st.just("text"), kind),
            "where": st.sampled_from(["long", "names", "matrices", "columns", "wide"]),
            "missing": st.sampled_from(["raise", "drop", "unknown", "worst"]),
        }
    )


def _array(kind, x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return KINDS[kind]([float(one) for one in x])
        except (ValueError, TypeError, ArithmeticError):
            return None


def take_array(given):
    """Hand the arrays over where numbers and names are taken."""
    x, said = given["numbers"], {"missing": given["missing"]}
    made = _array(given["kind"], x)
    if made is None:
        return
    if given["where"] == "matrices":
        lawful(lambda: js.results_table({"A": made, "B": made}, measures={"x": "max"}, **said))
        return
    if np.ndim(made) != 1 or len(made) != len(x):
        return
    if given["where"] == "columns":
        both = [made, np.array(x, dtype=float)]
        lawful(lambda: js.results_table({"A": both, "B": both}, measures={"x": "max"}, **said))
        return
    names = _array(given["names"], range(len(x)))
    try:
        if given["where"] == "names" and names is not None and np.ndim(names) == 1:
            frame = pd.DataFrame({"data": pd.Series(names), "method": "A", "acc": x}, dtype=object)
        else:
            frame = pd.DataFrame({"data": list(map(str, range(len(x)))), "method": "A"})
            frame["acc"] = pd.Series(made)
        both = pd.concat([frame, frame.assign(method="B")], ignore_index=True)
    except (ValueError, TypeError, NotImplementedError):  # pandas has no such column
        return
    if given["where"] == "wide":
        frame["B"] = frame["acc"]
        lawful(lambda: js.results_table(
            frame.rename(columns={"acc": "A"})[["data", "A", "B"]],
            dataset="data", measures={"acc": "max"}, columns="{algorithm}", **said))  # fmt: skip
        return
    table = lawful(lambda: js.results_table(both, **ROLES, **said))
    if table is not None:
        visible(repr(table), "a table")
        columns = [[name, both[name].tolist()] for name in both.columns]
        accounted(table, columns, ROLES)


# --- Packed files ---------------------------------------------------------------------------------

BODY = LONG + "".join(f"d{i},{a},{i / 7},{i}\n" for i in range(40) for a in "AB")


def _zipped(pieces):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.csv", "".join(pieces))
    return made.getvalue()


PACKERS = {
    "gz": lambda pieces: b"".join(gzip.compress(one.encode(), mtime=0) for one in pieces),
    "zip": _zipped,
}


def packed():
    """A table that was packed in pieces, and damaged."""
    edits = st.lists(
        st.tuples(
            st.sampled_from(["cut", "repeat", "put", "set", "set", "end"]),
            st.floats(0, 1),
            st.integers(0, 40),
            st.binary(max_size=4).map(of.as_text),
        ).map(list),
        max_size=3,
    )
    return st.fixed_dictionaries(
        {"ending": st.sampled_from(sorted(PACKERS)), "at": st.integers(0, 900), "edits": edits}
    )


def unpack(given):
    """All of it is read, or nothing."""
    pieces = [BODY[: given["at"]], BODY[given["at"] :]]
    edits = [(what, where, size, of.as_bytes(put)) for what, where, size, put in given["edits"]]
    content = of.edited(PACKERS[given["ending"]](pieces), edits)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"x.csv.{given['ending']}"
        path.write_bytes(content)
        table = lawful(lambda: js.read_results(path, **ROLES))
    # One of two streams may be missing as a whole: that nobody can see.
    alone = [PACKERS[given["ending"]]([piece]) for piece in pieces]
    if table is not None and len(table.datasets) != 42 and content not in alone:
        lost = 42 - len(table.datasets)
        whole = [piece.count("\n") for piece in pieces]
        raise Fault(f"{lost} of 42 data sets are lost without a word (pieces of {whole} lines)")
