"""Break-even prices: numbers of the packaged table, enumeration, properties."""

from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
import test_display
from hypothesis import given, settings
from hypothesis import strategies as st
from voters import sequences

import jointstats as js
from jointstats.evidence import bounds, scores
from jointstats.evidence.order_statistics import InvalidScaleError, differences
from jointstats.evidence.votes import Units
from jointstats.interfaces import figures

TIMED = {
    "dataset": "dataset",
    "algorithm": "algorithm",
    "measures": {"accuracy": "max", "training_time": "min"},
}


def exact(differences):
    values = np.array(differences, dtype=float)
    return values, values


def test_more_pairs_decide_less():
    gain, saving = exact([np.arange(1.0, 52.0)]), exact([[-1.0] * 51])
    one, many = (bounds.prices_of_pairs(gain, saving, 0.05, n) for n in (1, 21))
    assert many.k[0] < one.k[0]
    assert many.up_to[0, 0] < one.up_to[0, 0] and many.above[0, 1] > one.above[0, 1]


@pytest.mark.parametrize(("n", "k"), [(6, 0), (7, 1), (9, 1), (10, 2)])
def test_few_data_sets_have_no_price(n, k):
    found = bounds.prices_of_pairs(exact([[1.0] * n]), exact([[-1.0] * n]), 0.05, 1)
    assert found.k.tolist() == [k]
    assert np.isfinite(found.up_to[0, 0]) == (k > 0)


@pytest.mark.parametrize(
    ("gain", "saving", "up_to", "above"),
    [
        (2, -1, 2, np.inf),
        (2, 0, np.inf, 0),
        (2, 1, np.inf, 0),
        (0, 1, -np.inf, 0),
        (0, 0, -np.inf, np.inf),
        (0, -1, -np.inf, np.inf),
        (-2, 1, -np.inf, 2),
        (-2, 0, -np.inf, np.inf),
        (-2, -1, -np.inf, np.inf),
        (np.inf, -1, np.inf, np.inf),
        (-np.inf, 1, -np.inf, np.inf),
        (np.inf, -np.inf, -np.inf, np.inf),
        (np.inf, 0, np.inf, 0),
    ],
)
def test_prices_of_a_data_set(gain, saving, up_to, above):
    found = bounds.prices_of_pairs(exact([[gain] * 7]), exact([[saving] * 7]), 0.05, 1)
    assert (found.up_to[0, 0], found.above[0, 0]) == (up_to, above)
    mirrored = bounds.prices_of_pairs(exact([[-gain] * 7]), exact([[-saving] * 7]), 0.05, 1)
    assert (mirrored.up_to[0, 1], mirrored.above[0, 1]) == (up_to, above)


@st.composite
def trades(draw):
    """Gains and savings of three pairs with ties, gaps and families."""
    n = draw(st.integers(5, 30))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    values = rng.integers(-3, 4, size=(n, 2, 3)).astype(float)
    values[:, 0, 0] += draw(st.integers(0, 3))
    values[:, 1, 0] -= draw(st.integers(0, 3))
    if draw(st.booleans()):
        values[rng.random(values.shape) < 0.06] = np.nan
    missing = draw(st.sampled_from([scores.UNKNOWN, scores.ABSENT]))
    low, high = differences(values, list(combinations(range(3), 2)), missing)
    units = None
    if draw(st.booleans()):
        units = Units(np.unique(rng.integers(0, n, n), return_inverse=True)[1])
    return (low[:, 0], high[:, 0]), (low[:, 1], high[:, 1]), units


def found_for(gain, saving, units):
    return bounds.prices_of_pairs(gain, saving, 0.05, 1, units)


