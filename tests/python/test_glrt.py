"""The likelihood-ratio test of labelled results: the paper's numbers through every entry point."""

import math
from collections import Counter
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

import jointstats as js
from jointstats import errors

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # tested where it matters

BOTH = {"accuracy": "max", "time": "min"}
# Benavoli & de Campos (2016), Example 1 as statements (bit 1: B is better), one row per data set.
BITS = [(0, 0)] + 2 * [(0, 1)] + 3 * [(1, 0)] + 6 * [(1, 1)]


def matrices():
    """Accuracy: B ahead where its bit is 1; time: B faster where its bit is 1."""
    a = [[0.80, 10.0] for _ in BITS]
    b = [[0.80 + (0.05 if acc else -0.05), 10.0 + (-3.0 if time else 3.0)] for acc, time in BITS]
    return {"A": a, "B": b}


def long_frame():
    rows = []
    for name, matrix in matrices().items():
        for i, (accuracy, time) in enumerate(matrix):
            rows.append({"data": f"d{i}", "method": name, "accuracy": accuracy, "time": time})
    return pd.DataFrame(rows)


def wide_frames():
    frame = long_frame()
    return {m: frame.pivot(index="data", columns="method", values=m) for m in BOTH}


def orders():
    name = {0: ["A", "B"], 1: ["B", "A"]}
    return [({"accuracy": name[acc], "time": name[time]}, 1) for acc, time in BITS]


def pieces():
    table = js.results_table(matrices(), measures=BOTH)
    frame = table.to_frame()
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": BOTH}
    halves = [frame[frame.dataset.astype(int) % 3 == k] for k in range(3)]
    return sum(js.statement_counts(half, **roles) for half in halves)


