"""What figures show, as plain data: values of the results, names, and what crosses to R."""

import json
import re
import sys
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from references import quiet

import jointstats as js
from jointstats.base import facts, phrases
from jointstats.base import result as base_result
from jointstats.claims.words_pairs import PAIR_ROOM
from jointstats.drawing import content as drawing_content
from jointstats.drawing import style
from jointstats.drawing.figure_rows import FigureRows
from jointstats.drawing.figure_wins import Wins
from jointstats.drawing.frame import PAGE
from jointstats.drawing.scales import round_up
from jointstats.interfaces import figures
from jointstats.means import figures as figures_of_means

FOUR = ["AODE", "Bagging", "Logistic", "RandomForest"]
RNG = np.random.default_rng(5)
A, B = RNG.normal(0, 1, (14, 2)), RNG.normal(0.3, 1, (14, 2))
WAYS = {"accuracy": "max", "time": "min"}


@cache
def weka(*names, measures=("accuracy", "auc", "mae")):
    return js.load_dataset("weka").select(algorithms=list(names or FOUR), measures=list(measures))


@cache
def folds(l=2):
    rng = np.random.default_rng(3)
    rows = [
        {"fold": f, "run": r, "method": "ABCDEF"[i], "loss": 1 + 0.1 * i + rng.normal(0, 0.05)}
        for r in range(3)
        for f in range(5)
        for i in range(l)
    ]
    return {"table": pd.DataFrame(rows), "run": "run", "fold": "fold", "algorithm": "method",
            "measures": {"loss": "min"}}  # fmt: skip


def timed():
    return js.results_table(
        js.load_frame("weka"), dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "training_time": "min"},
    )  # fmt: skip


def watched():
    """A ledger of a claim after three looks."""
    table = weka()
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "claim.json"
        for size in (10, 25, 51):
            part = replace(table, values=table.values[:size], datasets=table.datasets[:size])
            result = js.watch_claim(ledger, part, "RandomForest", "Bagging", better=["auc"])
    return result


# A result by name, and its figures.
MAKERS = {
    "bayes": ("quadrant statements", lambda: js.bayes_test(js.load_dataset("example1"))),
    "imprecise": (
        "quadrant statements",
        lambda: js.bayes_test(js.load_dataset("example1"), prior="imprecise"),
    ),
    "glrt": ("quadrant statements", lambda: js.glrt_test(js.load_dataset("example1"))),
    "network": ("statements network", lambda: js.network_test(weka("Bagging", "RandomForest"))),
    "sensitivity": (
        "",
        lambda: js.sensitivity(js.compare_algorithms(weka(measures=("accuracy", "auc")))),
    ),
    "claim": (
        "claim quadrant",
        lambda: js.claim_test(weka(), "RandomForest", "Bagging", better=["auc"]),
    ),
    "watch": ("looks", watched),
    "pairs_bayes": ("wins", lambda: js.pairwise_tests(weka(), test="bayes")),
    "pairs_means": ("wins", lambda: js.pairwise_tests(weka(), test="hotelling")),
    "pairs_sign": ("wins", lambda: js.pairwise_tests(weka(), test="sign", control="Bagging")),
    "wilcoxon": ("effects", lambda: js.wilcoxon_test(weka("Bagging", "RandomForest"))),
    "many_signs": ("wins effects", lambda: js.sign_test(weka())),
    "bayes_sign": ("effects", lambda: js.bayes_sign_test(weka("Bagging", "RandomForest"))),
    "friedman": ("rankings", lambda: js.friedman_test(weka())),
    "hotelling": ("plane effects", lambda: js.hotelling_test({"A": A, "B": B}, measures=WAYS)),
    "two_samples": (
        "plane effects",
        lambda: js.hotelling_test({"A": A, "B": B[:9]}, form="two-sample", measures=WAYS),
    ),
    "one_sample": (
        "plane effects",
        lambda: js.hotelling_test(
            {"A": A}, form="one-sample", mean={"accuracy": 0, "time": 1}, measures=WAYS
        ),
    ),
    "three": ("effects plane", lambda: js.hotelling_test(weka("Bagging", "RandomForest"))),
    "manova": ("wins", lambda: js.manova_test(weka())),
    "mardia": ("", lambda: js.mardia_test(weka(), draws=99)),
    "learned": ("plane", lambda: js.learn_measures(weka(), share=0.5, rng=1)),
    "corrected": ("effects", lambda: js.corrected_t_test(**folds())),
    "corrected_many": ("wins effects", lambda: js.corrected_t_test(**folds(6))),
    "roc": ("roc", lambda: js.simulate_roc(cases=20, draws=50)),
    "price": ("price", lambda: js.break_even(timed(), "RandomForest", "AODE")),
    "plan_claim": ("plan", lambda: js.plan_datasets(claim_share=0.8)),
    "plan": ("plan", lambda: js.plan_datasets(js.load_dataset("example1"), replicates=50)),
    "compare_two": (
        "quadrant effects statements",
        lambda: js.compare_algorithms(js.load_dataset("example1")),
    ),
    "compare": ("winmap league wins effects ranks results", lambda: js.compare_algorithms(weka())),
    "leaderboard": ("league ranks", lambda: js.leaderboard(weka())),
}


