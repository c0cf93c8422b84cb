"""A ledger of a claim: what it holds, what it refuses, and answers known from elsewhere."""

import json
import math
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import jointstats as js
from jointstats import errors
from jointstats.claims import ledger_file
from jointstats.interfaces import figures
from jointstats.interfaces.cli import main

# Most ledgers here begin together with their first results, of which they warn. What is equal in
# `table_of` lies within the rope, half of it apart, and in one direction.
pytestmark = pytest.mark.filterwarnings(
    "ignore:The claim was written down together",
    r'ignore:On ".+", B and A are equal within the rope of \S+ on \d+ of \d+ data sets',
)

WAYS = {"accuracy": "max", "time": "min"}
ROPE = {"accuracy": 1.0, "time": 0.0}
CLAIM = {"a": "B", "b": "A", "equal": ["accuracy"], "better": ["time"]}


def table_of(rows, start=0, **options):
    """B against A: a word per data set of "+", "=", "-" on accuracy and on time."""
    a = np.tile([80.0, 20.0], (len(rows), 1))
    step = {"+": 1, "=": 0, "-": -1}
    moved = np.array([[step[one] for one in row] for row in rows], dtype=float)
    b = a + np.where(moved == 0, [0.5, 0.0], 3.0 * moved) * [1, -1]
    names = [f"d{start + i}" for i in range(len(rows))]
    return js.results_table({"A": a, "B": b}, measures=WAYS, rope=ROPE, datasets=names, **options)


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "ledger.json")


# --- What it says ---------------------------------------------------------------------------------


def test_data_set_by_data_set_is_the_bet_by_hand(path):
    # One-sided against ½: 2^(n) ∫ over p > ½ of p^k (1-p)^(n-k), by many bets at once.
    shown = [True, True, False] + [True] * 11
    t = np.pi / 4 + (np.arange(4000) + 0.5) / 4000 * np.pi / 4
    p = np.sin(t) ** 2
    stakes, highest = np.ones_like(p), 0.0
    for i, one in enumerate(shown):
        result = js.watch_claim(path, table_of(["=+" if one else "=-"], start=i), **CLAIM)
        stakes = stakes * 2 * (p if one else 1 - p)
        highest = max(highest, stakes.mean())
        assert result.e_value == pytest.approx(stakes.mean(), rel=1e-5)
        assert result.p_value == pytest.approx(min(1, 1 / highest), rel=1e-5)
        assert result.decided is bool(highest >= 20)
    assert (result.n, result.yes, result.no, len(result.looks)) == (14, 13, 1, 14)
    assert [look.n for look in result.looks] == list(range(1, 15))
    assert result.decided_at == next(look.n for look in result.looks if look.p_value <= 0.05)


def test_what_was_shown_stays_shown(path):
    js.watch_claim(path, table_of(["=+"] * 12), **CLAIM)
    result = js.watch_claim(path, table_of(["=-"] * 30, start=12))
    assert result.share < 0.5 and result.decided and result.decided_at == 12
    first, last = result.looks
    assert last.p_value == first.p_value and last.e_value < 1
    assert last.share_low >= first.share_low
    assert result.verdict.startswith("After 12 data sets the data show that")


def test_the_order_within_a_look_and_earlier_data_sets_again_change_nothing(path, tmp_path):
    whole = table_of(["=+", "=-", "==", "=+", "++", "=+"])
    js.watch_claim(path, table_of(["=+", "=-", "=="]), **CLAIM)
    result = js.watch_claim(path, whole)
    backwards = js.results_table(
        whole.to_frame().iloc[::-1], dataset="dataset", algorithm="algorithm", measures=WAYS,
        rope=ROPE,
    )  # fmt: skip
    other = str(tmp_path / "other.json")
    once = js.watch_claim(other, backwards, **CLAIM)
    assert (result.n_new, once.n_new, result.yes, once.yes) == (3, 6, 3, 3)
    assert result.e_value == once.e_value
    before = Path(path).read_bytes()
    again = js.watch_claim(path, whole)
    assert (again.n_new, len(again.looks)) == (0, 2)
    assert Path(path).read_bytes() == before


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(["=+", "=-", "++", "-=", "=="]), min_size=1, max_size=12))
@pytest.mark.filterwarnings(
    "ignore:The claim was written down together", r"ignore:\d+ data sets? cannot show"
)
def test_it_counts_what_the_claim_test_counts(tmp_path_factory, rows):
    table = table_of(rows)
    path = str(tmp_path_factory.mktemp("ledgers") / "ledger.json")
    found = js.watch_claim(path, table, **CLAIM)
    test = js.claim_test(table, **CLAIM)
    same = ("claim", "opposite", "yes", "no", "neither", "share", "yes_against", "no_against",
            "n_unknown", "n_families", "rope", "measures")  # fmt: skip
    assert all(getattr(found, name) == getattr(test, name) for name in same)