ROLES = {"dataset": "data", "algorithm": "method", "measures": BOTH}
ENTRIES = {
    "packaged": lambda: (js.load_dataset("example1"), {}),
    "table": lambda: (js.results_table(long_frame(), **ROLES), {}),
    "frame with keywords": lambda: (long_frame(), ROLES),
    "wide frames": lambda: (wide_frames(), {"measures": BOTH}),
    "matrices": lambda: (matrices(), {"measures": BOTH}),
    "counts by code": lambda: (js.StatementCounts.from_vector([1, 2, 3, 6], measures=BOTH), {}),
    "counts by order": lambda: (
        js.StatementCounts.from_orders(orders(), algorithms=["A", "B"], measures=BOTH),
        {},
    ),
    "counts in pieces": lambda: (pieces(), {}),
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_example_1_and_2_through_every_entry_point(entry):
    source, keywords = ENTRIES[entry]()
    counts = js.statement_counts(source, **keywords)
    assert counts.codes.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert counts.weights.tolist() == [1, 2, 3, 6]
    result = js.glrt_test(source, **keywords)
    assert result.p_value_asymptotic == pytest.approx(0.3126627, abs=5e-8)
    assert result.p_value == 0.5078125
    assert result.statistic == pytest.approx(-2 * math.log(0.60068), abs=2e-5)
    assert (result.n, result.n_a, result.n_b, result.decided) == (12, 6, 3, False)
    assert result.best == {"accuracy": ["B", "A"], "time": ["B", "A"]}
    assert [row["count"] for row in result.statements] == [6, 3, 2, 1]


def counts(vector, algorithms=("A", "B"), measures=BOTH):
    return js.StatementCounts.from_vector(vector, algorithms=algorithms, measures=measures)


def test_the_exact_p_value_decides_and_a_warning_says_where_it_matters():
    # Five of five: asymptotic p = P(chi² > 10 ln 2) = .0085, exact p = 2^-4.
    with pytest.warns(errors.TestsDisagreeWarning, match=r"0\.0625.*exact one is right"):
        result = js.glrt_test(counts([0, 0, 0, 5]))
    assert result.p_value_asymptotic == pytest.approx(0.008469, abs=1e-6)
    assert (result.p_value, result.decided) == (0.0625, False)
    assert "do not establish" in result.verdict
    assert any("decide differently" in text for text in result.warnings)
    assert js.glrt_test(counts([0, 0, 0, 5]), alpha=0.0625).decided
    assert js.glrt_test(counts([0, 0, 0, 6])).verdict.startswith(
        '"B is better than A on accuracy and time" is shown to be the most common'
    )


def test_equal_leads_name_nobody():
    result = js.glrt_test(counts([3, 0, 3, 1]))
    assert (result.best, result.p_value_asymptotic, result.p_value) == (None, 1.0, 1.0)
    assert result.tied_best == [
        {"accuracy": ["A", "B"], "time": ["A", "B"]},
        {"accuracy": ["B", "A"], "time": ["A", "B"]},
    ]
    assert "2 statements share the first place with 3 data sets each" in result.verdict


def test_a_lead_by_rounding_error_is_a_tie():
    third = [({"m": ["A", "B", "C"]}, 1 / 3)] * 3 + [({"m": ["B", "A", "C"]}, 1.0)]
    made = js.StatementCounts.from_orders(third, algorithms="ABC", measures={"m": "max"})
    assert js.glrt_test(made).best is None


def test_ties_are_told_and_make_fractions():
    values = {"A": [[1, 5], [2, 4.0]], "B": [[1, 5], [1, 5.0]]}
    with pytest.warns(errors.JointStatsWarning, match=r"1 of 2 data sets has ties.*it would be"):
        result = js.glrt_test(values, measures=BOTH)
    assert (result.n_tied, result.tie_share) == (1, 0.5)
    assert result.ties == {"accuracy": 1, "time": 1}
    assert [row["count"] for row in result.statements] == [1.25, 0.25, 0.25, 0.25]


@pytest.mark.parametrize(
    ("source", "keywords", "error", "words"),
    [
        (lambda: js.load_dataset("example1"), {"prior": 1}, errors.OptionError, "prior"),
        (lambda: js.load_dataset("example1"), {"rope": {"time": 1}}, errors.OptionError, "is made"),
        (lambda: js.load_dataset("example1"), {"on": ["tme"]}, errors.ColumnError, '"time"'),
        (long_frame, ROLES | {"typo": 1}, errors.OptionError, "typo has no meaning for this test"),
        (lambda: [[1, 2]], {"measures": BOTH}, errors.InvalidValueError, "list"),
    ],
)  # fmt: skip
def test_each_mistake_has_its_sentence(source, keywords, error, words):
    with pytest.raises(error, match=words):
        js.glrt_test(source(), **keywords)


# --- ties in the worst case -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_the_worst_p_by_trying_every_resolution_of_the_ties(seed):
    # Two algorithms, two measures; a tie on a measure may be either order.
    rng = np.random.default_rng(seed)
    codes = rng.choice(3, (9, 2), p=[0.7, 0.2, 0.1])
    table = js.results_table(
        {"A": 1.0 - codes, "B": np.zeros(codes.shape)}, measures={"x": "max", "y": "max"}
    )
    result = js.glrt_test(table)
    if result.best is None:
        assert result.p_value_worst is None
        return
    first = tuple(2 * (names[0] == "B") for names in result.best.values())
    ways = [list(product(*[(0, 2) if c == 1 else (c,) for c in row])) for row in codes.tolist()]
    found = []
    for chosen in product(*ways):
        counts = Counter(chosen)
        own = counts.pop(first, 0)
        rival = max(counts.values(), default=0)
        found.append(binomtest(own, own + rival).pvalue if own > rival else 1.0)
    assert result.p_value_worst == pytest.approx(max(found), rel=1e-12)
    assert result.p_value_worst >= result.p_value - 1e-12


def test_the_worst_p_is_known_only_where_the_ties_are():
    codes = np.array([[0, 0]] * 12 + [[0, 1]] * 4 + [[0, 2]])
    table = js.results_table(
        {"A": 1.0 - codes, "B": np.zeros(codes.shape)}, measures={"x": "max", "y": "max"}
    )
    result = js.glrt_test(table)
    assert result.p_value_worst == pytest.approx(binomtest(12, 17).pvalue, rel=1e-12)
    assert result.decided and result.p_value_worst > 0.05
    assert "if each of them spoke against the first statement" in result.warnings[0]
    assert "worst p = 0.143" in result.summary()
    counts = js.statement_counts(table)
    assert js.glrt_test(counts).p_value_worst == result.p_value_worst
    doubled = js.glrt_test(counts + counts)
    assert doubled.p_value_worst == pytest.approx(binomtest(24, 34).pvalue, rel=1e-12)
    assert js.glrt_test(counts.select(measures=["y"])).p_value_worst is None
    assert js.glrt_test(counts.select(measures=["x"])).p_value_worst == 2.0**-16  # no ties there
    assert js.glrt_test(table, question="best").p_value_worst is None
    row = js.pairwise_tests(table, test="glrt").pairs[0]
    assert row.p_value_worst == result.p_value_worst


def test_without_ties_the_worst_p_is_the_p():
    result = js.glrt_test(js.load_dataset("example1"))
    assert result.p_value_worst == result.p_value
    assert "worst" not in result.summary()
    frame = js.pairwise_tests(js.load_dataset("example1"), test="glrt").to_frame()
    assert "p_value_worst" not in frame