@given(trades())
@settings(max_examples=60, deadline=None)
def test_at_each_shown_price_the_sign_test_shows_who_is_better(trade):
    """All but k - 1 units are better at the price, by the majority of their data sets."""
    gain, saving, units = trade
    found = found_for(gain, saving, units)
    absent = np.isnan(gain[0]) | np.isnan(saving[0])
    for pair, side in product(range(3), (0, 1)):
        top, bottom = found.up_to[pair, side], found.above[pair, side]
        prices = [x for x in (0, 0.2, 0.7, 1.3, 3.0, 50.0) if x < top or x > bottom]
        for price in prices:
            g, s = ((gain, saving)[i][side][pair] for i in (0, 1))
            with np.errstate(invalid="ignore"):
                value = (1 - 2 * side) * (g + price * s)
            sure = np.isfinite(gain[0][pair]) & np.isfinite(saving[0][pair]) & (value > 0)
            score = np.where(absent[pair], 0, np.where(sure, 1, -1)).astype(np.int8)
            cast = score if units is None else units.sums(score)
            there = (~absent[pair]).astype(np.int8)
            n = np.count_nonzero(there if units is None else units.sums(there))
            assert np.count_nonzero(cast > 0) >= n - found.k[pair] + 1


@given(trades())
@settings(max_examples=40, deadline=None)
def test_both_sides_are_never_better_at_one_price(trade):
    found = found_for(*trade)
    for price in (0, 0.2, 0.7, 1.3, 3.0, 50.0):
        better = (price < found.up_to) | (price > found.above)
        assert not better.all(axis=1).any()


@pytest.mark.parametrize("seed", range(12))
def test_false_prices_are_as_rare_as_promised(seed):
    """Every table of n data sets of five types, with atoms at 0 and all quadrants."""
    rng = np.random.default_rng(seed)
    n = (7, 8, 10)[seed % 3]
    types = rng.integers(-2, 3, size=(5, 2)).astype(float)
    types[0, seed % 2] = 0.0
    share = rng.integers(1, 6, 5) / 10
    share /= share.sum()
    tables = np.array([t for t in product(range(n + 1), repeat=5) if sum(t) == n])
    rows = np.stack([np.repeat(types, table, axis=0) for table in tables])
    found = bounds.prices_of_pairs(exact(rows[..., 0]), exact(rows[..., 1]), 0.05, 1)
    wrong = np.zeros(len(tables), dtype=bool)
    crossings = bounds.break_even(*types.T)
    at = np.unique(np.append(crossings[~np.isnan(crossings)], 0.0))
    grid = np.unique(np.concatenate([at, (at[1:] + at[:-1]) / 2, [at[-1] + 1.0]]))
    for price, sign in product(grid, (1, -1)):
        value = sign * (types[:, 0] + price * types[:, 1])
        side = (1 - sign) // 2
        better = (price < found.up_to[:, side]) | (price > found.above[:, side])
        if share[value > 0].sum() <= 0.5 + 1e-12:
            wrong |= better
    ways = np.array([sequences(table) for table in tables])
    chance = ways * np.prod(share**tables, axis=1)
    assert chance.sum() == pytest.approx(1)
    assert chance @ wrong <= 0.05


# --- The public test ------------------------------------------------------------------------------


def timed(a="RandomForest", b="J48graft", **more):
    return js.break_even(js.load_frame("weka"), a, b, **(TIMED | more))


def ends(result):
    return [(side.up_to, side.above) for side in result.sides]


def near(*sides):
    return [pytest.approx(side, abs=1e-4) for side in sides]


def test_a_sentence_names_both_prices_and_the_unit():
    result = timed()
    assert ends(result) == near((0.3305, None), (None, 1.1717))
    assert str(result.unit) == "points of accuracy per doubling of training_time"
    assert (len(result.prices_a), len(result.prices_b)) == (39, 0)
    assert (result.always_a, result.always_b) == (0, 12)
    assert result.verdict == (
        "RandomForest is better than J48graft on most data sets like these if a doubling of "
        "training_time is worth less than 0.331 points of accuracy; J48graft if it is worth more "
        "than 1.17. In between the data do not decide."
    )
    assert timed("AODE", "RandomForest").sides[0].above == pytest.approx(0.57, abs=0.005)


def test_the_other_order_has_the_other_rows():
    one, other = timed(), timed("J48graft", "RandomForest")
    assert other.sides == one.sides[::-1]
    assert (other.prices_b, other.always_a) == (one.prices_a, one.always_b)
    assert other.verdict == one.verdict


def by_hand(gains, savings, n=9, **options):
    """A against B, which has 10 and 100 everywhere: differences of a score and of a cost."""
    values = {
        "A": [[10 + g, 100 - s] for g, s in zip(gains, savings, strict=True)],
        "B": [[10, 100]] * n,
    }
    return js.break_even(values, "A", "B", measures={"score": "max", "cost": "min"}, **options)


