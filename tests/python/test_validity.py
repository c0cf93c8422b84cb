"""The study of validity: its truths, its kernel, and a small part of its figures computed again."""

import csv
import sys
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest

STUDY = Path(__file__).parents[2] / "studies" / "validity"
sys.path.insert(0, str(STUDY))

import calibration  # noqa: E402
import cells  # noqa: E402
import designs  # noqa: E402
import family  # noqa: E402
import page  # noqa: E402
import power  # noqa: E402
import run  # noqa: E402
import units  # noqa: E402

sys.path.remove(str(STUDY))  # its modules have short names

from jointstats.kernels.joint.pair_claims import adjusted_family, pair_counts  # noqa: E402


def committed(part):
    with (STUDY / f"{part}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


# --- Truths --------------------------------------------------------------------------------------


@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.8])
def test_probabilities_of_latent_outcomes_by_simulation(correlation):
    means = np.array([[0.0, 0.3, 0.0], [0.4, -0.5, 0.0]])
    design = designs.Latent(means, correlation, (0.2, 0.0, 0.4))
    assert design.theta.sum() == pytest.approx(1, abs=1e-12)
    seen = design.sample(np.random.default_rng(0), 1, 200_000)[0, 0]
    codes = seen.astype(int) @ [9, 3, 1]
    shares = np.bincount(codes, minlength=27) / len(codes)
    assert np.abs(shares - design.theta[0]).max() < 4.5 * np.sqrt(0.25 / len(codes))
    clean = designs.latent_clean(
        (means[:1] - means[1:]) / np.sqrt(2),
        designs.rope_for((0.2, 0.0, 0.4)) / np.sqrt(2),
        correlation,
    )
    codes = designs.outcome_codes(3)
    for side, other in ((0, 2), (1, 0)):
        which = (codes != other).all(axis=1) & (codes != 1).any(axis=1)
        np.testing.assert_allclose(clean[0, side], design.theta[0] @ which, rtol=1e-12)


def test_equal_algorithms_tie_as_often_as_was_asked():
    theta = designs.Latent(np.zeros((2, 1)), 0.0, 0.4).theta[0]
    np.testing.assert_allclose(theta, [0.3, 0.4, 0.3], atol=1e-12)


def test_truths_by_hand():
    shares = {"++": 0.45, "+-": 0.35, "-+": 0.05, "--": 0.15}
    known = designs.truth(designs.Shares((shares,)).theta, 2)
    assert known.sweep[0].tolist() == [[True, True, False, False], [False] * 4]
    assert known.clean[0].tolist() == [[True, False], [False, False]]
    assert known.wins[0].tolist() == [[True, False], [False, False]]
    assert np.flatnonzero(known.outcome[0, :, 0]).tolist() == [0]
    assert not known.outcome[0, :, 1].any()


@pytest.mark.parametrize("group", cells.BOUNDARIES)
def test_every_boundary_is_one(group):
    """A little less of what is on the boundary, or a little more, does not make the same true."""
    rng = np.random.default_rng(1)
    for shares, _ in cells.BOUNDARIES[group]:
        design = designs.Shares((shares,))
        theta = design.true_theta
        here = designs.truth(theta, design.m)
        near = theta[0] * (1 + 1e-3 * rng.standard_normal((200, theta.shape[1])))
        there = designs.truth(near / near.sum(axis=1, keepdims=True), design.m)
        moved = [
            (getattr(there, part) != getattr(here, part)).any()
            for part in ("sweep", "clean", "outcome", "wins")
        ]
        sure = ("A never faster", "A sometimes faster", "A often faster")
        assert any(moved) or shares in [cells.HIDDEN[name][0] for name in sure]


@pytest.mark.parametrize("certain", [True, False, (True, False)])
def test_what_is_shown_is_what_the_kernel_shows(certain):
    design = designs.Latent(np.array([[0.0, 0.0], [0.8, 0.5], [0.9, -0.9]]), 0.5, 0.2)
    outcomes = design.sample(np.random.default_rng(2), 60, 120)
    found = family.shown_claims(outcomes, designs.truth(design.theta, 2), certain)
    seen, equal = 0, bool(np.any(certain))
    for table, shown in zip(outcomes, found.shown, strict=True):
        counts = pair_counts(table, np.broadcast_to(certain, 2))
        adjusted = adjusted_family(counts, equal=equal).adjusted <= family.ALPHA
        direct = [adjusted[:, 0], adjusted[:, 1, :2], adjusted[:, 2, :2], adjusted[:, 3, :1]]
        np.testing.assert_array_equal(shown, np.concatenate(direct, axis=1))
        seen += shown.sum()
    assert seen > 30
    assert (found.shown | ~found.false).all()


def test_hidden_ties_are_recorded_as_ties_and_truly_lost():
    design = designs.Shares(({"+?": 0.3, "+=": 0.1, "?-": 0.2, "--": 0.4},))
    np.testing.assert_allclose(design.theta[0], [0, 0.4, 0, 0, 0, 0.2, 0, 0, 0.4])
    np.testing.assert_allclose(design.true_theta[0], [0, 0.1, 0.3, 0, 0, 0, 0, 0, 0.6])
    seen = design.sample(np.random.default_rng(4), 20, 200)
    assert not (seen == [0, 2]).all(axis=-1).any()
    assert ((seen == [0, 1]).all(axis=-1)).mean() == pytest.approx(0.4, abs=0.04)


