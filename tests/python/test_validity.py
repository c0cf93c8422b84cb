"""The study of validity: its populations, its truths, and a fixed part of its error rates."""

import csv
import runpy
import sys
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from voters import corrected

from jointstats.claims import kernel_pairs

STUDY = Path(__file__).parents[2] / "studies" / "validity"
sys.path.insert(0, str(STUDY))

import page  # noqa: E402
import populations  # noqa: E402
import shown  # noqa: E402
import units  # noqa: E402

sys.path.remove(str(STUDY))  # its modules have short names


def committed(part):
    with (STUDY / f"{part}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def one_population(members, weights, **more):
    values = tuple(np.array(one, dtype=float) for one in members)
    m, l = values[0].shape[1:]
    facts = {
        "rope": np.zeros(m),
        "real": np.zeros(m, dtype=bool),
        "pairs": np.array([[0, other] for other in range(1, l)]),
    }
    return populations.Population(members=values, weights=np.array(weights), **facts | more)


# --- Truths ---------------------------------------------------------------------------------------


def test_truths_by_hand():
    """Two of five data sets for A on both measures, two for B on the second, one for B on both."""
    better, mixed, worse = [[[2, 1], [2, 1]]], [[[2, 1], [1, 2]]], [[[1, 2], [1, 2]]]
    truth = one_population([better, mixed, worse], [2, 2, 1]).truth()
    assert truth.measures[0, 0, 0].tolist() == [1, 1, 1]  # A on the first: 4 of 5
    assert truth.measures[0, 1, 0].tolist() == [0, 0, 0]  # on the second: 2 to 3
    assert truth.measures[0, 1, 1].tolist() == [1, 1, 1]
    assert truth.joint[0, 0].tolist() == [1, 0]  # dominates 2 to 1, not on most
    assert truth.joint[0, 1].tolist() == [0, 0]


def test_just_as_often_is_not_more_often():
    better, worse = [[[2, 1]]], [[[1, 2]]]
    truth = one_population([better, worse], [3, 3]).truth()
    assert not truth.measures.any()


def test_a_family_is_one_unit():
    """Three data sets for A in one family, one for B in each of two families: B has more."""
    truth = one_population([[[[2, 1]]] * 3, [[[1, 2]]]], [1, 2]).truth()
    assert truth.measures[0, 0, 0].tolist() == [0, 0, 0]
    assert truth.measures[0, 0, 1].tolist() == [1, 1, 1]


def test_a_coarse_clock_hides_what_is_true():
    one = one_population([[[[4.0, 3.5]]]], [1], tick=3.0)
    assert one.truth().measures[0, 0, 0].tolist() == [1, 1, 1]
    values, _ = one.draw(np.random.default_rng(0), 5)
    assert (one.outcomes(values) == 3).all()  # a tie without a rope: unknown


@pytest.mark.parametrize("design", populations.DESIGNS)
def test_populations_are_what_their_names_say(design):
    for one in populations.populations(design, 3):
        assert (one.weights >= 0).all()
        assert one.weights.sum() > 0
        truth = one.truth()
        if design in ("equal algorithms", "worst results missing"):
            assert not truth.measures[..., 1:].any()  # "not worse" is no claim without a rope
            assert not truth.joint.any()
        if design == "unequal families":
            assert one.in_families or len(one.members) < 4
        if design == "half null":
            assert not truth.measures[0, ..., 1:].any()  # the first pair
        if design == "with a control":
            assert (one.pairs[:, 0] == 0).all()


# --- Error rates ----------------------------------------------------------------------------------


def test_any_false_claim_exactly_by_enumeration():
    """One pair on one measure with n data sets: the sum over all numbers of wins."""
    from scipy.stats import binom

    for n in (7, 12, 25, 80):
        total = 0.0
        for k in range(n + 1):
            seen = np.array([0] * k + [2] * (n - k), dtype=np.int8)[None, :, None]
            counts, p = kernel_pairs.claims_of_pairs(seen, [False])
            total += binom.pmf(k, n, 0.5) * bool(
                np.nanmin(corrected(counts, p, [0]).measures) <= shown.ALPHA
            )
        assert total <= shown.ALPHA


def test_two_measures_exactly_by_enumeration():
    """Four equally probable outcomes of two measures: every table of 6 data sets, counted."""
    from math import factorial

    n, wrong = 7, 0.0
    kinds = list(product((0, 2), repeat=2))
    for counts in product(range(n + 1), repeat=4):
        if sum(counts) != n:
            continue
        rows = [kind for kind, times in zip(kinds, counts, strict=True) for _ in range(times)]
        seen, p = kernel_pairs.claims_of_pairs(np.array([rows], dtype=np.int8), [False, False])
        found = corrected(seen, p, [0, 0])
        if min(np.nanmin(found.measures), np.nanmin(found.joint)) <= shown.ALPHA:
            ways = factorial(n)
            for times in counts:
                ways //= factorial(times)
            wrong += ways / 4**n
    assert 0 < wrong <= shown.ALPHA


@pytest.mark.parametrize("design", populations.DESIGNS)
def test_a_fixed_part_of_the_study(design):
    one = populations.population(design, np.random.default_rng([7, len(design)]))
    found = shown.counted(one, np.random.default_rng(11), 25, 60)
    assert found["wrong"] / 60 <= shown.limit(60)


def test_a_false_claim_is_seen():
    """Where the truth is turned round, everything that is shown is false."""
    one = one_population([[[[2, 1]]], [[[1, 2]]]], [9, 1])
    parts = shown.claims_shown(one, np.random.default_rng(3), 60)
    assert parts[0].any()
    turned = one_population([[[[2, 1]]], [[[1, 2]]]], [1, 9]).truth()
    assert (parts[0] & (turned.measures == 0)).any()


# --- Committed results and the page ---------------------------------------------------------------


def test_joint_claims_of_the_design_have_power():
    design = "one of 5 better by 1 s.d. on both measures"
    asked = {"scenario": design, "rule": "joint claims"}
    rows = {row["n"]: row for row in committed("power") if asked.items() <= row.items()}
    assert float(rows["20"]["decided"]) / float(rows["20"]["of"]) >= 0.20
    assert float(rows["40"]["decided"]) / float(rows["40"]["of"]) >= 0.85


def test_the_page_is_rendered_from_the_results():
    results = {part: committed(part) for part in ("shown", "coverage", "claims", "power")}
    made = page.checks(results)
    assert all(check.kept for check in made)
    others = units.read()
    used = {part: (STUDY / f"{part}.versions").read_text().strip() for part in results}
    text = page.render(results, made, used, others)
    kept = (STUDY.parents[1] / "docs" / "validity.md").read_text()
    assert text == kept


# --- Twelve tables with a known truth -------------------------------------------------------------


@pytest.fixture(scope="module")
def twelve():
    return SimpleNamespace(**runpy.run_path(str(STUDY.parent / "twelve_tables" / "run.py")))


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_page_of_twelve_tables_is_up_to_date(twelve):
    assert twelve.PAGE.read_text(encoding="utf-8") == twelve.page()


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_nothing_false_is_shown_of_twelve_tables(twelve):
    states = [
        {(row.state, row.winner) for row in twelve.compared(k).pairs}
        for k in range(len(twelve.CASES))
    ]
    nothing, trade_off = {("open", None)}, {("trade-off", None)}
    assert states == [
        nothing, nothing, trade_off, {("win", "A")},
        {("open", None), ("win", "A"), ("win", "B"), ("win", "C")},  # all of them against D
        nothing, {("win", "A")}, nothing, {("win", "A")}, {("practically equal", None)},
        {("win", "A")}, trade_off,
    ]  # fmt: skip
    assert {row.loser for row in twelve.compared(4).wins} == {"D"}
    # The last truth: A dominates on more data sets, and B is better on accuracy on most.
    (last,) = twelve.compared(11).pairs
    assert (last.better_a, last.better_b, last.joint) == (("time",), ("accuracy",), "A")
