"""Rows of the tests of one measure, of means, and of studies: their types and levels."""

import inspect

import numpy as np
import pytest
from references import quiet
from scipy import stats

import jointstats as js
from jointstats.base import result as base_result
from jointstats.base import rows as base_rows

RNG = np.random.default_rng(5)
A = RNG.normal(size=(15, 2))
B = A + RNG.normal(0.4, 1.0, size=(15, 2))
MEASURES = {"accuracy": "max", "time": "min"}


def two(**keywords):
    return js.results_table({"A": A, "B": B}, measures=MEASURES, **keywords)


def three():
    return js.results_table({"A": A, "B": B, "C": B[::-1]}, measures=MEASURES)


def folds(a, b):
    frame = js.load_frame("weka_folds")
    return js.results_table(
        frame[frame["algorithm"].isin([a, b])],
        algorithm="algorithm", measures={"accuracy": "max"}, run="run", fold="fold",
        dataset="dataset", of="vote",
    )  # fmt: skip


# --- Levels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("test", [js.sign_test, js.wilcoxon_test])
def test_the_level_of_the_median_is_that_of_its_order_statistics(test):
    row = test(two(), level=0.8).tests[0]
    ordered = np.sort(A[:, 0] - B[:, 0])
    # The innermost pair of order statistics that covers the median with probability 0.8.
    k = max(k for k in range(8) if 1 - 2 * stats.binom.cdf(k, 15, 0.5) >= 0.8)
    assert (row.median_low, row.median_high) == (ordered[k], ordered[14 - k])
    wide = test(two()).tests[0]
    assert wide.cliffs_low < row.cliffs_low < wide.cliffs_delta < row.cliffs_high < wide.cliffs_high
    assert (wide.p_value, wide.p_adjusted) == (row.p_value, row.p_adjusted)


def test_the_level_of_hotellings_region_is_not_one_minus_alpha():
    one = two().select(measures=["accuracy"])
    d = A[:, 0] - B[:, 0]
    for level, options in ((0.95, {"alpha": 0.1}), (0.9, {"level": 0.9})):
        result = js.hotelling_test(one, **options)
        interval = stats.t.interval(level, 14, d.mean(), d.std(ddof=1) / np.sqrt(15))
        row = result.tests[0]  # of one measure, the T² interval is the t interval
        assert (row.low, row.high) == pytest.approx(interval, rel=1e-12)
        assert result.region.level == result.level == level


@pytest.mark.parametrize(
    ("test", "source"),
    [
        (js.sign_test, two),
        (js.wilcoxon_test, two),
        (js.bayes_sign_test, two),
        (js.hotelling_test, two),
        (js.corrected_t_test, lambda: folds("AODE", "Logistic")),
    ],
)
def test_every_showing_says_the_level(test, source):
    result = quiet(test, source(), level=0.8)
    assert result.level == result.call["level"] == result.to_dict()["level"] == 0.8
    assert "80 %" in result.summary()
    assert "95 %" not in result.summary()
    if test in (js.sign_test, js.wilcoxon_test, js.hotelling_test):
        assert "[80 %]" in result.to_markdown()
    with pytest.raises(js.errors.OptionError, match="level"):
        test(source(), level=1)


# --- Types ----------------------------------------------------------------------------------------


def results():
    yield js.sign_test(two())
    yield js.wilcoxon_test(two())
    yield js.bayes_sign_test(two())
    yield quiet(js.friedman_test, three(), post_hoc="none")
    yield quiet(js.corrected_t_test, folds("AODE", "Logistic"))
    yield js.hotelling_test(two())
    yield js.manova_test(three(), draws=9)
    yield quiet(js.mardia_test, two(), draws=99)
    yield js.learn_measures(three(), share=0.5)
    yield js.plan_datasets([0.7, 0.3], n=[20])
    yield js.simulate_roc(cases=2, tests=["glrt", "bayes"])


@pytest.mark.parametrize("result", list(results()), ids=lambda result: result.test)
def test_the_rows_of_a_result_are_of_one_type(result):
    kind = type(result.rows[0])
    assert issubclass(kind, base_rows.Row)
    assert kind.__name__ not in js.__all__  # rows are reached through results
    assert getattr(js, type(result).__name__) is type(result)
    assert all(type(row) is kind for row in result.rows)
    assert all(one.meaning for one in kind.columns())
    names = [one.name for one in result.table().columns]
    assert list(result.to_frame()) == names


def test_weights_of_learned_measures_become_columns():
    result = js.learn_measures(three(), share=0.5)
    frame = result.to_frame()
    assert list(frame)[-4:] == [
        "weight_accuracy", "weight_time", "standardised_accuracy", "standardised_time",
    ]  # fmt: skip
    assert frame["weight_time"].tolist() == [row.weights["time"] for row in result.learned]
    assert result.decided is (result.matter > 0)


def test_friedman_says_on_which_measures_it_decides():
    result = js.friedman_test(three(), post_hoc="none")
    assert result.decided_on == {row.measure: row.decided for row in result.tests}


def test_one_sample_is_shown_against_its_hypothesis():
    result = js.hotelling_test(
        {"A": A}, form="one-sample", measures=MEASURES, mean={"accuracy": 0, "time": 1}
    )
    for text in (result.to_markdown(), result.to_latex(), result._repr_html_()):
        assert "hypothesis" in text
    assert [row.b for row in result.tests] == [None, None]


def test_result_classes_name_the_types_of_their_rows():
    for result in results():
        assert isinstance(result, base_result.Result)
        kind = type(result.rows[0]).__name__
        said = inspect.getdoc(type(result)) or ""
        said += inspect.getdoc(type(result).__mro__[1]) or ""
        assert kind in said, kind
