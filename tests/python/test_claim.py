"""Claims in the user's words: R's binom.test, exact sums, enumeration, and what cannot matter."""

import json
from itertools import product
from math import comb

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import jointstats as js
from jointstats import errors
from jointstats.claims.claim_result import NamedClaim
from jointstats.interfaces import figures
from jointstats.interfaces.cli import main

# What is equal in `table_of` lies within the rope, half of it apart, and in one direction.
pytestmark = pytest.mark.filterwarnings(
    r'ignore:On ".+", B and A are equal within the rope of \S+ on \d+ of \d+ data sets'
)

WAYS = {"accuracy": "max", "time": "min", "memory": "min"}
ROPE = {"accuracy": 1.0, "time": 0.25, "memory": 0.5}


def table_of(outcomes, *, more=None, rope=ROPE):
    """A table in which B has these outcomes against A: a row per data set, "+", "=" or "-"."""
    a = np.tile([80.0, 20.0, 8.0], (len(outcomes), 1))
    step = {"+": 1, "=": 0, "-": -1}
    moved = np.array([[step[one] for one in row] for row in outcomes])
    within = np.array([rope[m] for m in WAYS]) / 2  # equal, and not to the last digit
    b = a + np.where(moved == 0, within, 3.0 * moved) * [1, -1, -1]
    return js.results_table(
        {"A": a, "B": b} | ({} if more is None else {"C": more}), measures=WAYS, rope=rope
    )


def as_accurate_and_faster(k, n, **options):
    """B is as accurate as A on all, and faster on k of n data sets."""
    table = table_of(["=+="] * k + ["=-="] * (n - k))
    return js.claim_test(table, "B", "A", equal="accuracy", better=["time"], **options)


# --- Margins --------------------------------------------------------------------------------------

SHARES = {"A": 2 * [[0.80, 9], [0.71, 8], [0.90, 7]], "B": 2 * [[0.79, 4], [0.70, 5], [0.88, 3]]}


def margin_of(margin, *, rope=None, **claim):
    table = js.results_table(SHARES, measures={"accuracy": "max", "time": "min"}, rope=rope)
    return js.claim_test(table, "B", "A", not_worse=margin, **claim)


def test_a_margin_takes_the_place_of_the_rope_in_its_claim():
    for rope in (None, {"accuracy": 0.5}, {"accuracy": 0.0}):
        assert margin_of({"accuracy": 0.01}, rope=rope).yes == 4
        assert margin_of({"accuracy": 0.02}, rope=rope).yes == 6
    kept = margin_of({"accuracy": None, "time": 1}, rope={"accuracy": 0.5})
    assert kept.yes == 6 and kept.rope == {"accuracy": 0.5, "time": 1.0}
    assert margin_of(["accuracy"], rope={"accuracy": 0.5}).yes == 6


def test_the_claim_says_the_margin_with_its_unit():
    result = margin_of({"accuracy": 0.01, "time": 2}, better=["time"])
    assert "B is not worse than A on accuracy (margin 1 point) and better on time" in result.verdict
    assert margin_of({"time": 0.25}).claim == "B is not worse than A on time (margin 0.25)"
    assert margin_of({"accuracy": 0.025}).rows[0].asked == "not worse (margin 2.5 points)"


def test_margins_that_are_none(tmp_path):
    with pytest.raises(
        errors.OptionError, match=r'margin of measure "accuracy" must be .* at least 0'
    ):
        margin_of({"accuracy": -0.01})
    with pytest.raises(errors.ColumnError, match=r'with a margin in not_worse.*"quality"'):
        margin_of({"quality": 0.01}, groups={"quality": ["accuracy", "time"]})
    with pytest.raises(errors.OptionError, match="better must be names"):
        margin_of(None, better={"accuracy": 0.01})
    table = js.results_table(SHARES, measures={"accuracy": "max", "time": "min"})
    with pytest.raises(errors.OptionError, match="not_worse must be names"):
        js.watch_claim(tmp_path / "x.json", table, "B", "A", not_worse={"accuracy": 0.01})


