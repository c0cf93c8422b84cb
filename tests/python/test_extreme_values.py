"""Values and priors near the ends of what a number can be: the same answers, and no stray warning.

Divisions of all results by a power of two change no statistic; what has a unit scales with it.
"""

import contextlib
import json
import math
import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from marks import listed
from scipy import stats

import jointstats as js
from jointstats.base import kinds, options, wording
from jointstats.base import rows as base_rows
from jointstats.drawing import words
from jointstats.drawing.scales import round_up
from jointstats.evidence import messages
from jointstats.interfaces.bridge import results
from jointstats.means import cases as normal
from jointstats.means import manova_designs

MEASURES = {"x": "max", "y": "min"}
VALUES = np.random.default_rng(5).normal(size=(3, 20, 2))
SCALES = [2.0**-900, 2.0**-540, 2.0**520, 2.0**1010]  # 1e-271, 1e-163, 1e156, 1e304


def table(scale=1.0, algorithms="AB"):
    of = {name: VALUES[i] * scale for i, name in enumerate(algorithms)}
    return js.results_table(of, measures=MEASURES)


def strictly(test, *data, **said):
    """The result, if no warning but the package's own is given, or one library's of another."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", js.JointStatsWarning)
        return test(*data, **said)


NORMAL = {
    "hotelling": lambda t: js.hotelling_test(t.select(algorithms=["A", "B"])),
    "signs flipped": lambda t: js.hotelling_test(
        t.select(algorithms=["A", "B"]), permutation=True, draws=99
    ),
    "blocked": lambda t: js.manova_test(t, draws=99),
    "one-way": lambda t: js.manova_test(t, design="one-way", draws=99),
    "mardia": lambda t: js.mardia_test(t, draws=99),
    "mardia of algorithms": lambda t: js.mardia_test(t, samples="algorithms", draws=99),
}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", NORMAL)
def test_statistics_of_means_do_not_depend_on_the_unit(name, scale):
    one, far = (strictly(NORMAL[name], table(s, "ABC")) for s in (1.0, scale))
    for a, b in zip(one.rows, far.rows, strict=True):
        for key in ("p_value", "p_adjusted", "t", "statistic", "skewness", "kurtosis"):
            if key in a and a[key] is not None:
                assert b[key] == pytest.approx(a[key], rel=1e-9), key
        if isinstance(getattr(a, "mean_difference", None), float):
            assert b["mean_difference"] == pytest.approx(a["mean_difference"] * scale, rel=1e-12)
    assert not hasattr(one, "p_value") or far.p_value == pytest.approx(one.p_value, rel=1e-9)


@pytest.mark.parametrize("scale", SCALES)
def test_learned_measures_do_not_depend_on_the_unit(scale):
    one, far = (strictly(js.learn_measures, table(s, "ABC"), share=0.5) for s in (1.0, scale))
    for a, b in zip(one.learned, far.learned, strict=True):
        assert list(b.standardised.values()) == pytest.approx(list(a.standardised.values()))


@pytest.mark.parametrize("scale", [1e-300, 1e154, 1e300, 5e307])
def test_tests_of_order_take_any_number(scale):
    for test in (js.compare_algorithms, js.bayes_test, js.wilcoxon_test, js.sign_test,
                 js.leaderboard, js.bayes_sign_test):  # fmt: skip
        one, far = (strictly(test, table(s)) for s in (1.0, scale))
        if "p_value" in one.rows[0]:
            assert [r["p_value"] for r in far.rows] == pytest.approx(
                [r["p_value"] for r in one.rows], rel=1e-12
            )
    board = strictly(js.leaderboard, table(1e300))
    assert board.rows[0].sd["x"] / 1e300 == pytest.approx(
        js.leaderboard(table()).rows[0].sd["x"], rel=1e-12
    )


@pytest.mark.parametrize(("scale", "said"), [(5e307, "beyond 1e\\+307"), (5e-320, "below 1e-300")])
@pytest.mark.parametrize("name", NORMAL)
def test_what_cannot_be_subtracted_is_told(name, scale, said):
    with pytest.raises(js.errors.InvalidValueError, match=f"has results {said}.*unit"):
        strictly(NORMAL[name], table(scale, "ABC"))


def test_what_is_changed_by_hand_is_told_in_a_sentence():
    made, counts = table(), js.StatementCounts.from_vector([3, 1], measures={"x": "max"})
    for change in (
        lambda: replace(made, values=np.full_like(made.values, np.inf)),
        lambda: replace(counts, weights=np.full(2, 1e308)),
        lambda: js.bayes_test(replace(counts, n=0)),
    ):
        with pytest.raises(js.errors.InvalidValueError):
            strictly(change)


@pytest.mark.parametrize("mass", [options.TINY, 1e-17, 1e17, options.MOST_MASS])
def test_priors_of_any_mass_give_probabilities(mass):
    # Ever more prior leaves nothing but the prior: a half; ever less nothing but the counts.
    two = table().select(measures=["x"])
    wins = int((VALUES[0, :, 0] > VALUES[1, :, 0]).sum())
    result = strictly(js.bayes_test, two, prior_strength=mass)
    a, b = max(wins, 20 - wins) + mass / 2, min(wins, 20 - wins) + mass / 2
    known = stats.beta.sf(0.5, a, b) if mass < 1e9 else 0.5
    assert result.rows[0].probability == pytest.approx(known, rel=1e-6)
    for test, said in (
        (js.bayes_sign_test, {"prior_strength": mass}),
        (js.network_test, {"ess": mass}), (js.network_test, {"ess": mass, "structure": "average"}),
        (js.bayes_test, {"prior": [mass] * 4}), (js.bayes_test, {"prior": [mass, 1, 1, 1]}),
        (js.bayes_test, {"prior": "imprecise", "prior_strength": mass}),
    ):  # fmt: skip
        frame = strictly(test, table(algorithms="AB"), **said).to_frame()
        numbers = frame.select_dtypes("number")
        assert np.isfinite(numbers.to_numpy()).all(), (test.__name__, said)


@pytest.mark.parametrize(
    ("mass", "said"), [(1e-320, "at least 1e-300"), (1e308, "at most 1e\\+150")]
)
def test_a_mass_that_no_number_can_hold_is_refused(mass, said):
    for keywords in ({"prior_strength": mass}, {"prior": [mass, 1, 1, 1]}):
        with pytest.raises(js.errors.OptionError, match=said):
            js.bayes_test(table(), **keywords)
    with pytest.raises(js.errors.OptionError, match=said):
        js.network_test(table(), ess=mass)


def test_a_prior_of_masses_is_in_the_report(tmp_path):
    result = strictly(js.bayes_test, table(), prior=[1.0, 2.0, 3.0, 4.0])
    strictly(result.to_html, tmp_path / "report.html")
    assert "2.0, 3.0" in (tmp_path / "report.html").read_text(encoding="utf-8").replace(
        " 2, ", " 2.0, "
    )


def test_the_smallest_and_the_largest_results_that_means_take():
    for size in (options.TINY, normal.LARGEST, 0.0):
        normal.require_magnitude([np.array([0.0, -size])], ["x"], messages.Function("mardia_test"))
    normal.require_magnitude([np.zeros(0)], ["x"], messages.Function("mardia_test"))
    for size, far in ((np.nextafter(options.TINY, 0), "below"),
                      (np.nextafter(normal.LARGEST, np.inf), "beyond")):  # fmt: skip
        with pytest.raises(js.JointStatsError, match=f"x has results {far}"):
            normal.require_magnitude(
                [np.ones(2), np.array([size])], ["y", "x"], messages.Function("t")
            )


# --- Infinite cells -------------------------------------------------------------------------------


def agreeing():
    """Friedman's F where every data set ranks the algorithms alike: infinite."""
    values = {name: [[float(place)]] * 8 for place, name in enumerate("ABC")}
    made = strictly(js.friedman_test, values, measures={"acc": "max"}, post_hoc="none")
    assert made.tests[0].f == math.inf
    return made


