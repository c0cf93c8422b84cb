"""ROC studies: areas against pROC and counting, the papers' rows, and the result object."""

import re
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marks import listed, said
from scipy.integrate import trapezoid

import jointstats as js
from jointstats import errors
from jointstats.planning import kernel_simulation, simulate


@pytest.fixture(scope="module")
def study():
    return js.simulate_roc(n=10, n_measures=3, independent=True, cases=40, draws=100, rng=3)


def exact_area(n):
    """One measure, two algorithms: under a uniform share all counts 0…n are equally likely."""

    def lead(weights):
        by_lead = {}
        for k, w in enumerate(weights):
            by_lead[abs(2 * k - n)] = by_lead.get(abs(2 * k - n), 0) + w
        return by_lead

    positive = lead([Fraction(1, n + 1)] * (n + 1))
    negative = lead([Fraction(comb(n, k), 2**n) for k in range(n + 1)])
    return float(
        sum(
            p * q * (1 if a > b else Fraction(1, 2) if a == b else 0)
            for a, p in positive.items()
            for b, q in negative.items()
        )
    )


@pytest.mark.parametrize("test", ["glrt", "bayes"])
def test_area_of_one_measure_is_exact(test):
    found = js.simulate_roc(
        n=10, n_measures=1, margin=0.0, negatives="averaged", cases=3000, tests=test, rng=1
    )
    row = found.areas[0]
    assert row["area"] == pytest.approx(exact_area(10), abs=3 * row["standard_error"])
    assert row["standard_error"] < 0.008


def test_result_holds_areas_differences_curves_and_the_papers_figures(study):
    assert [row["test"] for row in study.areas] == list(simulate.TESTS)
    assert [row["paper"] for row in study.areas] == [0.641, 0.688, 0.694, None]
    assert "\npaper: the area that Benavoli & de Campos print" in study.summary()
    assert len(study.differences) == 6
    assert study.measures == {"M1": "max", "M2": "max", "M3": "max"}
    area = {row["test"]: row["area"] for row in study.areas}
    for row in study.differences:
        assert row["difference"] == pytest.approx(area[row["b"]] - area[row["a"]])
    for test, rates in study.curves.items():
        found = trapezoid(rates["true_positive_rate"], rates["false_positive_rate"])
        assert found == pytest.approx(area[test], abs=0.02)
        assert len(study.scores[test]["positive"]) == 40


def test_the_call_repeats_the_study(study):
    call = {key: value for key, value in study.call.items() if key != "function"}
    assert js.simulate_roc(**call).to_dict() == study.to_dict()


def test_text_and_figure(study):
    text = study.summary()
    assert "paper" in text and "network_average − glrt" in text and "40 positive" in text
    assert study.verdict.startswith("Areas under the ROC curve are glrt 0.")
    legend = [words.split(" (")[0] for words in said(listed(study)) if re.search(r"\(0\.\d", words)]
    assert len(legend) == 5


def test_chunks_do_not_matter(monkeypatch):
    call = dict(n=10, cases=9, draws=50, n_measures=3, rng=2)
    whole = js.simulate_roc(**call)
    monkeypatch.setattr(simulate, "CASES_PER_TASK", 4)
    assert js.simulate_roc(**call).to_dict() == whole.to_dict()


def test_tests_do_not_depend_on_the_company(study):
    alone = js.simulate_roc(
        n=10, n_measures=3, independent=True, cases=40, draws=100, rng=3, tests=["network"]
    )
    assert alone.scores["network"]["positive"].tolist() == (
        study.scores["network"]["positive"].tolist()
    )


def test_other_seeds_give_other_areas_and_a_parent_limit_other_networks():
    call = dict(n=20, cases=40, n_measures=2, tests=["network"])
    first = js.simulate_roc(**call, rng=1)
    assert first.areas != js.simulate_roc(**call, rng=2).areas
    assert first.areas != js.simulate_roc(**call, rng=1, max_parents=0).areas