@cache
def made(name):
    return quiet(MAKERS[name][1])


@pytest.mark.parametrize("name", MAKERS)
def test_notes_take_two_lines_of_a_page_at_most(name):
    for figure in made(name).figures:
        shown = figures.figure(made(name), figure)
        said = [note for note in shown.notes if note not in made(name).warnings]
        assert sum(len(style.wrapped(note, PAGE - 0.12, style.SMALL)) for note in said) <= 2, (
            figure,
            said,
        )


def children(of):
    return [kind for sub in of.__subclasses__() for kind in (sub, *children(sub))]


@pytest.mark.parametrize("name", MAKERS)
def test_names_in_order(name):
    assert " ".join(made(name).figures) == MAKERS[name][0]


def test_every_figure_of_a_result_is_made_here():
    for name in js.__all__:
        getattr(js, name)  # loads every module that has a result
    shown = {kind for name in MAKERS for kind in type(made(name)).__mro__}
    own = {kind for kind in children(base_result.Result) if vars(kind).get("shows")}
    assert own - shown == set()


def test_every_kind_of_content_is_laid_out_by_its_own_module():
    kinds = [
        kind
        for kind in children(drawing_content.Content)
        if kind.__module__.startswith("jointstats.")
    ]
    assert {Wins, FigureRows} < set(kinds)
    for kind in kinds:
        assert callable(sys.modules[kind.__module__].drawing), kind
    assert len({kind.kind for kind in kinds}) == len(kinds)


def test_the_page_on_figures_names_every_kind():
    page = Path(__file__).parents[2] / "docs" / "how-to-read-the-figures.md"
    text = page.read_text(encoding="utf-8")
    heads = set(re.findall(r"\w+", " ".join(re.findall(r"^## (.+)$", text, re.M))))
    named = heads | set(re.findall(r'`"(\w+)"`', text))
    shown = {name for result in MAKERS for name in made(result).figures} | {*weka().figures}
    assert shown | {"posterior"} <= named  # which needs a rope
    pages = [page, page.with_name("which-test-when.md"), page.with_name("glossary.md")]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    assert set(re.findall(r'plot\("(\w+)"', text)) <= shown | {"posterior"}
    assert all(len(alt) > 20 for alt in re.findall(r"!\[([^\]]+)\]\(", text))
    called = set(re.findall(r"`(?:\w+\()?(\w+)\((?!\))", text)) - {"plot"}
    assert len(called) > 10 and all(hasattr(js, name) for name in called)


@pytest.mark.parametrize("name", MAKERS)
def test_a_figure_is_the_same_after_it_was_written_as_text(name):
    for figure, make in facts.figures_of(made(name)).items():
        shown = make().told()
        text = figures.write(shown)
        assert figures.read(text) == shown, figure
        assert json.loads(text)["kind"] == shown.kind


@pytest.mark.parametrize("name", MAKERS)
def test_figures_for_ggplots_have_tidy_data(name):
    for figure in set(made(name).figures) & set(figures.TIDY):
        shown = figures.figure(made(name), figure)
        frame = figures.frame(shown)
        assert len(frame) and all(isinstance(column, str) for column in frame)
        assert figure == "posterior" or shown.axes()["x"]
        numbers = frame[[one for one in ("value", "low", "high", "x", "y") if one in frame]]
        assert set(map(str, numbers.dtypes)) <= {"float64"}, figure