def test_margins_in_the_shell(tmp_path, capsys):
    file = tmp_path / "x.csv"
    js.results_table(SHARES, measures={"accuracy": "max", "time": "min"}).to_frame().to_csv(
        file, index=False
    )
    columns = "--dataset dataset --algorithm algorithm --max accuracy --min time"
    call = ["claim", str(file), *columns.split(), "--for", "B", "--over", "A"]
    assert main([*call, "--not-worse", "accuracy=0.01", "time", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["yes"] == 4 and said["call"]["not_worse"] == {"accuracy": 0.01, "time": None}
    assert main([*call, "--not-worse", "accuracy=x"]) == 2
    assert 'margin of measure "accuracy" must be a number' in capsys.readouterr().err
    assert main([*call, "--not-worse", "accuracy=0", "accuracy=1"]) == 2
    assert '--not-worse names "accuracy" twice' in capsys.readouterr().err


# --- Texts ----------------------------------------------------------------------------------------


def test_the_text_counts_where_the_claim_and_its_opposite_hold():
    def text(rows, **roles):
        made = js.claim_test(table_of(rows, **roles), "B", "A", better=["accuracy", "time"])
        return " ".join(made.summary().split())

    said = text(["+++"] * 9 + ["---"] * 2)
    assert "The claim holds on 9 data sets, its opposite on 2: one-sided exact p = 0.0327" in said
    assert "(sign test, not covered by the claim's guarantee)" in said


@pytest.mark.warns(r"\d+ data sets? cannot show")
def test_a_claim_that_is_its_own_opposite_is_not_tested_against_it():
    result = js.claim_test(table_of(["===", "=+=", "+=="]), "B", "A", equal=["accuracy"])
    assert result.yes == 2
    assert result.opposite is result.p_value_opposite is result.probability_opposite is None
    assert "pposite" not in result.summary()


# --- Errors of the test ---------------------------------------------------------------------------


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize("n", [3, 5, 8, 20])
@pytest.mark.filterwarnings(r"ignore:\d+ data sets? cannot show")
def test_on_the_boundary_it_is_wrong_at_most_as_often_as_it_says(n, alternative):
    # The claim holds on just half of all data sets: every outcome by its exact probability.
    decided = [as_accurate_and_faster(k, n, alternative=alternative).decided for k in range(n + 1)]
    size = sum(comb(n, k) for k in range(n + 1) if decided[k]) / 2**n
    assert size <= (0.05 if alternative == "greater" else 0.025)
    assert decided == sorted(decided)  # what decides is many data sets
    assert any(decided) is (2.0**-n <= (0.05 if alternative == "greater" else 0.025))


@pytest.mark.parametrize("each", [0.05, 0.25, 0.5])
def test_exchangeable_algorithms_are_rarely_told_from_each_other(each):
    # "Faster", "slower" and "equal" with probabilities each, each, rest: both tests, exactly.
    n, wrong, against = 12, 0.0, 0.0
    for k, other in product(range(n + 1), repeat=2):
        if k + other > n:
            continue
        rows = ["=+="] * k + ["=-="] * other + ["==="] * (n - k - other)
        result = js.claim_test(table_of(rows), "B", "A", better=["time"])
        p = stats.multinomial.pmf([k, other, n - k - other], n, [each, each, 1 - 2 * each])
        wrong += p * result.decided
        against += p * (result.p_value_opposite <= 0.05)
    assert wrong <= 0.05 and against <= 0.05
    assert against > 0


# --- What cannot matter ---------------------------------------------------------------------------

QUICK = settings(max_examples=40, deadline=None)
OUTCOMES = st.lists(st.text("+=-", min_size=3, max_size=3), min_size=1, max_size=12)
MEASURES = st.lists(st.sampled_from(list(WAYS)), unique=True, max_size=3)


@st.composite
def claims(draw):
    """Options of a claim that names something and contradicts nothing."""
    better = draw(MEASURES)
    equal = [name for name in draw(MEASURES) if name not in better]
    not_worse = draw(MEASURES)
    said = {"better": better, "not_worse": not_worse, "equal": equal}
    if better and draw(st.booleans()):
        said["at_least"] = draw(st.integers(1, len(better)))
    return said if better or equal or not_worse else {"better": ["time"]}


def brute_force(rows, claim):
    """Which rows show the claim, a measure at a time."""
    place = {name: i for i, name in enumerate(WAYS)}
    shown = []
    for row in rows:
        wins = [row[place[m]] == "+" for m in claim.get("better", [])]
        shown.append(
            sum(wins) >= claim.get("at_least", len(wins))
            and all(row[place[m]] != "-" for m in claim.get("not_worse", []))
            and all(row[place[m]] == "=" for m in claim.get("equal", []))
        )
    return np.array(shown)


def swapped(rows):
    return [row.translate(str.maketrans("+-", "-+")) for row in rows]


@QUICK
@given(OUTCOMES, claims())
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_counts_against_brute_force(rows, claim):
    result = js.claim_test(table_of(rows), "B", "A", **claim)
    holds, opposite = brute_force(rows, claim), brute_force(swapped(rows), claim)
    assert (result.yes, result.no) == (holds.sum(), (~holds).sum())
    assert result.yes_against == (holds & ~opposite).sum()
    assert result.no_against == (opposite & ~holds).sum()
    assert result.neither == result.n_unknown == 0
    for row in result.by_measure:
        seen = [one[list(WAYS).index(row.measure)] for one in rows]
        assert [row.n_better, row.n_equal, row.n_worse] == [seen.count(c) for c in "+=-"]


@QUICK
@given(OUTCOMES, claims())
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_exchanging_the_algorithms_makes_the_opposite_claim(rows, claim):
    one = js.claim_test(table_of(rows), "B", "A", alternative="two-sided", **claim)
    two = js.claim_test(table_of(rows), "A", "B", alternative="two-sided", **claim)
    assert (one.yes_against, one.no_against) == (two.no_against, two.yes_against)
    assert one.p_value_opposite == two.p_value_opposite  # two-sided
    if one.opposite is None:
        assert one.yes == two.yes
    else:
        assert (one.opposite, two.opposite) == (two.claim, one.claim)
        assert one.probability_opposite + two.probability_opposite == pytest.approx(1, abs=1e-12)


@QUICK
@given(OUTCOMES, claims(), st.integers(0, 2), st.randoms(use_true_random=False))
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_neither_rows_nor_the_sense_of_a_measure_matter(rows, claim, turned, random):
    table = table_of(rows)
    order = list(range(len(rows)))
    random.shuffle(order)
    x, name = table.values[order].copy(), list(WAYS)[turned]
    x[:, turned] = -x[:, turned]
    other = {"max": "min", "min": "max"}[WAYS[name]]
    same = js.results_table(
        {"A": x[:, :, 0], "B": x[:, :, 1]}, measures=WAYS | {name: other}, rope=ROPE
    )
    one, two = (js.claim_test(t, "B", "A", **claim).to_dict() for t in (table, same))
    for part in ("measures", "warnings"):  # a direction that is unusual for its name is noted
        one[part] = two[part] = None
    assert one == two


# --- Words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (NamedClaim(better=("x",)), "B is better than A on x"),
        (NamedClaim(equal=("x", "y")), "B is practically equal to A on x and y"),
        (NamedClaim(equal=("x",), not_worse=("y",), better=("z",)),
         "B is practically equal to A on x, not worse on y and better on z"),
        (NamedClaim(equal=("x", "w"), not_worse=("y",), better=("z",)),
         "B is practically equal to A on x and w, not worse on y, and better on z"),
        (NamedClaim(not_worse=("x", "y"), better=("x", "y"), at_least=1),
         "B is not worse than A on x and y, and better on at least one of them"),
        (NamedClaim(not_worse=("x", "y"), better=("y", "z", "x"), at_least=2),
         "B is not worse than A on x and y, and better on at least 2 of y, z and x"),
        (NamedClaim(better=("x", "y", "z"), at_least=2),
         "B is better than A on at least 2 of x, y and z"),
        (NamedClaim(better=("x", "y"), not_worse=("y",), at_least=2),
         "B is better than A on x and y"),
        (NamedClaim(equal=("x",), not_worse=("x",)), "B is practically equal to A on x"),
    ],
)  # fmt: skip
def test_a_claim_in_words(claim, words):
    assert claim.said("B", "A") == words