def test_a_claim_that_holds_only_as_recorded_is_seen():
    # As recorded A is better on everything more often; once the ties are B's, B is.
    design = designs.Shares(({"++": 0.3, "-?": 0.6, "+-": 0.1},))
    outcomes = design.sample(np.random.default_rng(5), 50, 60)
    finer = designs.truth(design.true_theta, 2)
    as_equal = family.shown_claims(outcomes, finer, certain=True)
    assert as_equal.false[..., 0].all()
    assert not family.shown_claims(outcomes, finer, certain=False).false.any()


def test_exact_ties_in_a_power_table_are_as_many_as_was_said():
    theta = designs.Shares((power._tied(0.2),)).theta[0]
    assert theta.sum() == pytest.approx(1)
    assert theta[3:6].sum() == pytest.approx(0.2)
    plain = designs.Shares((power._tied(0.0),)).theta[0]
    np.testing.assert_allclose(theta[[0, 2, 6, 8]], 0.8 * plain[[0, 2, 6, 8]], rtol=1e-12)


def test_a_false_claim_is_seen():
    # B never wins, and A is said to be the one that does not: everything shown is false.
    design = designs.Shares(({"++": 0.9, "--": 0.1},))
    outcomes = design.sample(np.random.default_rng(3), 20, 40)
    wrong = designs.truth(design.theta[:, ::-1], 2)
    found = family.shown_claims(outcomes, wrong, certain=False)
    assert found.shown.any(axis=(1, 2)).all()
    np.testing.assert_array_equal(found.false, found.shown)


# --- Figures -------------------------------------------------------------------------------------

AGAIN = {
    "family": [
        {"group": "mode tied", "n": 40},
        {"group": "share just one half", "n": 40},
        {"group": "exchangeable", "what": "l = 5, m = 2, correlation 0.8, ties 0.2"},
        {"group": "algorithms differ", "n": 20},
    ],
    "leanings": [{"setting": calibration.SETTINGS[0].name, "spread": 0.0}],
    "coverage": [{"statements": "64 equal", "n": 30}, {"statements": "2 equal"}],
    "claims": [{"n": 12}],
    "ties": [{"n": 30}],
    "costs": [{"truth": "1 pair, 20 % ties"}],
}


@pytest.mark.thorough  # a line of each part is computed again in test_studies_again.py
@pytest.mark.parametrize("part", AGAIN)
def test_committed_figures_are_computed_again(part):
    rows, compared = committed(part), 0
    for about, compute in run.PARTS[part]():
        if any(wanted.items() <= about.items() for wanted in AGAIN[part]):
            again = [{k: str(v) for k, v in row.items()} for row in run.rows_of(about, compute)]
            assert again == run.lines_about(about, rows)
            compared += len(again)
    assert compared >= len(AGAIN[part])


def test_no_line_is_missing():
    for part, lines in run.PARTS.items():
        rows = committed(part)
        assert all(run.lines_about(about, rows) for about, _ in lines())


def test_every_promise_is_kept_and_the_page_says_so():
    results = {part: committed(part) for part in run.PARTS}
    made = page.checks(results)
    assert [check.promise for check in made if not check.kept] == []
    versions = {part: (STUDY / f"{part}.versions").read_text().strip() for part in run.PARTS}
    text = (STUDY.parents[1] / "docs" / "validity.md").read_text(encoding="utf-8")
    others = units.read()
    assert [one.promise for one in units.promises(others) if not one.kept] == []
    assert text == page.render(results, made, versions, others)


def test_a_missed_promise_is_told():
    rows = committed("family")
    rows[3]["wrong"] = "150"
    assert [check.kept for check in page.family_checks(rows)] == [False]
    rows = committed("ties")
    rows[9]["wrong"] = "150"
    assert rows[9]["rule"] == power.ANY
    assert [check.kept for check in page.tie_checks(rows)] == [False]
    rows = [row | {"wrong": str(2 * float(row["wrong"]))} for row in committed("leanings")]
    assert [check.kept for check in page.leaning_checks(rows)] == [False, True]
    rows = committed("coverage")
    rows[-1]["covered"] = "9400"
    assert [check.kept for check in page.interval_checks(rows)] == [False]
    rows = committed("claims")
    rows[0]["opposite_greater"] = "600"
    assert [check.kept for check in page.claim_checks(rows)] == [False]


# --- What other studies found --------------------------------------------------------------------