def test_a_wrong_name_is_told_the_right_ones():
    with pytest.raises(figures.PlotError, match='"statements" and "network"'):
        figures.figure(made("network"), "graph")
    with pytest.raises(figures.PlotError, match='its figure is "wins"'):
        figures.figure(made("manova"), "shares")
    with pytest.raises(figures.PlotError, match="no figure for MardiaResult"):
        figures.figure(made("mardia"))
    with pytest.raises(figures.PlotError, match=r'of a results table: .* "quadrant"'):
        figures.figure(weka(), "shares")
    with pytest.raises(js.JointStatsError, match="no figure for int"):
        figures.figure(3)


def test_a_wrong_option_is_told_the_right_ones():
    with pytest.raises(figures.PlotError, match=r'"table" \(only measures\)'):
        figures.figure(made("hotelling"), "plane", table=1)
    with pytest.raises(figures.PlotError, match=r'"measures" \(none\)'):
        figures.figure(made("glrt"), "statements", measures=("accuracy",))
    with pytest.raises(js.JointStatsError, match="two measures"):
        figures.figure(made("hotelling"), "plane", measures=["time"])
    with pytest.raises(js.JointStatsError, match="speed"):
        figures.figure(made("hotelling"), "plane", measures=["time", "speed"])


def test_differences_are_turned_so_that_the_first_is_better_to_the_right():
    result = made("hotelling")
    mean = (A - B).mean(axis=0)
    deviation = (A - B).std(axis=0, ddof=1)
    rows = figures.figure(result, "effects").rows
    assert [row.value for row in rows] == pytest.approx([*(mean / deviation * [1, -1])])
    assert all(row.low < row.value < row.high for row in rows)
    corrected = figures.figure(made("corrected"), "effects")
    assert corrected.rows[0].value > 0  # A loses less than B
    assert corrected.scale.ends == ("B", "A")


def by_role(content):
    return {curve.role: np.column_stack([curve.x, curve.y]) for curve in content.curves}


def test_the_plane_shows_every_case_and_contours_that_hold_their_share():
    parts = by_role(figures.figure(made("hotelling"), "plane"))
    assert np.allclose(parts["data"], A - B)
    assert np.allclose(parts["mean"], [(A - B).mean(axis=0)])
    # The last contour holds 95 % of a normal plane: squared distance -2 ln .05 everywhere.
    away = parts["contour"] - (A - B).mean(axis=0)
    squared = np.einsum("ij,jk,ik->i", away, np.linalg.inv(np.cov((A - B).T)), away)
    assert np.allclose(squared, -2 * np.log(0.05), rtol=1e-5)
    huge = js.hotelling_test({"A": A * [1, 1e300], "B": B}, measures=WAYS)  # no finite contour
    assert set(by_role(figures.figure(huge, "plane"))) == {"data", "mean", "origin"}


def test_the_plane_of_two_measures_out_of_three():
    result = made("three")
    shown = figures.figure(result, "plane", measures=("mae", "accuracy"))
    table = weka("Bagging", "RandomForest")
    difference = table.values[:, :, 0] - table.values[:, :, 1]
    assert np.allclose(by_role(shown)["data"], difference[:, [2, 0]])
    assert shown.across.reverse and not shown.up.reverse
    assert shown.across.label.startswith("mae: Bagging − RandomForest")


def test_unpaired_samples_give_points_around_the_tested_difference():
    result = made("two_samples")
    points = np.array(result.differences)
    assert points.shape == (14 + 9, 2)
    centre = A.mean(axis=0) - B[:9].mean(axis=0)
    assert np.allclose(points[:14].mean(axis=0), centre)
    assert np.allclose(points[14:].mean(axis=0), centre)
    scatter = (points - centre).T @ (points - centre) / (14 + 9 - 2)
    assert np.allclose(scatter, result.covariance)  # the pooled one
    one = made("one_sample")
    assert np.allclose(one.differences, A - [0, 1])
    assert "hypothesis" in figures.figure(one, "plane").across.label
    assert made("hotelling").to_dict()["differences"] == (A - B).tolist()


# The table warns before the test does: one measure is 1 minus the other.
@pytest.mark.filterwarnings('ignore:"accuracy" and "time" order the algorithms alike on all 14')
def test_redundant_measures_are_not_offered_a_plane():
    values = np.column_stack([A[:, 0], 1 - A[:, 0]])
    other = np.column_stack([B[:, 0], 1 - B[:, 0]])
    with pytest.warns(js.JointStatsWarning, match="redundant"):
        result = js.hotelling_test({"A": values, "B": other}, measures=WAYS)
    assert result.figures == ("effects",)