def test_what_is_shown_and_how_surely():
    assert as_accurate_and_faster(58, 60).verdict == (
        "The data show that B is practically equal to A on accuracy and better on time on more "
        "than half of data sets like these. It holds on 58 of 60 data sets (96.7 %, 95 % interval "
        "88.5–99.6 %; one-sided exact p < 0.001)."
    )


def test_what_is_not_shown_is_not_denied():
    assert as_accurate_and_faster(31, 60, threshold=0.4, alternative="two-sided").verdict == (
        "The data do not establish that B is practically equal to A on accuracy and better on time "
        "on more than 40 % of data sets like these. It holds on 31 of 60 data sets (51.7 %, 95 % "
        "interval 38.4–64.8 %; two-sided exact p = 0.0890)."
    )


def test_the_text_says_what_kind_of_p_it_is():
    one = " ".join(as_accurate_and_faster(36, 51).summary().split())
    assert (
        "The probability of a false claim is at most 5 % if data sets are independent draws and "
        "the claim and the ropes were named in advance."
    ) in one
    two = " ".join(as_accurate_and_faster(36, 51, alternative="two-sided").summary().split())
    assert "Two-sided exact p = 0.00460 of the binomial test." in two
    near = as_accurate_and_faster(14, 20)  # p = .0577: the interval begins below one half
    assert not near.decided and "reaches below" not in near.summary()
    decided = as_accurate_and_faster(15, 20, level=0.99)
    assert decided.decided and decided.share_low < 0.5
    assert "corresponds to an interval of 90 %" in " ".join(decided.summary().split())


