"""Laws of what columns declare next to their kind: R's names, units, headings, words for None.

R's tidy(), tables for readers and the reference pages are made from it. The laws hold for every
class of rows of the package.
"""

import importlib
import pkgutil
from dataclasses import fields
from typing import get_args, get_origin, get_type_hints

import pytest

import jointstats as js
from jointstats.base import result, rows

#: Names of columns in broom's glossary, and the kinds of values that they stand for there.
BROOM = {
    "estimate": {rows.Kind.NUMBER, rows.Kind.SHARE, rows.Kind.PROBABILITY},
    "std.error": {rows.Kind.NUMBER, rows.Kind.ERROR},
    "conf.low": {rows.Kind.NUMBER, rows.Kind.SHARE, rows.Kind.PROBABILITY},
    "conf.high": {rows.Kind.NUMBER, rows.Kind.SHARE, rows.Kind.PROBABILITY},
    "statistic": {rows.Kind.NUMBER, rows.Kind.WHOLE, rows.Kind.COUNT},
    "p.value": {rows.Kind.P_VALUE},
    "adj.p.value": {rows.Kind.P_VALUE},
    "num.df": {rows.Kind.WHOLE, rows.Kind.NUMBER},
    "den.df": {rows.Kind.WHOLE, rows.Kind.NUMBER},
}


def every_kind():
    """Every class of rows that a module of the package has."""
    for module in pkgutil.walk_packages(js.__path__, "jointstats."):
        importlib.import_module(module.name)
    kinds = [rows.Row]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return [kind for kind in kinds[1:] if kind.__module__.startswith("jointstats.")]


KINDS = {kind.__name__: kind for kind in every_kind() if kind.columns()}
of_every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def hints(kind):
    return {rows.key_of(name): hint for name, hint in get_type_hints(kind).items()}


def may_be_none(hint):
    return type(None) in get_args(hint)


@of_every_kind
def test_names_in_r_are_those_of_broom_for_such_values(kind):
    named = [column for column in kind.columns() if column.broom]
    assert len({column.broom or column.name for column in kind.columns()}) == len(kind.columns())
    for column in named:
        stem = next(name for name in BROOM if f"{column.broom}.".startswith(f"{name}."))
        assert column.kind in BROOM[stem], column
    columns = {column.broom or column.name: column for column in kind.columns()}
    assert ("conf.low" in columns) == ("conf.high" in columns)
    if "conf.low" in columns and "estimate" in columns:
        trio = [columns[name] for name in ("estimate", "conf.low", "conf.high")]
        assert len({(column.unit, column.kind) for column in trio}) == 1


@of_every_kind
def test_p_values_have_the_names_that_r_gives_them(kind):
    for column in kind.columns():
        if column.name in ("p_value", "p_adjusted"):
            assert column.broom == {"p_value": "p.value", "p_adjusted": "adj.p.value"}[column.name]
        assert column.kind is not rows.Kind.P_VALUE or not column.unit


@of_every_kind
def test_readers_can_tell_columns_from_each_other(kind):
    shown = [column.heading or column.name for column in kind.columns() if column.shown]
    # Mardia's two p-values stand next to their statistics.
    twice = ["p_adjusted"] if kind.__name__ == "MardiaSample" else []
    assert shown and sorted(shown) == sorted([*set(shown), *twice])
    for column in kind.columns():
        assert column.meaning and not column.meaning.endswith(".")
        assert column.heading != column.name


@of_every_kind
def test_what_is_declared_fits_the_type_of_the_field(kind):
    """A word for None, a default of None, and a column for each name of a mapping."""
    assert len(KINDS) > 40
    defaults = {rows.key_of(one.name): one.default for one in fields(kind)}
    for column in kind.columns():
        hint = hints(kind)[column.name]
        if column.unknown != "–" or defaults[column.name] is None:
            assert may_be_none(hint), column
        mapping = any(get_origin(part) is dict for part in (hint, *get_args(hint)))
        assert bool(column.spread) == mapping, column
        measured = (rows.Kind.NUMBER, rows.Kind.ERROR, rows.Kind.COUNT)
        assert not column.unit or column.kind in measured, column


#: What results keep for figures and further questions, and give to no other language.
KEPT = {"LeaderboardResult": {"pairs", "sizes"}, "RocResult": {"scores"}}


def test_what_a_result_keeps_for_figures_is_no_part_of_it():
    every = [getattr(js, name) for name in js.__all__]
    public = [kind for kind in every if isinstance(kind, type) and issubclass(kind, result.Result)]
    assert {kind.__name__ for kind in public} > set(KEPT)
    for kind in public:
        kept = {one.name for one in fields(kind) if not one.metadata.get("plain", True)}
        assert kept == KEPT.get(kind.__name__, set()) | {"data", "facts"}, kind
        assert all(not one.compare for one in fields(kind) if one.name == "data")