def test_differences_are_priced_in_units():
    # The smallest and the largest of nine: 0.5 and 4.5.
    result = by_hand([x / 2 for x in range(1, 10)], [-1] * 9)
    assert ends(result) == [(0.5, None), (None, 4.5)]
    assert result.prices_a == tuple(x / 2 for x in range(1, 10))
    assert str(result.unit) == "units of score per unit of cost"
    assert result.scale == {"score": "difference", "cost": "difference"}


def test_ratios_are_priced_in_doublings():
    # Costs 400 of 100: two doublings for a gain of 3.
    result = by_hand([3] * 9, [-300] * 9, scale={"cost": "ratio"})
    assert ends(result) == near((1.5, None), (None, 1.5))
    assert str(result.unit) == "units of score per doubling of cost"
    both = by_hand([10] * 9, [-300] * 9, scale="ratio")
    assert ends(both) == near((0.5, None), (None, 0.5))
    assert str(both.unit) == "doublings of score per doubling of cost"


def test_an_algorithm_that_is_better_on_both_is_better_at_every_price():
    result = by_hand([1] * 9, [1] * 9)
    assert result.sides[0].always and not result.sides[1].shown
    assert "A is better than B on most data sets like these, at every price." in result.verdict
    cheaper = by_hand([0] * 9, [1] * 9)
    assert ends(cheaper)[0] == (None, 0.0) and not cheaper.sides[0].always
    assert "at every price above 0." in cheaper.verdict


def test_six_data_sets_have_no_price():
    with pytest.warns(js.JointStatsWarning, match="6 data sets cannot show a price .*; 7 can"):
        result = by_hand([1] * 6, [-1] * 6, n=6)
    assert not any(side.shown for side in result.sides)
    assert result.verdict == (
        "The data do not establish at any price of a unit of cost whether A or B is better on "
        "most data sets like these."
    )


def test_a_family_counts_once():
    frame = js.load_frame("weka")
    doubled = frame.assign(dataset=frame["dataset"] + "2", family=frame["dataset"])
    both = [frame.assign(family=frame["dataset"]), doubled]
    twice = js.break_even(pd.concat(both), "RandomForest", "J48graft", cluster="family", **TIMED)
    assert twice.sides == timed().sides and twice.n_families == 51
    assert "most families like these" in twice.verdict


def without_three():
    frame = js.load_frame("weka")
    first = frame["dataset"].unique()[:3]
    frame.loc[frame["dataset"].isin(first) & (frame["algorithm"] == "J48graft"), "accuracy"] = None
    return frame, first


def test_missing_results_count_against_both_or_are_dropped():
    frame, first = without_three()
    names = "RandomForest", "J48graft"
    rest = js.break_even(frame[~frame["dataset"].isin(first)], *names, **TIMED)
    dropped = js.break_even(frame, *names, missing="drop", **TIMED)
    assert dropped.sides == rest.sides and (dropped.n, dropped.n_dropped) == (48, 3)
    assert "missing independently" in dropped.summary().replace("\n", " ")
    unknown = js.break_even(frame, *names, missing="unknown", **TIMED)
    (up_to, _), (_, above) = ends(unknown)
    whole = ends(timed())
    assert unknown.n == 51 and up_to <= whole[0][0] and above >= whole[1][1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"gain": "cost"}, 'gain and cost are both "cost"'),
        ({"gain": "scores"}, 'There is no measure .named in gain. "scores"'),
        ({"scale": {"costs": "ratio"}}, 'There is no measure .named in scale. "costs"'),
        ({"scale": "log"}, "scale must be"),
        ({"measures": {"score": "max", "cost": "max"}}, "no measure to minimise: name the cost"),
    ],
)
def test_a_wrong_option_is_named_in_one_sentence(options, message):
    values = {"A": [[1, 2]] * 7, "B": [[2, 1]] * 7}
    given = {"measures": {"score": "max", "cost": "min"}} | options
    with pytest.raises(js.JointStatsError, match=message):
        js.break_even(values, "A", "B", **given)


