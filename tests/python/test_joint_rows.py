"""Rows of the joint tests' results: typed, readable by name, with the names that are in use."""

import re
from collections.abc import Sequence

import pytest
from references import quiet
from scipy.special import betaincinv
from scipy.stats import beta, binom

import jointstats as js
from jointstats.base import lazy_rows, rows
from jointstats.interfaces.figures import figure
from jointstats.network import structure

TABLE = js.load_dataset("example1")
TESTS = {"glrt": js.glrt_test, "bayes": js.bayes_test, "network": js.network_test}


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
        if name_of_figure == "ranks":
            assert re.search("99.5 % (interval|credible)", content)


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