def test_an_infinite_cell_is_shown_by_every_output():
    made = agreeing()
    assert "| acc | 16 | < 0.001 | inf | 2 | 14 |" in made.to_markdown()
    assert r"acc & 16 & $<$ 0.001 & inf & 2 & 14 &" in made.to_latex()
    assert ">inf</td>" in made._repr_html_()
    assert ",inf,2,14," in made.to_csv()
    assert made.to_frame()["f"].tolist() == [math.inf]
    assert json.loads(json.dumps(made.to_dict(), allow_nan=False))["tests"][0]["f"] is None


def test_an_infinite_cell_is_infinite_in_r():
    flat = []
    frame = results.whole_result(agreeing(), flat)["frame"]
    start, end = frame["columns"][frame["names"].index("f")]["at"]
    assert flat[start:end] == [math.inf]


def test_numbers_that_cannot_be_rounded_have_words():
    number = base_rows.Column("x", base_rows.Kind.NUMBER, "")
    shown = [
        words.cell(number, x) for x in (math.inf, -math.inf, 0.0, 1e14, 1e15, -1.7e308, 5e-324)
    ]
    assert shown == ["inf", "-inf", "0", "1" + "0" * 14, "1.00e+15", "-1.70e+308", "4.94e-324"]
    assert (wording.count(math.inf), wording.count(-math.inf)) == ("inf", "-inf")
    errors = (0.004, 0.9, 1.0, 1e300, math.inf)
    assert [wording.probability_cell(0.75, x) for x in errors] == ["0.75"] + ["0.8"] * 4