def test_against_the_opposite_only_those_count_that_tell(path):
    rows = ["=+"] * 9 + ["=-"] * 2 + ["+="] * 5
    result = js.watch_claim(path, table_of(rows), **CLAIM)
    e = 2**11 * 2 * stats.beta.sf(0.5, 9.5, 2.5)
    e *= math.exp(math.lgamma(9.5) + math.lgamma(2.5) - math.lgamma(12)) / math.pi
    assert result.p_value_opposite == pytest.approx(1 / e, rel=1e-9)
    equal = js.watch_claim(path + "2", table_of(rows), "B", "A", equal=["accuracy"])
    assert equal.opposite is equal.p_value_opposite is None
    assert "p_value_opposite" not in equal.to_frame()


def test_two_sided_threshold_and_level(path):
    result = js.watch_claim(
        path, table_of(["=+"] * 5 + ["=-"] * 30), **CLAIM, alternative="two-sided",
        threshold=0.6, level=0.9, alpha=0.1,
    )  # fmt: skip
    # Two-sided against .6: B(5.5, 30.5)/B(.5, .5) / (.6^5 .4^30), and far below .6.
    log = math.lgamma(5.5) + math.lgamma(30.5) - math.lgamma(36) - math.log(math.pi)
    assert math.log(result.e_value) == pytest.approx(log - 5 * math.log(0.6) - 30 * math.log(0.4))
    assert result.p_value < 2e-6 and not result.decided
    # The ends are where the bet against just that share would have made 1 / (1 - level) of 1.
    for share in (result.share_low, result.share_high):
        bet = log - 5 * math.log(share) - 30 * math.log(1 - share)
        assert bet == pytest.approx(math.log(10), rel=1e-6)
    assert result.share_high < 0.6
    assert "two-sided anytime p < 0.001" in result.verdict
    assert "They show instead that it holds on less than 60 %" in result.verdict


def test_claims_that_share_a_level_spend_parts_of_it(path):
    rows = ["=+"] * 8
    alone = js.watch_claim(path, table_of(rows), **CLAIM)
    second = js.watch_claim(path + "2", table_of(rows), **CLAIM, position=2)
    assert (alone.alpha_spent, second.alpha_spent) == (0.05, pytest.approx(0.05 / 6))
    assert alone.p_value == second.p_value and alone.decided and not second.decided
    assert "what number 2 of this ledger" in second.summary()


def test_written_down_before_any_result(path):
    made = js.watch_claim(path, **CLAIM, measures=WAYS, rope=ROPE)
    assert (made.n, made.looks, made.share, made.decided) == (0, (), None, False)
    assert (made.yes, made.no, made.share_low, made.share_high) == (0, 0, 0.0, 1.0)
    assert (made.e_value, made.p_value) == (1.0, 1.0)
    assert made.decided_at is made.p_value_opposite is None
    assert made.figures == () and made.to_frame().empty and list(made.to_frame().columns)
    assert made.verdict.startswith(
        "Written down, but no data set has been looked at. The claim is that B"
    )
    assert "nan" not in made.summary().lower()
    later = js.watch_claim(path, table_of(["=+"]))
    assert later.beforehand and not later.warnings
    at_once = js.watch_claim(path + "2", table_of(["=+"]), **CLAIM)
    assert not at_once.beforehand and "written down together with" in at_once.warnings[0]
    assert js.watch_claim(path).to_dict()["looks"] == later.to_dict()["looks"]