def test_a_ratio_of_zero_names_the_cell():
    with pytest.raises(InvalidScaleError, match="above 0, but cost is 0 for A on 1: choose"):
        by_hand([1] * 9, [100, *[-1] * 8], scale="ratio")


def test_a_comparison_of_two_has_the_price_of_its_pair():
    table = js.results_table(js.load_frame("weka"), **TIMED)
    result = js.compare_algorithms(table.select(algorithms=["RandomForest", "J48graft"]))
    assert result.findings[1] == (
        "Break-even: RandomForest if a doubling of training_time is worth up to 0.331 points, "
        "J48graft from 1.17 on."
    )
    for others in (
        js.compare_algorithms(table),
        js.compare_algorithms(table.select(algorithms=["AODE", "Bagging"])),  # no trade-off
        js.compare_algorithms(js.load_dataset("weka").select(measures=["accuracy", "auc"])),
    ):
        assert "reak-even" not in str(others)


def test_the_figure_cuts_the_axis_at_the_prices():
    shown = figures.figure(timed(), "price")
    assert [one.better for one in shown.stretches] == [0, None, 1]
    first, middle, last = shown.stretches
    assert (first.low, last.high) == (0, shown.high)
    assert (middle.low, middle.high) == pytest.approx((0.3305, 1.1717), abs=1e-4)
    assert shown.prices_a == timed().prices_a
    assert shown.beyond == (sum(x > shown.high for x in shown.prices_a), 0)
    assert figures.figure(by_hand([1] * 9, [1] * 9), "price").stretches[0].better == 0


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("n", [3, 7, 51, 400])
@pytest.mark.parametrize("middle", [(2, -2), (-2, 2), (1, 1), (0, 0), (0.3, -0.2)])
def test_no_word_of_the_figure_overlaps_or_leaves_it(n, middle):
    rng = np.random.default_rng(n)
    ahead = rng.normal(middle, 1, (n, 2)) * [1, -1]
    names = [f"gradient-boosting-with-a-very-long-name-{i}" for i in (1, 2)]
    middle_of_all = np.tile([10, 100], (n, 1))
    values = dict(zip(names, (ahead + middle_of_all, middle_of_all), strict=True))
    measures = {"quality_of_all_answers": "max", "cost": "min"}
    assert test_display.wrong(js.break_even(values, *names, measures=measures)) == {}


# --- What moves a price across a value ------------------------------------------------------------


WAYS = {"quality": "max", "time": "min"}


def prices(values, **options):
    return js.break_even(js.results_table(values, measures=WAYS), "A", "B", **options)


@pytest.mark.parametrize("seed", range(4))
def test_settings_that_move_a_price_are_those_of_the_same_call_again(seed):
    rng = np.random.default_rng(seed)
    hard = rng.normal([5, 9], 1, size=(20, 2))
    values = {"A": hard + rng.normal([0.6, 1.5], 1, size=(20, 2)), "B": hard}
    base = prices(values)
    for price in (0.05, 0.4, 3.0):
        found, now = js.sensitivity(base, price=price), base.better_at(price)
        said = f"{now} is better at {price:g} units of quality per unit of time"
        assert found.statements == (() if now is None else (said,))
        of_data_sets = [row.changed for row in found.settings if row.factor == "data set"]
        left = ({name: np.delete(x, i, axis=0) for name, x in values.items()} for i in range(20))
        assert of_data_sets == [prices(part).better_at(price) != now for part in left]
        assert not any(row.factor == "rope" for row in found.settings)
        if now is not None:
            assert prices(values, alpha=found.alpha_from).better_at(price) == now
            assert prices(values, alpha=found.alpha_from * (1 - 1e-9)).better_at(price) != now


def test_a_price_is_named_for_prices_only():
    values = {"A": [[5.0, 9], [6, 8], [7, 9]] * 3, "B": [[4.0, 7], [5, 7], [5, 8]] * 3}
    with pytest.raises(
        js.errors.OptionError, match=r"Name the price .* in units of quality per unit"
    ):
        js.sensitivity(prices(values))
    with pytest.raises(js.errors.OptionError, match="price belongs to a result of break_even"):
        js.sensitivity(js.compare_algorithms(prices(values).data), price=1)
