"""What all joint results share: shares with intervals, leads, equal leads, and typed rows."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from references import quiet
from scipy.special import betaincinv
from scipy.stats import beta, binom

import jointstats as js
from jointstats import errors
from jointstats.base import lazy_rows, rows
from jointstats.evidence import glrt
from jointstats.interfaces.figures import figure
from jointstats.joint import result
from jointstats.network import structure

XY = {"x": "max", "y": "max"}
TABLE = js.load_dataset("example1")
TESTS = {"glrt": js.glrt_test, "bayes": js.bayes_test, "network": js.network_test}


def counts(*of_each, measures=XY, **more):
    return js.StatementCounts.from_vector(of_each, measures=measures, **more)


def interval(count, n):
    return pytest.approx([float(end) for end in glrt.chosen_share_interval(count, n, 0.9)])


def test_the_share_of_the_most_frequent_statement_with_and_without_families():
    some = counts(2, 5, 8, 0)
    plain = result.chosen_share(some, 8, 0.9)
    assert (plain.mean, plain.level) == (8 / 15, 0.9)
    assert [plain.low, plain.high] == interval(8, 15)
    assert plain.high == pytest.approx(beta.ppf(0.95, 9, 7))  # Clopper & Pearson
    # Fifteen data sets of six families: the share of these.
    six = replace(counts(1, 2, 3, 0), n=15, families=tuple("abcdef"))
    found = result.chosen_share(six, 3, 0.9)
    assert found.mean == 0.5 and [found.low, found.high] == interval(3, 6)
    # A sum of fractions above all data sets is all of them.
    assert result.chosen_share(counts(0, 0, 3, 0), 3 + 1e-15, 0.9).mean == 1.0


@pytest.mark.parametrize("test", [js.glrt_test, js.bayes_test])
def test_a_hundred_statements_are_listed_at_most(test):
    ways = {f"m{i}": "max" for i in range(7)}
    found = test(counts(*range(1, 129), measures=ways))
    assert [row.count for row in found.statements] == list(range(128, 28, -1))
    assert (found.n_observed, found.unobserved.states) == (128, 28)


@pytest.mark.parametrize("test", [js.glrt_test, js.bayes_test])
@pytest.mark.filterwarnings("ignore:The probability depends on the prior")
def test_of_one_possible_statement_there_is_nothing_to_test(test):
    alone = js.StatementCounts(
        ("A",), {"x": "max"}, np.zeros((1, 1), dtype=int), np.array([3.0]), n=3
    )
    with pytest.raises(errors.AlgorithmError, match="Only one statement is possible"):
        test(alone)
    two = js.StatementCounts.from_vector([3.0, 1.0], measures={"x": "max"})
    assert test(two).n == 4  # two are enough


# --- The likelihood-ratio test --------------------------------------------------------------------


# --- Rows of pairs --------------------------------------------------------------------------------


# --- Rows -----------------------------------------------------------------------------------------


def rows_within(value):
    if isinstance(value, rows.Row):
        yield value
    if isinstance(value, list | tuple | lazy_rows.LazyRows):
        for item in value:
            yield from rows_within(item)


@pytest.mark.parametrize("name", TESTS)
def test_nothing_but_typed_rows(name):
    result = quiet(TESTS[name], TABLE)
    assert isinstance(result.rows, Sequence) and result.rows
    for field, value in vars(result).items():
        if isinstance(value, list | tuple) and field != "tied_best":
            assert not any(isinstance(item, dict) for item in value), field
        for row in rows_within(value):
            assert type(row).__name__ not in js.__all__  # reached through results
            assert all(column.meaning in type(row).__doc__ for column in row.columns())
            assert dict(row) == {name: row[name] for name in row}
    first = result.rows[0]
    assert [column.name for column in result.table().columns] == list(result.to_frame())
    with pytest.raises(KeyError, match='did you mean "'):
        first[f"{next(iter(first))}s"]


def test_a_reserved_word_has_its_underscore_in_python_only():
    arc = structure.Arc(from_="a", to="b", compelled=True)
    assert (arc.from_, arc["from"], dict(arc)["from"]) == ("a", "a", "a")
    result = js.network_test(TABLE, structure=[("accuracy", "time")])
    assert result.to_dict()["arcs"] == [{"from": "accuracy", "to": "time", "compelled": False}]


@pytest.mark.parametrize("name", TESTS)
def test_headings_follow_the_level(name):
    # A clear lead, so that the likelihood-ratio test's verdict has an interval, too.
    table = js.StatementCounts.from_vector([0, 2, 3, 18], measures={"x": "max", "y": "min"})
    usual, wide = quiet(TESTS[name], table), quiet(TESTS[name], table, level=0.995)
    assert (usual.level, wide.level, wide.call["level"]) == (0.95, 0.995, 0.995)
    shown = f"{wide.verdict} {wide.summary()} {wide.to_markdown()} {wide.to_latex()}"
    assert re.search("99.5 % (interval|credible)", shown)
    assert "95 % i" not in shown and "95 % c" not in shown
    for name_of_figure in wide.figures:
        content = str(figure(wide, name_of_figure))
        assert "95 % i" not in content and "95 % c" not in content


def test_intervals_at_another_level_in_closed_form():
    # 6 of 12 data sets show the first statement: above, Clopper-Pearson; below, the share t at
    # which so many have a probability of t / 10. Credible: Beta(6 1/4, 6 3/4).
    glrt = js.glrt_test(TABLE, level=0.8)
    assert glrt.share.high == pytest.approx(beta.ppf(0.9, 7, 6), rel=1e-12)
    assert binom.sf(5, 12, glrt.share.low) == pytest.approx(glrt.share.low / 10, rel=1e-10)
    bayes = quiet(js.bayes_test, TABLE, level=0.8)
    first = bayes.statements[0]
    assert (first.share_low, first.share_high) == pytest.approx(
        (betaincinv(6.25, 6.75, 0.1), betaincinv(6.25, 6.75, 0.9)), rel=1e-12
    )
    assert (bayes.share.low, bayes.share.level) == (first.share_low, 0.8)


def test_the_lead_is_bounded_at_the_level():
    # n_a = 20 of 22: one-sided Clopper-Pearson limit at 90 % of a two-sided interval.
    made = js.StatementCounts.from_vector([20, 2, 0, 0], measures={"x": "max", "y": "min"})
    low = beta.ppf(0.05, 20, 3)
    assert js.glrt_test(made, level=0.9).lead_ratio_low == pytest.approx(low / (1 - low), rel=1e-9)
    assert "With 90 % confidence" in js.glrt_test(made, level=0.9).summary()