@pytest.mark.parametrize("rope", [{"accuracy": 0.0, "memory": 0.5}, {"memory": 0.5}])
def test_practical_equality_needs_a_rope(rope):
    values = {name: np.full((6, 3), 1.0) for name in "AB"}
    table = js.results_table(values, measures=WAYS, rope=rope)
    with pytest.raises(errors.OptionError, match=r"equality on accuracy needs a rope: .*rope="):
        js.claim_test(table, "B", "A", equal=["accuracy", "memory"])
    assert js.claim_test(table, "B", "A", equal=["memory"]).yes == 6


# --- Input ----------------------------------------------------------------------------------------


def test_the_tables_of_others_give_the_same():
    table = table_of(["=+="] * 7 + ["+-="] * 2, more=np.full((9, 3), 3.0))
    claim = {"equal": ["accuracy"], "better": ["time"]}
    expected = js.claim_test(table, "B", "A", **claim)
    frame = table.to_frame()
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": WAYS, "rope": ROPE}
    assert js.claim_test(frame, "B", "A", **claim, **roles).to_dict() == expected.to_dict()
    matrices = {name: table.values[:, :, i] for i, name in enumerate(table.algorithms)}
    found = js.claim_test(matrices, a="B", b="A", **claim, measures=WAYS, rope=ROPE)
    assert found.to_dict() == expected.to_dict()
    assert expected.algorithms == ("B", "A")
    assert list(expected.measures) == ["accuracy", "time"]


def test_what_others_lack_does_not_matter():
    frame = table_of(["=+="] * 6, more=np.full((6, 3), 3.0)).to_frame()
    frame.loc[frame["algorithm"] == "C", "time"] = np.nan
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": WAYS}
    assert js.claim_test(frame, "B", "A", better=["time"], **roles).yes == 6
    with pytest.raises(errors.MissingValuesError, match="time of C"):
        js.claim_test(frame, "B", "C", better=["time"], **roles)
    left = js.claim_test(frame.drop(index=[0]), "B", "A", better="time", missing="drop", **roles)
    assert (left.n, left.n_dropped, left.dropped[0].dataset) == (5, 1, frame["dataset"][0])
    assert "1 data set left out" in left.summary()


