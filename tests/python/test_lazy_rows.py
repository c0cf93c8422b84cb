"""Rows that are made when they are asked for stand for a tuple of rows."""

import copy
import pickle

import numpy as np
import pytest

from jointstats.base import lazy_rows
from jointstats.base import rows as base_rows
from jointstats.network import structure

NAMES, VALUES = ["a", "b", "c", "d"], np.array([0.5, 0.25, 1.0, 2.0])


class Counted(lazy_rows.RowSource[structure.Arc]):
    """Rows without columns, which count how often one is made."""

    kind = structure.Arc

    def __init__(self):
        self.made = 0

    def __len__(self):
        return 5

    def row(self, i):
        self.made += 1
        return structure.Arc(from_=f"m{i}", to=f"m{i + 1}", compelled=i % 2 == 0)


def arcs():
    given = {
        "from_": NAMES,
        "to": lazy_rows.Coded(["x", None], [0, 1, 1, 0]),
        "compelled": VALUES > 0.4,
    }
    return lazy_rows.LazyRows(lazy_rows.ColumnSource(structure.Arc, given))


def by_hand():
    return tuple(
        structure.Arc(from_=a, to=b, compelled=c)
        for a, b, c in zip(NAMES, ["x", None, None, "x"], [True, False, True, True], strict=True)
    )


def test_they_are_the_rows_of_a_tuple():
    rows, same = arcs(), by_hand()
    assert len(rows) == 4
    assert rows.kind is structure.Arc
    assert tuple(rows) == same
    assert rows == same
    assert same == rows
    assert rows == list(same)
    assert rows == arcs()
    assert rows != same[:3]
    assert rows != (*same[:3], same[0])
    assert rows != 4
    assert (rows[0], rows[-1], rows[np.int64(2)]) == (same[0], same[-1], same[2])
    assert same[1] in rows
    assert rows.index(same[2]) == 2
    assert list(reversed(rows)) == list(reversed(same))
    assert type(rows[0].compelled) is bool  # no type of NumPy's
    with pytest.raises(IndexError):
        rows[4]
    coded = lazy_rows.Coded("xy", [1, 0, 1])
    assert (len(coded), coded[1], list(coded[1:])) == (3, "x", ["x", "y"])


def test_slices_and_choices_are_lazy_too():
    rows, same = arcs(), by_hand()
    assert isinstance(rows[1:3], lazy_rows.LazyRows)
    assert rows[1:3] == same[1:3]
    assert rows[::-1] == same[::-1]
    assert rows[1:][::2] == same[1:][::2]
    assert rows[2:2] == ()
    assert not rows[2:2]
    assert rows.at([3, 0]) == (same[3], same[0])
    assert rows.at(np.array([True, False, False, True])) == (same[0], same[3])
    assert rows[1:].at([0]) == same[1:2]


def test_no_row_is_made_unless_it_is_asked_for():
    source = Counted()
    rows = lazy_rows.LazyRows(source)
    assert (len(rows), len(rows[2:]), bool(rows), source.made) == (5, 3, True, 0)
    assert rows == lazy_rows.LazyRows(source)
    assert source.made == 0
    assert rows[3].to == "m4"
    assert source.made == 1
    assert base_rows.table(rows[3:]).named("from") == ("m3", "m4")
    assert source.made == 1 + 1 + 2  # one to see its type, then each once for all columns


def test_tables_are_made_of_the_columns():
    made = base_rows.table(arcs())
    assert made == base_rows.table(by_hand())
    assert made.named("from") == ("a", "b", "c", "d")
    assert base_rows.table(arcs()[:0], structure.Arc).n_rows == 0
    assert arcs().cells(["compelled", "from"]) == {
        "compelled": [True, False, True, True],
        "from": NAMES,
    }


def test_they_are_kept_and_copied():
    for same in (pickle.loads(pickle.dumps(arcs())), copy.copy(arcs()), copy.deepcopy(arcs())):
        assert same == arcs()
    assert repr(arcs()) == "<4 rows: Arc>"
    with pytest.raises(TypeError):
        hash(arcs())