def test_papers_areas_are_those_of_the_documents():
    page = Path(__file__).parents[2] / "docs" / "simulation.md"
    number = r"0\.\d+ \((0\.\d+)\)"
    row = rf"^\| (\d) \| (\d) \| (\d+) \| (\w+) \| {number} \| {number} \| {number} \|"
    found = {
        (int(l), int(m), int(n), kind == "independent"): tuple(map(float, areas))
        for l, m, n, kind, *areas in re.findall(row, page.read_text(encoding="utf-8"), re.M)
    }
    assert found == simulate.PAPER_AREAS


@pytest.mark.parametrize(
    "wrong, error, message",
    [
        ({"tests": []}, errors.OptionError, "at least one test"),
        ({"tests": ["glrt", "glrt"]}, errors.OptionError, "each once"),
        ({"n_measures": 40}, kernel_simulation.SimulationDesignError, "limited to"),
    ],
)
def test_wrong_options(wrong, error, message):
    with pytest.raises(error, match=message):
        js.simulate_roc(**wrong)


def test_a_design_of_the_papers_has_their_areas_beside_it():
    for (l, m, n, independent), areas in simulate.PAPER_AREAS.items():
        if l == 2 and m < 5:
            made = js.simulate_roc(n_measures=m, n=n, cases=2, tests=["glrt"], rng=0,
                                   independent=independent)  # fmt: skip
            assert [row.paper for row in made.areas] == [areas[0]]
    assert all(0.49 <= x < 0.83 for areas in simulate.PAPER_AREAS.values() for x in areas)


def test_a_study_tells_what_it_was(study):
    assert (study.algorithms, study.n, study.n_dropped) == (("A", "B"), 10, 0)
    assert (study.independent, study.negatives, study.cases) == (True, "near", 40)
    assert (study.draws, study.seed) == (100, 3)
    other = js.simulate_roc(n_algorithms=3, n=5, cases=2, tests="glrt", negatives="averaged")
    assert other.algorithms == ("A", "B", "C") and other.measures == {"M1": "max", "M2": "max"}
    assert (other.independent, other.negatives, other.draws) == (False, "averaged", 1000)
    assert other.differences == [] and [row.paper for row in other.areas] == [None]


def test_areas_count_the_pairs_of_scores(study):
    for row in study.areas:
        own = study.scores[row.test]
        more = np.subtract.outer(own["positive"], own["negative"])
        assert row.area == pytest.approx(((more > 0) + (more == 0) / 2).mean())
    assert [(row.a, row.b) for row in study.differences] == [
        (a, b) for i, a in enumerate(simulate.TESTS) for b in simulate.TESTS[i + 1 :]
    ]


def test_curves_in_a_frame_are_those_of_the_tests_one_after_the_other(study):
    frame = study.curve_frame()
    assert list(frame) == ["test", "false_positive_rate", "true_positive_rate"]
    assert frame.index.tolist() == list(range(404))
    for test, own in frame.groupby("test"):
        for name, rates in study.curves[test].items():
            assert own[name].tolist() == rates.tolist()


# --- Areas and curves -----------------------------------------------------------------------------


POSITIVE = np.array([[0.9, 0.5], [0.8, 0.9], [0.4, 0.3], [0.6, 0.8], [0.7, 0.6]])
NEGATIVE = np.array([[0.4, 0.4], [0.3, 0.7], [0.1, 0.1], [0.6, 0.2], [0.2, 0.55], [0.5, 0.3]])


def test_areas_and_covariance_are_those_of_the_r_package_proc():
    # R: pROC 1.18, auc(), var() and cov() of the two curves
    found = kernel_simulation.areas(POSITIVE, NEGATIVE)
    assert found.area == pytest.approx([0.9, 0.783333333333333], abs=1e-14)
    assert found.covariance[0, 0] == pytest.approx(0.00919444444444444, abs=1e-15)
    assert found.covariance[1, 1] == pytest.approx(0.0218333333333333, abs=1e-15)
    assert found.covariance[0, 1] == pytest.approx(0.00373611111111111, abs=1e-15)


def test_paired_difference_uses_the_covariance():
    value, error = kernel_simulation.areas(POSITIVE, NEGATIVE).difference(1, 0)
    assert value == pytest.approx(0.783333333333333 - 0.9)
    assert error**2 == pytest.approx(0.00919444444444444 + 0.0218333333333333 - 2 * 0.0037361111111)