@pytest.mark.warns(r"\d+ data sets? cannot show")
def test_a_failed_run_is_worse_than_any_result():
    nan = float("nan")
    table = js.results_table(
        {
            "A": [[1, nan], [1, 2], [2, nan]],
            "B": [[0, 5], [nan, 1], [1, nan]],
            "C": [[0, 0], [0, 0], [0, 0]],
        },
        measures={"x": "max", "y": "min"},
        missing="worst",
    )
    faster = js.claim_test(table, "B", "A", better=["y"])
    assert (faster.yes, faster.no, faster.n, faster.n_failed) == (2, 1, 3, 3)
    assert faster.by_measure[0].n_both_failed == 1
    assert "Both failed on 1 data set." in faster.verdict
    better = js.claim_test(table, "A", "B", better=["x"])  # y is not asked
    assert (better.yes, better.n, better.n_failed) == (3, 3, 1)


def test_names_may_be_numbers():
    frame = pd.DataFrame({"d": [0, 0, 1, 1], "who": [1, 2, 1, 2], 5: [0.1, 0.2, 0.3, 0.5]})
    with pytest.warns(js.JointStatsWarning, match="2 data sets cannot show it"):
        result = js.claim_test(
            frame, 2, 1, better=[5], dataset="d", algorithm="who", measures={5: "max"}
        )
    assert (result.algorithms, result.yes) == (("2", "1"), 2)


def test_the_call_repeats_the_result():
    table = table_of(["=+="] * 7 + ["+-="] * 2)
    result = js.claim_test(
        table, "B", "A", equal=["accuracy"], better=["time", "memory"], at_least=1, threshold=0.3
    )
    call = dict(result.call)
    assert call.pop("function") == "claim_test"
    assert (call["a"], call["b"], call["at_least"]) == ("B", "A", 1)
    assert js.claim_test(table, **call).to_dict() == result.to_dict()


@pytest.mark.parametrize(
    ("words", "options", "error"),
    [
        (r'names at least one measure, in better=, not_worse= or equal=; there are "accuracy"', {},
         errors.OptionError),
        ('"time" is named in better and in equal', {"better": "time", "equal": ["time"]},
         errors.OptionError),
        (r'no measure \(named in not_worse\) "speed"; known: "accuracy"', {"not_worse": ["speed"]},
         errors.ColumnError),
        ('"time" is given twice', {"better": ["time", "time"]}, errors.ColumnError),
        ('no algorithm "Z"; known: "A", "B"', {"a": "Z", "better": "time"}, errors.ColumnError),
        ('a and b are both "A"', {"a": "A", "better": "time"}, errors.OptionError),
        ("at_least must be at most .* better, 1; got 2", {"better": "time", "at_least": 2},
         errors.OptionError),
        ("at_least must be at most .* better, 0; got 1", {"equal": "time", "at_least": 1},
         errors.OptionError),
        (r'known: "accuracy"', {"better": "time", "on": ["accuracy"]}, errors.ColumnError),
        ("only has no meaning for a claim: a= and b=", {"better": "time", "only": ["A", "B"]},
         errors.OptionError),
    ],
)  # fmt: skip
def test_each_mistake_has_its_sentence(words, options, error):
    with pytest.raises(error, match=words):
        js.claim_test(table_of(["=+="]), **{"a": "B", "b": "A"} | options)


def test_counts_of_statements_will_not_do():
    counts = js.statement_counts(table_of(["=+="]))
    with pytest.raises(errors.InvalidValueError, match="values, not only counts"):
        js.claim_test(counts, "B", "A", better=["time"])


# --- The result, its figures, and the command line ------------------------------------------------