def test_failed_runs_and_dropped_data_sets(path):
    frame = table_of(["=+", "=+", "=-"]).to_frame()
    frame.loc[(frame.dataset == "d1") & (frame.algorithm == "A"), "time"] = np.nan
    roles = {"dataset": "dataset", "algorithm": "algorithm"}
    with pytest.raises(errors.MissingValuesError):
        js.watch_claim(path, frame, **CLAIM, **roles, measures=WAYS, rope=ROPE)
    assert not os.path.exists(path)
    result = js.watch_claim(path, frame, **CLAIM, **roles, measures=WAYS, rope=ROPE, missing="drop")
    assert (result.n, result.n_dropped, result.dropped[0].dataset) == (2, 1, "d1")
    worst = js.watch_claim(
        path + "2", frame, **CLAIM, **roles, measures=WAYS, rope=ROPE, missing="worst"
    )
    assert (worst.n, worst.yes, worst.n_failed) == (3, 2, 1)
    # A failed run is kept as one, also when the file is read again.
    assert js.watch_claim(path + "2").n_failed == 1
    # Measures and ropes of a frame are the ledger's, if they are not said.
    assert js.watch_claim(path + "2", frame, **roles, missing="worst").n == 3


def test_other_algorithms_and_measures_do_not_matter(path, tmp_path):
    js.watch_claim(path, table_of(["=+"] * 3), "B", "A", better=["time"])
    more = js.results_table(
        {name: np.random.default_rng(i).normal(size=(2, 3)) for i, name in enumerate("CAB")},
        measures={"memory": "min", "time": "min", "accuracy": "max"}, datasets=["x", "y"],
        rope={"time": 0},
    )  # fmt: skip
    result = js.watch_claim(path, more)
    assert (result.n, list(result.measures)) == (5, ["time"])


# --- The file -------------------------------------------------------------------------------------


def test_people_can_read_it(path):
    js.watch_claim(path, table_of(["=+", "++"]), **CLAIM)
    text = Path(path).read_text(encoding="utf-8")
    known = json.loads(text)
    assert known["claim"] == "B is practically equal to A on accuracy and better on time"
    assert known["datasets"][1]["results"]["B"] == {"accuracy": 83.0, "time": 17.0}
    look = known["looks"][0]
    assert (look["n"], look["yes"], look["no"]) == (2, 1, 1)
    # A line for each data set, the group and each look.
    assert sum(line.startswith("    {") for line in text.splitlines()) == 4


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"accuracy": 83.0', '"accuracy": 80.0', "changed by hand"),
        ('"rope": {"accuracy": 1.0', '"rope": {"accuracy": 9.0', "changed by hand"),
        ('"schema": 2', '"schema": 9', "newer version"),
        ('"schema": 2', '"schema": 1', "older version of jointstats: begin a new one"),
        ('"what": "', '"what": "no ', "is not a ledger"),
        ('"threshold"', '"limit"', "is not a ledger"),
        ('"dataset": "d0"', '"dataset": NaN', "is not a ledger"),
        ("{", "", "is not a ledger"),
    ],
)
def test_what_somebody_changed_is_refused(path, old, new, words):
    js.watch_claim(path, table_of(["=+", "++"]), **CLAIM)
    text = Path(path).read_text(encoding="utf-8")
    assert old in text
    Path(path).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(errors.LedgerError, match=words) as caught:
        js.watch_claim(path)
    assert "\n" not in str(caught.value)


# --- What it refuses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"a": "A"}, ' a is "B", not "A"'),
        ({"better": ["accuracy"]}, r' better is \["time"\], not \["accuracy"\]'),
        ({"better": ["time"]}, " equal is"),
        ({"threshold": 0.6}, " threshold is 0.5, not 0.6"),
        ({"alternative": "two-sided"}, "alternative"),
        ({"alpha": 0.1}, "alpha"),
        ({"position": 1}, "position"),
    ],
)
def test_a_claim_does_not_change(path, options, words):
    js.watch_claim(path, table_of(["=+"]), **CLAIM)
    with pytest.raises(errors.LedgerError, match=words):
        js.watch_claim(path, table_of(["=+"], start=1), **options)
    assert js.watch_claim(path, **CLAIM, alpha=0.05).n == 1