def test_tests_with_the_same_scores_differ_by_rounding_at_most():
    rng = np.random.default_rng(1)
    for n in range(3, 40):
        p, q = rng.random((n, 1)), rng.random((n + 2, 1))
        value, error = kernel_simulation.areas(np.hstack([p, p]), np.hstack([q, q])).difference(
            0, 1
        )
        assert value == 0.0 and 0.0 <= error < 1e-7


scores = st.lists(st.integers(0, 6), min_size=2, max_size=12)


@settings(max_examples=50, deadline=None)
@given(scores, scores)
def test_area_counts_pairs_and_is_the_area_under_the_curve(p, q):
    won = np.mean([1.0 if a > b else 0.5 if a == b else 0.0 for a in p for b in q])
    assert kernel_simulation.areas(p, q).area[0] == pytest.approx(won, abs=1e-12)
    fpr, tpr, threshold = kernel_simulation.curve(p, q)
    assert trapezoid(tpr, fpr) == pytest.approx(won, abs=1e-12)
    assert (fpr[0], tpr[0], fpr[-1], tpr[-1]) == (0, 0, 1, 1)
    for f, t, c in zip(fpr, tpr, threshold, strict=True):
        assert (f, t) == pytest.approx((np.mean(np.array(q) >= c), np.mean(np.array(p) >= c)))


def test_the_curve_at_even_rates_takes_the_upper_end_of_vertical_parts():
    fpr, tpr = kernel_simulation.mean_curve([3, 2], [1, 0], points=3)
    assert fpr.tolist() == [0, 0.5, 1]
    assert tpr.tolist() == [1, 1, 1]


def test_between_upper_ends_the_curve_is_drawn_straight():
    """The curve goes along the bottom to (1, 0) and up: one step, along which it is drawn."""
    assert kernel_simulation.mean_curve([0, 0], [1, 1], points=3)[1].tolist() == [0, 0.5, 1]


@settings(max_examples=15, deadline=None)
@given(scores, scores, st.integers(2, 9))
def test_the_curve_is_read_off_between_its_points(p, q, points):
    fpr, tpr, _ = kernel_simulation.curve(p, q)
    rates, found = kernel_simulation.mean_curve(p, q, points)
    assert rates == pytest.approx(np.arange(points) / (points - 1))
    for rate, value in zip(rates, found, strict=True):
        here = tpr[np.abs(fpr - rate) <= 1e-12]
        if len(here):
            assert value == pytest.approx(here.max(), abs=1e-9)
        else:  # between the points beside it
            next_rate = fpr[fpr > rate].min()
            assert tpr[fpr < rate].max() - 1e-9 <= value <= tpr[fpr == next_rate].max() + 1e-9
    assert [len(part) for part in kernel_simulation.mean_curve(p, q)] == [101, 101]


def placement(score, others):
    return np.mean([1.0 if score > x else 0.5 if score == x else 0.0 for x in others])


@pytest.mark.parametrize(("n_positive", "n_negative"), [(2, 2), (3, 7), (9, 4)])
def test_the_covariance_is_that_of_each_cases_share_in_the_areas(n_positive, n_negative):
    rng = np.random.default_rng(n_negative)
    p, q = rng.integers(1, 6, (n_positive, 3)), rng.integers(0, 5, (n_negative, 3))
    above = np.array([[placement(row[t], q[:, t]) for t in range(3)] for row in p])
    below = np.array([[placement(-row[t], -p[:, t]) for t in range(3)] for row in q])
    found = kernel_simulation.areas(p, q)
    assert found.area == pytest.approx(above.mean(axis=0))
    assert found.area == pytest.approx(below.mean(axis=0))
    for i in range(3):
        for j in range(3):
            parts = [
                np.sum((x[:, i] - x[:, i].mean()) * (x[:, j] - x[:, j].mean()))
                / (len(x) * (len(x) - 1))
                for x in (above, below)
            ]
            assert found.covariance[i, j] == pytest.approx(sum(parts), abs=1e-14)
    assert found.standard_error == pytest.approx(np.sqrt(np.diag(found.covariance)), abs=1e-14)