def test_the_dict_the_frame_and_the_tables():
    result = as_accurate_and_faster(58, 60)
    plain = result.to_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert (plain["test"], plain["equal"], plain["not_worse"]) == ("claim", ["accuracy"], [])
    frame = result.to_frame()
    counts = ["n_better", "n_equal", "n_worse", "n_unknown"]
    assert list(frame) == ["measure", "asked", *counts, "rope"]
    assert frame.values.tolist() == [["accuracy", "equal", 0, 60, 0, 0, 1.0],
                                     ["time", "better", 58, 0, 2, 0, 0.25]]  # fmt: skip
    assert "| accuracy | equal | 0 | 60 | 0 | 0 | 1 |" in result.to_markdown()
    assert r"\toprule" in result.to_latex()


@pytest.mark.warns(r"\d+ data sets? cannot show")
def test_the_figure_of_the_share_shows_claim_and_opposite_with_their_intervals():
    result = as_accurate_and_faster(36, 51)
    shown = figures.figure(result, "claim")
    claim, opposite = shown.rows
    assert (claim.label, claim.value, claim.low) == ("for the claim", 36 / 51, result.share_low)
    low, high = stats.binomtest(36, 51).proportion_ci(method="exact")
    assert (opposite.low, opposite.high) == pytest.approx((low, high), rel=1e-9)
    assert shown.scale.threshold == 0.5 and claim.strong and not opposite.strong
    equal = js.claim_test(table_of(["==="]), "B", "A", equal="memory")
    assert len(figures.figure(equal, "claim").rows) == 1


def test_the_figure_counts_every_vote_once():
    rows = ["==="] * 5 + ["+=="] * 3 + ["-=="] * 2
    shown = figures.figure(js.claim_test(table_of(rows), "B", "A", not_worse=["accuracy"]), "claim")
    assert shown.votes == (8, 0, 2) and shown.claim.endswith("(10 data sets)")


# --- Families, missing results, hidden ties -------------------------------------------------------


def votes(values, claim=None, **options):
    """A claim test of A over B on one measure (or the measures of `claim`) from a list of rows."""
    rows = [
        {"d": d, "a": name, "f": family, "x": x, "y": 0.0}
        for d, (family, *pair) in enumerate(values)
        for name, x in zip("AB", pair, strict=True)
    ]
    asked = {"better": ["x"]} if claim is None else claim
    return js.claim_test(
        pd.DataFrame(rows), "A", "B", dataset="d", algorithm="a",
        measures={"x": "max"}, **asked, **options,
    )  # fmt: skip


FAMILIES = [("p", 1, 0)] * 3 + [("q", 0, 1)] * 2 + [("q", 1, 0)] + [("r", 1, 0), ("r", 0, 1)]
FAMILIES += [(name, 1, 0) for name in "stuvw"]


def test_a_family_has_one_vote_that_of_most_of_its_data_sets():
    found = votes(FAMILIES, cluster="f")
    assert (found.n, found.n_families) == (13, 8)
    assert (found.yes, found.no, found.neither) == (6, 1, 1)  # q is against it, r is divided
    assert found.p_value == stats.binomtest(6, 7, alternative="greater").pvalue
    assert found.share == 6 / 7
    assert found.verdict == (
        "The data do not establish that in more than half of families like these, A is better than "
        "B on x on most data sets. It holds in 6 of 7 families (85.7 %, 95 % interval 42.1–99.6 %; "
        "one-sided exact p = 0.0625)."
    )
    assert "if families of data sets are independent and the claim" in " ".join(
        found.summary().split()
    )
    third = votes(FAMILIES, cluster="f", threshold=0.3)
    assert third.p_value == pytest.approx(stats.binom.sf(5, 7, 0.3), rel=1e-12)


def test_families_of_one_data_set_each_change_nothing():
    rows = [(str(d), float(d > 1), 0.5) for d in range(8)]
    alone = votes(rows).to_dict()
    each = votes(rows, cluster="f").to_dict()
    assert each["n_families"] is None
    for result in (alone, each):
        del result["call"]
    assert alone == each


