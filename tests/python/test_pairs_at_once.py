"""The joint tests of all pairs at once say what those of each pair say, to the last bit."""

import copy
import json
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats import errors
from jointstats.kernels.joint import pairs
from jointstats.labelled.compare import joint_pairs, pairwise
from jointstats.labelled.lazy_rows import LazyRows

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
WAYS = {"x": "max", "y": "min", "z": "max"}


def table(seed, l=4, n=20, m=2, *, digits=None, fail=0.0, **keywords):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(n, m, l)) - 0.6 * rng.random(l)
    values = values if digits is None else np.round(values, digits)
    values[rng.random(values.shape) < fail] = np.nan
    named = {f"a{l - i}": values[:, :, i] for i in range(l)}  # not in the order of their names
    ways = dict(list(WAYS.items())[:m])
    return js.results_table(named, measures=ways, **keywords)


def alone(made, test, row, **options):
    """The row that the test of the pair alone gives."""
    part = made.select(algorithms=[row.a, row.b], common=True)
    result = getattr(js, f"{test}_test")(part, **options)
    return result.as_pair()


def check(made, test, **options):
    result = js.pairwise_tests(made, test=test, p_adjust="none", **options)
    assert isinstance(result.pairs, LazyRows)
    for row in result.pairs:
        one = alone(made, test, row, **options)
        assert row == one
        assert list(map(type, vars(row).values())) == list(map(type, vars(one).values()))
    return result


@st.composite
def tables(draw):
    keywords = {}
    if draw(st.booleans()):
        keywords["rope"] = {"x": draw(st.sampled_from([0.1, 0.5, 1.0]))}
    fail = draw(st.sampled_from([0.0, 0.0, 0.1]))
    if fail:
        keywords["missing"] = "worst"
    return table(
        draw(st.integers(0, 2**32)),
        l=draw(st.integers(2, 4)),
        n=draw(st.integers(2, 25)),
        m=draw(st.integers(1, 3)),
        digits=draw(st.sampled_from([None, 0, 1])),
        fail=fail,
        **keywords,
    )


@settings(deadline=None, max_examples=12)
@given(
    tables(),
    st.sampled_from(["auto", "equal", "split", {"x": "equal"}]),
    st.sampled_from(
        [
            {},
            {"prior": "jeffreys"},
            {"prior": "uniform"},
            {"prior": "imprecise"},
            {"prior": "imprecise", "prior_strength": 3.0},
            {"prior_strength": 0.3},
        ]
    ),
    st.sampled_from(["lower", "probability"]),
    st.sampled_from([0.05, 0.2]),
)
def test_every_row_is_the_test_of_that_pair_alone(made, ties, prior, rule, alpha):
    check(made, "glrt", ties=ties, alpha=alpha)
    check(made, "bayes", ties=ties, rule=rule, alpha=alpha, **prior)


def one_by_one(monkeypatch, *data, **options):
    with monkeypatch.context() as patch:
        patch.setattr(pairwise, "at_once", lambda *given: False)
        return js.pairwise_tests(*data, **options)


@pytest.mark.parametrize(
    "options", [{}, {"control": "a3"}, {"rule": "probability"}, {"prior": "imprecise"}]
)
@pytest.mark.parametrize("test", ["glrt", "bayes"])
def test_the_whole_result_is_the_one_of_pairs_tested_one_by_one(monkeypatch, test, options):
    made = table(2, l=7, n=14, m=3, digits=1, rope={"y": 0.2})
    options = {k: v for k, v in options.items() if test == "bayes" or k == "control"}
    result = js.pairwise_tests(made, test=test, **options)
    same = one_by_one(monkeypatch, made, test=test, **options)
    assert isinstance(same.pairs, tuple)
    assert result.pairs == same.pairs
    assert result == same
    assert result.to_dict() == same.to_dict()
    assert json.dumps(result.to_dict())
    assert result.table() == same.table()
    assert result.to_frame().equals(same.to_frame())
    assert result.verdict == same.verdict
    assert result.expected_wrong == same.expected_wrong
    assert result.matrix().equals(same.matrix())
    assert result.summary() == same.summary()