def test_results_do_not_change(path):
    js.watch_claim(path, table_of(["=+", "=-"]), **CLAIM)
    before = Path(path).read_bytes()
    with pytest.raises(errors.LedgerError, match=r'23\.0 as time of B on "d1", and this table'):
        js.watch_claim(path, table_of(["=+", "=+", "=+"]))
    assert Path(path).read_bytes() == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"measures": {"accuracy": "max", "time": "max"}}, 'direction "min" in the ledger'),
        ({"rope": {"accuracy": 2}}, "a rope of 1 in the ledger .* and a rope of 2 in this table"),
        ({"rope": {"accuracy": 1}}, '"time" has a rope of 0 in the ledger .* and no rope in this'),
        ({"measures": {"accuracy": "max"}}, 'There is no measure "time"'),
    ],
)
def test_measures_do_not_change(path, change, words):
    js.watch_claim(path, table_of(["=+"]), **CLAIM)
    frame = table_of(["=+", "=+"]).to_frame()
    with pytest.raises(js.JointStatsError, match=words):
        js.watch_claim(path, frame, dataset="dataset", algorithm="algorithm", **change)


@pytest.mark.parametrize(
    ("data", "options", "error", "words"),
    [
        ((), {}, errors.OptionError, "does not exist yet"),
        ((None, "B", "A"), {"better": ["time"]}, errors.OptionError, "measures"),
        ((None, "B", "B"), {"better": ["time"], "measures": WAYS}, errors.OptionError, "both"),
        ((None, "B", "A"), {"measures": WAYS}, errors.OptionError, "at least one measure"),
        ((None, "B", "A"), {"better": ["x"], "measures": WAYS}, errors.ColumnError, '"x"'),
        ((None, "B", "A"), {"better": ["time"], "measures": WAYS, "dataset": "d"},
         errors.OptionError, "dataset has no meaning without a table"),
        ((None, "B", "A"), {"better": ["time"], "measures": WAYS, "only": ["B", "A"]},
         errors.OptionError, "only"),
    ],
)  # fmt: skip
def test_a_ledger_needs_a_claim(path, data, options, error, words):
    with pytest.raises(error, match=words):
        js.watch_claim(path, *data, **options)
    assert not os.path.exists(path)


def test_the_ledger_is_a_file(tmp_path):
    for wrong in (3, None, ""):
        with pytest.raises(errors.OptionError, match="ledger must be the name of a file"):
            js.watch_claim(wrong, table_of(["=+"]), **CLAIM)
    with pytest.raises(OSError):
        js.watch_claim(str(tmp_path / "no" / "such.json"), table_of(["=+"]), **CLAIM)
    found = js.watch_claim(tmp_path / "as_path.json", table_of(["=+"]), **CLAIM)
    assert ledger_file.read(found.ledger, ledger_file.CLAIM).facts["a"] == "B"


# --- Families, and hidden ties --------------------------------------------------------------------


def frame_of(families, start=0):
    """Data sets of families: for each a word of "+", "=", "-" of B against A on accuracy."""
    rows = [
        {"d": f"{family}{start + i}", "f": family, "who": who, "accuracy": {"A": 0, "B": x}[who]}
        for family, word in families
        for i, x in enumerate({"+": 1, "=": 0, "-": -1}[one] for one in word)
        for who in "AB"
    ]
    return pd.DataFrame(rows)


ROLES = {"dataset": "d", "algorithm": "who", "measures": {"accuracy": "max"}, "cluster": "f"}
ONE = {"a": "B", "b": "A", "better": ["accuracy"]}