@pytest.mark.parametrize("name", MAKERS)
def test_every_figure_has_a_short_title_that_answers(name):
    for figure in made(name).figures:
        said = facts.words_of(made(name)).title(figure)
        assert 10 < len(said) <= (PAIR_ROOM if name == "compare_two" else phrases.ROOM), said
        assert "ecided" not in said and "?" not in said and not said.endswith(".")


def test_too_many_points_are_left_out_and_counted(monkeypatch):
    monkeypatch.setattr(figures_of_means, "POINTS", 10)
    shown = figures.figure(made("hotelling"), "plane")
    assert "data" not in by_role(shown) and shown.notes == ("14 points are left out.",)
    shown = figures.figure(made("learned"))
    assert "data" not in by_role(shown) and "are left out" in shown.notes[-1]


def test_only_few_algorithms_get_their_points():
    table = js.load_dataset("weka").select(measures=["accuracy", "auc", "mae"])
    assert len(table.algorithms) > figures_of_means.FEW
    shown = figures.figure(quiet(js.learn_measures, table, share=0.5, rng=1))
    assert {curve.role for curve in shown.curves} == {"mean"}
    assert {curve.role for curve in figures.figure(made("learned")).curves} == {
        "data", "contour", "mean"
    }  # fmt: skip


@pytest.mark.warns("Nemenyi's test is approximate")
def test_cliques_and_the_critical_difference():
    result = js.friedman_test(weka(), post_hoc="nemenyi")
    shown = figures.figure(result)
    assert f"critical difference, {result.critical_difference:.2f}." in shown.notes[0]
    assert "separated equal algorithms in up to" in shown.notes[0]
    assert shown.critical == result.critical_difference
    for order in shown.orders:
        ranks = dict(zip(order.algorithms, order.mean_ranks, strict=True))
        for clique in order.cliques:
            spread = max(ranks[name] for name in clique) - min(ranks[name] for name in clique)
            assert spread <= result.critical_difference
    none = js.friedman_test(weka(), post_hoc="none")
    assert figures.figure(none).notes == ("Mean ranks over the data sets, 1 is best.",)
    exact = figures.figure(made("friedman"))
    assert exact.critical is None and "CD" not in exact.notes[0]
    assert (
        "the exact sign test, after Holm's correction over all pairs and measures, cannot"
        in (exact.notes[0])
    )
    ranking = js.friedman_test(weka(), post_hoc="exact")
    shown = figures.figure(ranking)
    assert shown.critical is None
    assert [order.direction for order in shown.orders] == [
        "higher is better", "higher is better", "lower is better"
    ]  # fmt: skip


def test_shares_of_the_bayesian_sign_test():
    result = made("bayes_sign")
    for row, one in zip(figures.figure(result).rows, result.tests, strict=True):
        assert (row.value, row.low, row.high) == one.shares[one.leading]
        assert row.strong == one.decided and row.label == f"{one.measure}: {one.better} better"


def test_ranks_are_those_of_the_board_with_the_ranks_that_remain_possible():
    result = made("compare")
    shown = figures.figure(result, "ranks")
    assert shown.names == tuple(row.algorithm for row in result.leaderboard.board)
    for track in shown.panels:
        for i, row in enumerate(result.leaderboard.board):
            assert track.value[i] == row.mean_rank[track.measure]
            ends = row.rank_low[track.measure], row.rank_high[track.measure]
            assert (track.low[i], track.high[i]) == ends


def test_of_many_differences_the_largest_are_shown():
    result = made("many_signs")
    shown = figures.figure(result, "effects")
    reach = {}
    for row in result.tests:
        pair = frozenset((row.a, row.b))
        reach[pair] = max(reach.get(pair, 0), abs(row.cliffs_delta))
    named = [frozenset(name.split(" / ")) for name in shown.names]
    assert named == sorted(reach, key=lambda pair: -reach[pair]) and shown.more == 0
    assert [panel.measure for panel in shown.panels] == list(result.measures)


def test_in_every_panel_the_better_side_is_right_and_the_first_is_better_on_more():
    result = made("many_signs")
    shown = figures.figure(result, "effects")
    known = {(frozenset((row.a, row.b)), row.measure): row for row in result.tests}
    for i, name in enumerate(shown.names):
        first, second = name.split(" / ")
        values = []
        for panel in shown.panels:
            row = known[frozenset((first, second)), panel.measure]
            turned = 1 if row.a == first else -1
            values.append(turned * row.cliffs_delta)
            ends = sorted((turned * row.cliffs_low, turned * row.cliffs_high))
            assert (panel.value[i], panel.low[i], panel.high[i]) == (values[-1], *ends)
            assert panel.strong[i] == (row.winner is not None)
        assert sum(x > 0 for x in values) >= sum(x < 0 for x in values)
    reach = max(abs(end) for panel in shown.panels for end in (*panel.low, *panel.high))
    (ruler,) = {panel.ruler for panel in shown.panels}
    assert reach <= ruler.ticks[-1] <= 1


