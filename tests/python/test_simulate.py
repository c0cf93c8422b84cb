"""ROC studies: an exact area, the papers' rows, and the result object."""

import re
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest
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
        ({"tests": ["t"]}, errors.OptionError, "tests must be one of"),
        ({"tests": []}, errors.OptionError, "at least one test"),
        ({"tests": ["glrt", "glrt"]}, errors.OptionError, "each once"),
        ({"cases": 1}, errors.OptionError, "cases must be"),
        ({"negatives": "none"}, errors.OptionError, "negatives must be one of"),
        ({"ess": 0}, errors.OptionError, "ess must be"),
        ({"draws": 0.5}, errors.OptionError, "draws must be"),
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
    assert set(simulate.PAPER_AREAS) == {
        (l, m, n, kind)
        for l, m, sizes in (
            (2, 2, [10]), (2, 3, [10, 20]), (2, 5, [50]),
            (3, 2, [50, 100, 200]), (3, 3, [100, 300]),
        )
        for n in sizes
        for kind in (True, False)
    }  # fmt: skip
    assert all(0.49 <= x < 0.83 for areas in simulate.PAPER_AREAS.values() for x in areas)


def difference(a, b, by, error):
    return simulate.RocDifference(a=a, b=b, difference=by, standard_error=error)


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