def test_a_family_votes_once_it_is_complete(path):
    first = [("p", "++-"), ("q", "+-"), ("r", "-")]
    result = js.watch_claim(path, frame_of(first), **ONE, **ROLES)
    assert (result.n, result.n_families) == (6, 3)
    assert (result.yes, result.no, result.neither) == (1, 1, 1)
    more = js.watch_claim(path, frame_of([(name, "+++") for name in "stuvwx"]), **ROLES)
    assert (more.n, more.n_families, more.n_new) == (24, 9, 18)
    assert (more.yes, more.no, more.neither) == (7, 1, 1)
    alone = js.watch_claim(path + "2", table_of(["++"] * 7 + ["--"]), "B", "A", better="accuracy")
    assert more.e_value == alone.e_value  # the bets are on votes
    assert "in more than half of families like these, B is better" in more.verdict
    assert "7 of 8 families by now" in more.verdict
    before = Path(path).read_bytes()
    with pytest.raises(errors.LedgerError, match=r'The family "p" has been looked at .* "p3"'):
        js.watch_claim(path, frame_of([("p", "+")], start=3), **ROLES)
    with pytest.raises(errors.LedgerError, match=r"Either all data sets .* have a family"):
        js.watch_claim(path, frame_of([("y", "+")]), **{**ROLES, "cluster": None})
    moved = frame_of([("p", "++-")]).assign(f="z")
    with pytest.raises(errors.LedgerError, match=r'of the family "p" in the ledger .* of "z"'):
        js.watch_claim(path, moved, **ROLES)
    assert Path(path).read_bytes() == before
    assert js.watch_claim(path, frame_of(first), **ROLES).looks == more.looks


def test_a_tie_without_a_rope_counts_against_a_claim(path):
    frame = frame_of([(str(i), "=") for i in range(12)])
    hidden = js.watch_claim(
        path, frame, "B", "A", not_worse=["accuracy"], alternative="two-sided", **ROLES
    )
    assert (hidden.yes, hidden.no, hidden.n_unknown) == (0, 12, 12)
    assert hidden.p_value <= 0.05 and "instead" not in hidden.verdict
    real = js.watch_claim(
        path + "2", frame, "B", "A", not_worse=["accuracy"], rope={"accuracy": 0}, **ROLES
    )
    assert (real.yes, real.no, real.n_unknown) == (12, 0, 0)
    assert (hidden.rope, real.rope) == ({}, {"accuracy": 0})


# --- How it is shown ------------------------------------------------------------------------------


def test_text_and_figure(path):
    for i in range(12):
        result = js.watch_claim(path, table_of(["=+"], start=i), **CLAIM)
        if i == 0:
            first = figures.figure(result)
            assert first.kind == "rows" and len(first.rows) == 1
    text = result.summary()
    assert "12 looks so far" in text and "2 earlier looks: to_frame()" in text
    shown = figures.figure(result, "looks")
    assert shown.kind == "curves"
    by_label = {curve.label: curve for curve in shown.curves}
    assert by_label["share so far"].y == (1.0,) * 12
    lows = by_label["95 % confidence sequence, lower end"].y
    assert list(lows) == sorted(lows) and lows[-1] == result.share_low
    assert result.to_frame()["n"].tolist() == list(range(1, 13))
    assert result.plot() is not None


def test_on_the_command_line(path, tmp_path, capsys):
    csv = str(tmp_path / "results.csv")
    words = "--for B --over A --better time --equal accuracy --max accuracy --min time"
    rope = ["--rope", "accuracy", "1", "--rope", "time", "0"]
    assert main(["watch", "--ledger", path, *words.split(), *rope]) == 0
    assert "no data set has been looked at" in " ".join(capsys.readouterr().out.split())
    frames = [table_of(["=+"] * 4), table_of(["=+"] * 9)]
    for table in frames:
        pd.DataFrame(table.to_frame()).to_csv(csv, index=False)
        # Measures, directions and ropes are the ledger's.
        roles = ["--dataset", "dataset", "--algorithm", "algorithm"]
        assert main(["watch", csv, "--ledger", path, *roles, "--json"]) == 0
        out = json.loads(capsys.readouterr().out)
    assert (out["test"], out["n"], out["yes"], len(out["looks"])) == ("watch", 9, 9, 2)
    assert main(["watch", "--ledger", path, "--alpha", "0.1"]) == 2
    assert "--alpha is 0.05, not 0.1" in capsys.readouterr().err
    picture = str(tmp_path / "looks.png")
    assert main(["watch", "--ledger", path, "--plot", picture]) == 0
    assert os.path.getsize(picture) > 1000