def test_a_worst_cell_and_its_limit_by_hand():
    rows = [("0.031", "x"), ("0.064", "y"), ("0.05", "z")]
    found = [(float(share), name) for share, name in rows]
    error = 3 * np.sqrt(0.05 * 0.95 / 2000)
    size = units.Kept("", found, 2000, "")
    assert (size.worst, size.kept) == ((0.064, "y"), True)
    assert size.bound == pytest.approx(0.05 + error)  # .0646
    assert not units.Kept("", [*found, (0.065, "w")], 2000, "").kept
    assert not units.Kept("", [(0.051, "exact")], None, "").kept
    assert units.Kept("", [(0.94, "")], 2000, "", most=None).kept
    assert not units.Kept("", [(0.99, ""), (0.93, "")], 2000, "", most=None).kept
    assert not units.Kept("", [(0.999, "always")], 2000, "", most=None, least=1.0).kept


MISSED = {  # file, a row of it that counts, column, a share that no limit allows, promise
    "leader of families": ("leaders", {"truth": "four equal"}, "flips", ".07", 0),
    "claims of families": ("claims", {"size": "5"}, "flips", ".08", 1),
    "intervals": ("intervals", {"size": "5"}, "covered", ".9", 2),
    "runs": ("runs", {"sizes": "alike"}, "averages_wrong", ".07", 3),
    "missing": ("random", {"truth": "tied modes"}, "there", ".07", 4),
    "bayes": ("bayes", {"missing": "single values"}, "there", ".07", 5),
    "at worst": ("bad", {"truth": "four exchangeable"}, "worst", ".08", 6),
    "claims covered": ("bad", {}, "claims_covered", ".999", 7),
    "bounds": ("bad", {}, "bounds_covered", "1", 8),
    "looks": ("looks", {"": "ledger, a look after every 10"}, "300", ".051", 9),
    "sequence": ("looks", {"": "confidence sequence misses 0.9"}, "300", ".051", 10),
    "tied leaders": ("leader", {"design": "K = 4: all .25"}, "any_late", ".06", 11),
    "wrong leader": ("leader", {"design": "K = 8: (.3, .1 × 7)"}, "wrong_late", ".06", 12),
    "joint ranks": ("ranks", {"truth": "all equal"}, "joint", ".93", 13),
    "ranks of a measure": ("ranks", {"truth": "near ties"}, "second", ".93", 14),
    "who may be best": ("ranks", {"algorithms": "20"}, "best", ".93", 15),
}


@pytest.mark.parametrize("name", MISSED)
def test_a_cell_above_its_limit_misses_one_promise(name):
    file, about, column, share, which = MISSED[name]
    others = units.read()
    row = next(row for row in others[file] if about.items() <= row.items())
    row[column] = share
    kept = [one.kept for one in units.promises(others)]
    assert kept == [i != which for i in range(len(MISSED))]
    assert [check.kept for check in page.unit_checks(units.promises(others))] == kept
    results = {part: committed(part) for part in run.PARTS}
    text = page.render(results, page.checks(results), dict.fromkeys(results, ""), others)
    assert text.count("**missed**") == 2  # in the table, and above it


def test_what_is_not_promised_is_no_cell_of_a_promise():
    others = units.read()
    for row in others["runs"]:
        row["averages_wrong"] = "1" if row["sizes"] == "skewed" else "0"
    for row in others["leaders"]:
        row["flips"] = "1" if row["truth"] == "one leads" else "0"  # it is right there
    for row in others["bad"]:
        row["there"] = "1"
    assert all(one.kept for one in units.promises(others))
    assert units.not_promised(others)["skewed_worst"] == "1.000"


def test_committed_looks_are_followed_again():
    study = run_path(str(units.STUDIES / "looks" / "run.py"))
    rows = {row[""]: row for row in units.read()["looks"]}
    for name, every in (
        ("ledger, a look after every data set", 1),
        ("ledger, a look after every 10", 10),
    ):
        spoken = study["ever"](study["e_process"], 0.5, 60, every)
        assert [rows[name][str(n)] for n in (10, 40, 60)] == [
            f"{spoken[n]:.3f}" for n in (10, 40, 60)
        ]


def test_committed_rows_are_those_the_studies_print():
    """So that files and pages cannot go apart."""
    printed = "\n".join(
        (units.STUDIES / name).read_text(encoding="utf-8")
        for name in ("families/README.md", "families/comparisons.md", "missing/README.md")
    )
    others = units.read()
    tables = {
        "leaders": ("plain", "one_of_each", "flips"),
        "claims": ("independent", "one_of_each", "flips"),
    }
    for file, ways in tables.items():
        for row in others[file]:
            assert " / ".join(f"{float(row[way]):.3f}" for way in ways) in printed
    for row in others["intervals"]:
        assert f"{float(row['covered']):.3f} ({float(row['width']):.2f})" in printed
    errors = [row for row in others["random"] if row["truth"] != "one better"]  # others are thirds
    for row in errors:
        assert " / ".join(f"{float(row[way]):.3f}" for way in ("there", "drop", "worst")) in printed
    for row in others["bad"]:
        shares = [float(row[way]) for way in ("there", "first_beats", "worst", "claims_covered")]
        bounds = float(row["bounds_covered"]) / float(row["bounds"])
        assert " | ".join(f"{x:.3f}" for x in (*shares, bounds)) in printed