def test_missing_results_and_hidden_ties_count_against_a_claim_or_are_left_out():
    nan = np.nan
    rows = [("p", 1, 0)] * 6 + [("q", nan, 0), ("r", 1, 1), ("s", 0, 1)]
    worst = votes(rows, missing="unknown")
    assert (worst.yes, worst.no, worst.n_unknown, worst.n) == (6, 3, 2, 9)
    assert (worst.yes_against, worst.no_against) == (6, 3)
    two = votes(rows, missing="unknown", alternative="two-sided")
    # At best 8 of 9 show it: that fewer than half do is not shown, whatever is unknown.
    assert two.p_value == min(1, 2 * stats.binom.sf(5, 9, 0.5))
    out = votes(rows, missing="drop")
    assert (out.yes, out.no, out.n, out.n_dropped) == (6, 2, 8, 1)
    assert "results are missing independently of all results" in " ".join(out.summary().split())
    real = votes(rows, missing="unknown", rope={"x": 0.0}, claim={"not_worse": ["x"]})
    assert (real.yes, real.no, real.n_unknown) == (7, 2, 1)


def test_members_that_are_left_out_leave_their_family_its_vote():
    rows = [("p", 1, 0), ("p", np.nan, 0), ("q", np.nan, 1), ("q", 0, np.nan), *[("r", 1, 0)] * 2]
    out = votes(rows, missing="drop", cluster="f", alpha=0.3)
    assert (out.n, out.n_families, out.yes, out.no, out.neither) == (4 - 1, 2, 2, 0, 0)
    worst = votes(rows, missing="unknown", cluster="f", alpha=0.3)
    assert (worst.n_families, worst.yes, worst.no, worst.neither) == (3, 1, 1, 1)


@pytest.fixture
def run(capsys):
    def call(*words):
        status = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return status, out, err

    return call


def test_a_command_of_its_own_repeats_lists_and_splits_nothing(run, tmp_path):
    frame = table_of(["=+="] * 7 + ["+-="] * 2).to_frame().rename(columns={"time": "time, s"})
    frame.to_csv(tmp_path / "r.csv", index=False)
    file = [tmp_path / "r.csv", "--dataset", "dataset", "--algorithm", "algorithm", "--max",
            "accuracy", "--min", "time, s", "memory", "--rope", "accuracy", 1,
            "--rope", "memory", 0.5, "--rope", "time, s", 0.25]  # fmt: skip
    words = ["--for", "B", "--over", "A", "--better", "time, s", "--better", "memory",
             "--not-worse", "accuracy", "--at-least", 1, "--threshold", 0.4]  # fmt: skip
    status, out, err = run("claim", *file, *words, "--json")
    assert (status, err) == (0, "")
    plain = json.loads(out)
    assert plain["better"] == ["time, s", "memory"] and plain["not_worse"] == ["accuracy"]
    assert (plain["at_least"], plain["threshold"], plain["yes"]) == (1, 0.4, 7)
    assert run("test", "claim", *file, *words, "--json")[1] == out
    status, out, _ = run("claim", *file, *words)
    assert status == 0 and out.startswith("Claim test\n==========\n9 data sets")


def test_the_status_is_0_whatever_the_verdict(run):
    pair = ["claim", "@example1", "--for", "A", "--over", "B"]
    assert run(*pair, "--better", "time")[:1] == (0,)
    status, out, err = run(*pair, "--not-worse", "time", "--alternative", "two-sided")
    assert (status, err) == (0, "")
    assert "do not establish" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--better", "time"], "The following arguments are required: --for, --over."),
        (["--for", "A", "--over", "B"], "in --better, --not-worse or --equal; there are"),
        (["--for", "A", "--over", "A", "--equal", "time"], '--for and --over are both "A"'),
        (["--for", "A", "--over", "B", "--better", "time,accuracy"], "(named in --better)"),
        (["--for", "A", "--over", "C", "--better", "time"], 'no algorithm "C"; known: "A", "B"'),
        (["--for", "A", "--over", "B", "--better", "time", "--only", "A", "B"],
         "--only has no meaning for a claim: --for and --over"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_status_2(run, words, said):
    status, out, err = run("claim", "@example1", *words)
    assert (status, out) == (2, "")
    assert said in err and err.count("\n") == 1