@pytest.mark.warns("The correction for overlapping training sets is a heuristic")
def test_folds_without_a_difference_have_no_figure_of_differences():
    rows = [(fold, name, 0.5) for fold in range(5) for name in "AB"]
    frame = pd.DataFrame(rows, columns=["fold", "method", "acc"])
    said = {"fold": "fold", "algorithm": "method", "measures": {"acc": "max"}}
    same = js.corrected_t_test(frame, **said)
    assert same.tests[0].t is None and same.figures == ("wins",)
    other = js.corrected_t_test(frame.assign(acc=[i * i % 7 / 7 for i in range(10)]), **said)
    assert other.figures[0] == "effects"


def test_the_end_of_an_axis_is_a_number():
    assert [round_up(x) for x in (0.7, 1.7e308, math.inf)] == [0.8, 8e307, 8e307]


@pytest.mark.filterwarnings("error::RuntimeWarning", "ignore::jointstats.JointStatsWarning")
@pytest.mark.parametrize("algorithms", [2, 3, 4])
@pytest.mark.parametrize("design", kinds.literals(manova_designs.Design))
def test_numpy_does_not_warn_of_means_of_one_data_set(algorithms, design):
    x = np.random.default_rng(1).normal(size=(algorithms, 1, 2))
    one = js.results_table(dict(zip("ABCD", x, strict=False)), measures={"a": "max", "b": "min"})
    with contextlib.suppress(js.JointStatsError):
        str(js.manova_test(one, design=design))
    with contextlib.suppress(js.JointStatsError):
        str(js.manova_test(one, design=design, on=["a"]))


# --- At the ends of the doubles, each column in its own way ---------------------------------------


def _column(rng, kind, n):
    normal = rng.normal(size=n).clip(-3, 3)
    match kind:
        case "huge":
            return normal * 10.0 ** rng.uniform(295, 307.5)
        case "largest":
            return np.where(normal > 0, 1, -1) * 1.7e308 * rng.uniform(0.5, 1, n)
        case "equal":
            return np.full(n, 1e300)
        case "one":
            return np.where(np.arange(n) > 0, np.abs(normal), 1e300)
        case "tiny":
            return normal * 10.0 ** rng.uniform(-320, -295)
        case "mixed":
            return normal * 10.0 ** rng.uniform(-307, 307, n)
        case "positive":
            return 10.0 ** rng.uniform(-320, 308, n)
    return normal


FAR = ("huge", "largest", "equal", "one", "tiny", "mixed", "positive", "plain")


def _far_tables(seed, number):
    rng = np.random.default_rng(seed)
    for _ in range(number):
        n, kinds = int(rng.integers(3, 14)), rng.choice(FAR, int(rng.integers(1, 4)))
        rows = {name: np.column_stack([_column(rng, kind, n) for kind in kinds]) for name in "ABC"}
        ways = {f"m{i}": ("max", "min")[i % 2] for i in range(len(kinds))}
        with contextlib.suppress(js.JointStatsError):
            yield strictly(js.results_table, rows, measures=ways)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", NORMAL)
def test_tests_of_means_compute_or_refuse_anything(name, seed):
    for far in _far_tables(seed, 12):
        with contextlib.suppress(js.JointStatsError):
            str(strictly(NORMAL[name], far))


@pytest.mark.parametrize("seed", range(4))
def test_figures_lay_out_anything(seed):
    for far in _far_tables(seed, 2):
        result = strictly(js.compare_algorithms, far)
        for figure in ("quadrant", "winmap", "league"):
            if figure in result.figures:
                strictly(listed, result, figure, 3.3)


def test_the_region_of_huge_measures_scales_with_them():
    one, far = (js.hotelling_test(table(scale)) for scale in (1.0, 2.0**1000))
    for a, b in zip(one.rows, far.rows, strict=True):
        assert b.low == pytest.approx(a.low * 2.0**1000, rel=1e-9)
        assert b.high == pytest.approx(a.high * 2.0**1000, rel=1e-9)


@pytest.mark.parametrize("test", [js.hotelling_test, js.manova_test, js.mardia_test])
def test_draws_are_bounded_in_a_sentence(test):
    with pytest.raises(js.errors.OptionError) as caught:
        test(table(), draws=10**9)
    assert "draws must be a finite number at least" in str(caught.value)
    assert "at most 1,000,000; got 1000000000" in str(caught.value)