@pytest.mark.parametrize("test", ["glrt", "bayes"])
def test_rows_are_lazy_and_can_be_kept(test):
    result = js.pairwise_tests(table(4, l=5), test=test)
    rows = result.pairs
    assert len(rows) == 10
    assert rows[2:4] == tuple(rows)[2:4]
    for kept in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert kept == result
    names = [*rows[0].keys()]
    assert rows.cells(names) == {name: [row[name] for row in rows] for name in names}


def test_in_pieces_and_on_workers_it_is_the_same(monkeypatch):
    joblib = pytest.importorskip("joblib")
    made = table(5, l=6)
    whole = js.pairwise_tests(made, test="bayes")
    monkeypatch.setattr(joint_pairs, "AT_ONCE", 160)  # four pairs
    assert len(joint_pairs.batches(made, [("a1", "a2")] * 15)) == 4
    assert js.pairwise_tests(made, test="bayes") == whole
    with joblib.parallel_config("threading", n_jobs=2):
        assert js.pairwise_tests(made, test="bayes") == whole
    with pytest.raises(errors.OptionError, match="n_jobs"):
        js.pairwise_tests(made, test="bayes", n_jobs=0)


def test_many_ties_are_counted_in_smaller_pieces(monkeypatch):
    made = table(9, l=5, m=3, digits=0)
    whole = js.pairwise_tests(made, test="glrt")
    monkeypatch.setattr(pairs, "MOST_CODES", 300)  # of 60 to 480 for a pair
    rows = js.pairwise_tests(made, test="glrt").pairs
    assert isinstance(rows, LazyRows)
    assert rows == whole.pairs
    monkeypatch.setattr(pairs, "MOST_CODES", 50)
    rows = js.pairwise_tests(made, test="glrt").pairs
    assert isinstance(rows, tuple)
    assert rows == whole.pairs


def test_what_is_not_for_all_at_once_is_tested_one_by_one():
    made = table(6, l=3, m=2)
    families = js.results_table(
        made.to_frame().assign(family=lambda rows: rows["dataset"].str[-1]),
        dataset="dataset", algorithm="algorithm", measures=dict(made.measures), cluster="family",
    )  # fmt: skip
    gaps = table(7, l=3, fail=0.05, missing="unknown")
    masses = [0.1, 0.2, 0.3, 0.4]
    for data, options in [
        (made, {"prior": masses}),
        (made, {"question": "best"}),
        (families, {"test": "glrt"}),
        (gaps, {}),
        (gaps, {"cases": "pairwise"}),
        (js.statement_counts(made), {}),
    ]:
        result = js.pairwise_tests(data, **{"test": "bayes"} | options)
        assert isinstance(result.pairs, tuple), options
        row = result.pairs[1]
        assert (row.a, row.b) == ("a3", "a1")
        if data is made:
            part = made.select(algorithms=[row.a, row.b])
            assert row == js.bayes_test(part, **options).as_pair()
    assert isinstance(js.pairwise_tests(gaps, test="bayes", cases="common").pairs, LazyRows)


def test_errors_are_those_of_the_pair():
    rng = np.random.default_rng(0)
    ways = {f"m{i}": "max" for i in range(21)}
    values = {name: rng.normal(size=(3, 21)) for name in "ABC"}
    values["C"][1] = values["B"][1]  # 2^21 statements
    made = js.results_table(values, measures=ways)
    for test in ("glrt", "bayes"):
        with pytest.raises(errors.TieExpansionError) as caught:
            js.pairwise_tests(made, test=test)
        with pytest.raises(errors.TieExpansionError) as one:
            getattr(js, f"{test}_test")(made, only=["B", "C"])
        assert str(caught.value) == str(one.value)
    for options in ({"prior": "uniform", "prior_strength": 2}, {"ties": {"w": "equal"}}):
        with pytest.raises(errors.JointStatsError) as caught:
            js.pairwise_tests(table(1), test="bayes", **options)
        with pytest.raises(errors.JointStatsError) as one:
            js.bayes_test(table(1, l=2), **options)
        assert str(caught.value) == str(one.value)