def test_effects_of_two_are_the_medians_with_their_bounds_and_filled_if_shown():
    table = weka("Bagging", "AODE")
    result = js.compare_algorithms(table)
    (row,) = result.pairs
    shown = figures.figure(result, "effects")
    a, b = row.names
    assert shown.scale.ends == (b, a)
    for k, (name, drawn) in enumerate(zip(table.measures, shown.rows, strict=True)):
        first, second = (table.oriented()[:, k, table.algorithms.index(one)] for one in (a, b))
        unit = 100 if table.measures[name] == "max" else 1  # percentage points
        assert drawn.value == pytest.approx(unit * np.median(first - second))
        turned = [unit * sizes[name] * (1 if a == row.a else -1) for sizes in (row.low, row.high)]
        assert [drawn.low, drawn.high] == pytest.approx(sorted(turned))
        assert abs(drawn.high) < drawn.ruler.high and abs(drawn.low) < drawn.ruler.high
        assert drawn.strong == (name in row.better(a))
        over = np.sign(first[:, None] - second[None, :]).mean()
        assert f"delta {over:+.2f}".replace("-", "−") in drawn.note
        assert drawn.note.startswith(f"better on {(first > second).sum()}–{(first < second).sum()}")
    assert {one.strong for one in shown.rows} == {True, False}


def test_effects_of_many_have_a_ruler_for_each_measure_and_the_largest_first():
    result = js.compare_algorithms(timed())
    shown = figures.figure(result, "effects")
    accuracy, time = shown.panels
    assert len(shown.names) == len(result.pairs) == 21 and shown.more == 0
    assert list(accuracy.value) == sorted(accuracy.value, reverse=True)
    assert accuracy.ruler.unit == "percentage points" and time.ruler.unit == "ratio"
    rows = {row.names: row for row in result.pairs}
    for i, name in enumerate(shown.names):
        row = rows[tuple(name.split(" / "))]
        turned = 1 if row.names[0] == row.a else -1
        ends = sorted(turned * np.log2(side["training_time"]) for side in (row.low, row.high))
        assert [time.low[i], time.high[i]] == pytest.approx(ends)
        assert accuracy.strong[i] == any(
            "accuracy" in each for each in (row.better_a, row.better_b)
        )
    said = shown.axes()
    assert said["free"] and said["better"]["training_time"] == "doublings, lower is better"


def test_a_rope_is_shaded_at_its_width():
    table = js.results_table(
        js.load_frame("weka"), dataset="dataset", algorithm="algorithm", rope={"accuracy": 0.01},
        measures={"accuracy": "max", "rmse": "min"}, only=["Bagging", "RandomForest"],
    )  # fmt: skip
    shown = figures.figure(js.compare_algorithms(table), "effects")
    assert [row.ruler.equal for row in shown.rows] == [1.0, 0.0]  # percentage points
    assert "Shaded: the rope." in shown.notes[0]


@pytest.mark.parametrize(
    ("reach", "end"), [(0, 1), (0.07, 0.08), (0.11, 0.2), (1, 1), (1.5, 2), (7, 8), (86, 100)]
)
def test_ends_of_axes_have_one_digit(reach, end):
    assert round_up(reach) == pytest.approx(end)


def test_curves_of_studies():
    shown = figures.figure(made("roc"))
    assert shown.curves[0].role == "reference" and shown.across.range == (0, 1)
    area = {row["test"]: row["area"] for row in made("roc").areas}
    for curve in shown.curves[1:]:
        assert f"({area[curve.group]:.3f})" in curve.label
    plan = figures.figure(made("plan"))
    wrong = next(c for c in plan.curves if (c.group, c.role) == ("glrt", "wrong"))
    rows = [row for row in made("plan").chances if row["test"] == "glrt"]
    assert wrong.y == tuple(row["wrong"] for row in rows)


def test_letters_go_on_after_z():
    letters = list(drawing_content.letters([str(i) for i in range(28)]).values())
    assert letters[25:] == ["Z", "AA", "AB"]
