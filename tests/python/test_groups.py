"""Groups of measures and known properties: comparisons and claims, in every front end."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import calls

import jointstats as js
from jointstats import errors
from jointstats.claims.pair_votes import outcomes_of_group
from jointstats.evidence import outcomes, scores
from jointstats.interfaces import bridge
from jointstats.interfaces.cli import main
from jointstats.table import beside_values

WAYS = {"acc": "max", "auc": "max", "f1": "max", "time": "min"}
GROUPS = {"quality": ["acc", "auc", "f1"], "cost": ["time"]}


def frame(n=40, seed=1, algorithms="AB"):
    """The first algorithm is better on most of quality, and slower."""
    rng = np.random.default_rng(seed)
    rows = []
    for d in range(n):
        for i, name in enumerate(algorithms):
            quality = rng.normal(size=3) + 1.2 * (i == 0)
            rows.append((f"d{d}", name, *quality, rng.normal() + 2 * (i == 0)))
    return pd.DataFrame(rows, columns=["dataset", "algorithm", *WAYS])


def table(data=None, **more):
    data = frame() if data is None else data
    return js.results_table(data, dataset="dataset", algorithm="algorithm", measures=WAYS, **more)


# --- Outcomes ------------------------------------------------------------------------------------

B, E, W, U, M = outcomes.BETTER, outcomes.EQUAL, outcomes.WORSE, scores.UNKNOWN, scores.MIXED
RULES = ("jointly", "wins", 2, 3)


def by_hand(seen, rule):
    """Outcome of a group of three measures on one data set, for all that may be unknown."""

    def of_known(codes):
        better, worse = codes.count(B), codes.count(W)
        wins = {
            "jointly": (better > 0 and not worse, worse > 0 and not better),
            "wins": (better > worse, worse > better),
            2: (better >= 2, worse >= 2),
            3: (better == 3, worse == 3),
        }[rule]
        if any(wins):
            return B if wins[0] else W
        if better and worse:
            return scores.MIXED
        return scores.FEW_BETTER if better else scores.FEW_WORSE if worse else E

    ways = [(B, E, W) if code == U else (code,) for code in seen]
    found = {of_known(codes) for codes in product(*ways)}
    sides = {code if code in (B, W) else E for code in found}
    if len(sides) > 1:
        return U
    (side,) = sides
    if side != E:
        return side
    # The rule does not decide: mixed, if it is known that the two are not equal on all.
    if U in seen:
        return scores.MIXED if B in seen or W in seen else U
    return of_known(seen)


@pytest.mark.parametrize("rule", RULES)
def test_outcomes_of_groups_by_hand(rule):
    seen = np.array(list(product((B, E, W, U), repeat=3)), dtype=np.int8)
    found = outcomes_of_group(seen, beside_values.Group("g", ("x", "y", "z"), rule))
    assert found.tolist() == [by_hand(row, rule) for row in seen.tolist()]
    # Swapping the algorithms mirrors the outcome.
    turned = outcomes_of_group(
        scores.mirrored(seen), beside_values.Group("g", ("x", "y", "z"), rule)
    )
    assert turned.tolist() == scores.mirrored(found).tolist()


@pytest.mark.parametrize("rule", RULES)
def test_not_worse_on_a_group_is_worse_on_no_measure_or_better_by_the_rule(rule):
    """Of 2,000 random rows, with unknown outcomes read at worst."""
    rows = np.random.default_rng(41).integers(0, 4, size=(2000, 3)).astype(np.int8)
    group = outcomes_of_group(rows, beside_values.Group("g", ("x", "y", "z"), rule))
    for side, seen in ((group, rows), (scores.mirrored(group), scores.mirrored(rows))):
        found = scores.not_worse(side)
        for row, score in zip(seen.tolist(), found.tolist(), strict=True):
            ways = [(B, E, W) if code == U else (code,) for code in row]
            holds = all(
                W not in codes or by_hand(codes, rule) == B for codes in map(list, product(*ways))
            )
            assert score == (1 if holds else -1), (row, rule)
        worse = ((seen == W).any(axis=1)) & ~(seen == B).any(axis=1)
        assert worse.any() and (found[worse] == -1).all()


def test_groups_of_one_measure_are_the_measures():
    made = table(frame(algorithms="ABC"), rope={"acc": 0.3, "time": 0.1})
    plain = js.compare_algorithms(made)
    grouped = js.compare_algorithms(made, groups={name: [name] for name in WAYS})
    assert list(plain.pairs) == list(grouped.pairs) and grouped.groups == ()


# --- Comparisons ---------------------------------------------------------------------------------


def test_a_trade_off_between_groups_is_shown():
    result = js.compare_algorithms(table(), groups=GROUPS, within="wins")
    row = result.pairs[0]
    values = table().oriented()
    ahead = (values[..., 0] > values[..., 1])[:, :3].sum(axis=1)
    assert row.wins_a["quality"] == (ahead > 1).sum()
    assert (row.state, row.better_a, row.better_b) == ("trade-off", ("quality",), ("cost",))
    assert result.questions == ("quality", "cost")
    assert (
        '"better on quality" means better on more of acc, auc and f1 than worse.' in result.findings
    )


def test_a_group_without_a_decision_counts_for_neither():
    data = frame(n=30)
    flip = data.algorithm.eq("A")
    data["acc"], data["auc"] = flip * 1.0, 1.0 - flip  # each has one of quality
    data["time"] = 1.0 - flip
    row = js.compare_algorithms(table(data), groups=GROUPS).pairs[0]
    # Mixed on quality: neither wins it, and so neither dominates; A is better on cost.
    assert (row.wins_a["quality"], row.wins_b["quality"]) == (0, 0)
    assert (row.dominates_a, row.dominates_b) == (0, 0)
    assert (row.wins_a["cost"], row.wins_b["cost"]) == (30, 0)
    assert (row.state, row.winner) == ("ahead", "A")


# The two differ by a hundredth of the rope everywhere, so that they are equal on all data sets.
@pytest.mark.filterwarnings(
    r'ignore:On "\w+", (A and B|B and A) are equal within the rope of 0.1 on 40 of 40 data sets'
)
def test_groups_have_a_rope_if_all_their_measures_have_one():
    x = np.random.default_rng(2).normal(size=(40, 4))
    values = {"A": x, "B": x + 0.001}
    rope = dict.fromkeys(WAYS, 0.1)
    every = js.results_table(values, measures=WAYS, rope=rope)
    assert js.compare_algorithms(every, groups=GROUPS).pairs[0].state == "practically equal"
    some = js.results_table(values, measures=WAYS, rope={"acc": 0.1, "time": 0.1})
    assert js.compare_algorithms(some, groups=GROUPS).pairs[0].equal == ("cost",)


def test_a_measure_in_no_group_stands_alone_and_the_others_keep_their_order():
    made = js.compare_algorithms(table(), groups={"late": ["f1", "acc"]}, within="wins")
    assert made.questions == ("late", "auc", "time")


def test_groups_with_families_and_with_missing_results():
    data = frame(algorithms="ABC", n=48)
    data["family"] = [f"f{int(name[1:]) // 2}" for name in data.dataset]
    result = js.compare_algorithms(table(data, cluster="family"), groups=GROUPS, within="wins")
    assert result.n_families == 24
    row = result.pair("A", "B")
    values = table(data).oriented()
    d = np.sign(values[..., 0] - values[..., 1])
    quality = np.sign(d[:, :3].sum(axis=1)).reshape(24, 2).sum(axis=1)
    assert row.votes_a["quality"] == (quality > 0).sum()
    holes = frame(algorithms="ABC", n=48)
    holes.loc[::17, "auc"] = np.nan
    unknown = js.compare_algorithms(
        table(holes, missing="unknown"), groups=GROUPS, within={"quality": 2}
    )
    # Where two of three are known to agree, the third cannot change who is better.
    assert 0 < unknown.pair("A", "B").unknown["quality"] < holes.auc.isna().sum()


def test_a_comparison_of_groups_is_repeated_in_every_language():
    result = js.compare_algorithms(table(), groups=GROUPS, within={"quality": 2})
    python, r, command = calls(result)
    assert '{"quality": ["acc", "auc", "f1"], "cost": ["time"]}' in python.replace("'", '"')
    assert "--group quality acc auc f1 --group cost time --within quality 2" in command
    assert 'quality = c("acc", "auc", "f1"), cost = ' in r


def test_groups_on_the_command_line_and_from_r(tmp_path, capsys):
    file = tmp_path / "results.csv"
    frame().to_csv(file, index=False)
    words = ["compare", str(file), "--dataset", "dataset", "--algorithm", "algorithm"]
    for name, way in WAYS.items():
        words += [f"--{way}", name]
    said = ["--group", "quality", "acc", "auc", "f1", "--within", "quality", "wins", "--json"]
    assert main([*words, *said]) == 0
    found = json.loads(capsys.readouterr().out)
    direct = js.compare_algorithms(table(), groups={"quality": GROUPS["quality"]}, within="wins")
    assert found["pairs"] == json.loads(json.dumps(direct.to_dict()["pairs"]))
    of_r = bridge.run(
        "compare_algorithms", table=table(),
        groups={"quality": ["acc", "auc", "f1"], "cost": "time"}, within={"quality": 2.0},
    )  # fmt: skip
    assert of_r.groups == (
        beside_values.Group("quality", ("acc", "auc", "f1"), 2),
        beside_values.Group("cost", ("time",)),
    )
    for wrong, why in (
        (["--group", "quality"], "takes the name of a group and its measures"),
        (["--group", "q", "acc", "--group", "q", "f1"], 'names the group "q" twice'),
        (["--within", "quality", "wins", "none"], "a group and its word"),
    ):
        assert main([*words, *wrong]) == 2
        assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("groups", "within", "why"),
    [
        ({"auc": ["auc", "f1"]}, "jointly", 'The group "auc" has the name of a measure'),
        ({"q": ["auc", "f1"], "r": ["auc"]}, "jointly", 'is in the groups "q" and "r"'),
        ({"q": []}, "jointly", 'The group "q" has no measure'),
        ({"q": ["auc", "f1"]}, 1, "from 2 to 2; got 1"),
        ({"q": ["auc", "f1"]}, {"r": "wins"}, 'names "r", which is not a group; known: "q"'),
        ({"q": ["auc", "f1"]}, "most", "must be one of"),
        (["auc"], "jointly", "Groups have names and measures"),
        ({}, "jointly", "Groups have names and measures"),
        (None, "wins", "name the groups"),
    ],
)
def test_groups_that_are_none(groups, within, why):
    with pytest.raises(errors.OptionError, match=why):
        js.compare_algorithms(table(), groups=groups, within=within)
    with pytest.raises(errors.ColumnError, match='"wrong"'):
        js.compare_algorithms(table(), groups={"q": ["auc", "wrong"]})


# --- Claims --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("within", "least", "missing"),
    [("wins", 2, "raise"), (2, 2, "raise"), (3, 3, "raise"), (2, 2, "unknown")],
)
def test_a_claim_about_a_group_is_that_about_so_many_of_its_measures(within, least, missing):
    data = frame()
    data.loc[::9, "auc"] = np.nan if missing == "unknown" else data.auc
    made = table(data, missing=missing)
    quality = GROUPS["quality"]
    one = js.claim_test(made, "A", "B", better=["quality"], groups=GROUPS, within=within)
    other = js.claim_test(made, "A", "B", better=quality, at_least=least)
    names = ("yes", "no", "p_value", "yes_against", "p_value_opposite", "share_low", "n_unknown")
    for name in names:
        assert getattr(one, name) == getattr(other, name)
    assert (one.n_unknown > 0) == (missing == "unknown")
    assert one.groups[0].name == "quality"
    assert one.rows[-1].measure == "quality"
    assert '"better on quality" means better on' in one.verdict


def test_not_worse_and_equal_on_a_group_are_so_on_all_of_its_measures():
    made = table(rope=dict.fromkeys(WAYS, 0.5))
    for ask in ("not_worse", "equal"):
        one = js.claim_test(made, "B", "A", better="time", groups=GROUPS, **{ask: "quality"})
        other = js.claim_test(made, "B", "A", better="time", **{ask: GROUPS["quality"]})
        assert (one.yes, one.no) == (other.yes, other.no)
        assert one.claim == other.claim


TWO = {"acc": "max", "f1": "max"}


def long_frame(prices, n=15, seed=0, lead=0.1):
    """Algorithm i is better than i + 1 on both measures of nearly every data set."""
    x = np.random.default_rng(seed).uniform(size=(n, 2))
    parts = [
        pd.DataFrame({
            "data": range(n), "model": f"M{i}", "acc": x[:, 0] - lead * i, "f1": x[:, 1] - lead * i,
            "price": price,
        })
        for i, price in enumerate(prices)
    ]  # fmt: skip
    return pd.concat(parts, ignore_index=True)


def priced(prices, way="min", **keywords):
    return js.results_table(
        long_frame(prices, **keywords), dataset="data", algorithm="model", measures=TWO,
        per_algorithm={"price": way},
    )  # fmt: skip


def test_a_better_property_is_no_part_of_the_price():
    result = js.compare_algorithms(priced([20, 45]))
    assert "better on both measures on 15 of 15 data sets, the reverse on 0." in result.verdict
    row = result.pairs[0]
    assert (row.winner, row.worse_properties("M0")) == ("M0", ())
    assert row.known[0].values == {"M0": 20, "M1": 45}


def test_a_worse_property_is_the_price_of_the_win_and_changes_no_state():
    result = js.compare_algorithms(priced([45, 20]))
    assert "; known price 45 (M0), 20 (M1); corrected p" in result.verdict
    assert result.pairs[0].winner == "M0"
    without = js.compare_algorithms(priced([45, 20]).select(measures=list(TWO)))
    for row, other in zip(result.pairs, without.pairs, strict=True):
        assert (row.state, row.p_adjusted) == (other.state, other.p_adjusted)
    plain = result.to_dict()
    assert plain["properties"] == {
        "price": {"direction": "min", "values": {"M0": 45.0, "M1": 20.0}}
    }
    assert plain["pairs"][0]["known"] == [
        {"name": "price", "better": "M1", "values": {"M0": 45.0, "M1": 20.0}, "direction": "min"}
    ]
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain


def test_a_frame_has_properties_as_text():
    pairs = js.compare_algorithms(priced([20, 45])).to_frame("pairs")
    assert pairs["known"].tolist() == ["price 20 (M0), 45 (M1)"]
    several = js.results_table(
        long_frame([20, 45]).assign(size=lambda rows: rows["price"] / 10),
        dataset="data", algorithm="model", measures=TWO,
        per_algorithm={"price": "min", "size": "min"},
    )  # fmt: skip
    pairs = js.compare_algorithms(several).to_frame("pairs")
    assert pairs["known"].tolist() == ["price 20 (M0), 45 (M1); size 2 (M0), 4.5 (M1)"]


def test_an_equal_property_says_nothing():
    result = js.compare_algorithms(priced([20, 20]))
    without = js.compare_algorithms(priced([20, 20]).select(measures=list(TWO)))
    assert result.verdict == without.verdict and "price (" not in result.verdict
    assert result.wins[0].winner == "M0" and result.wins[0].known == ()


def test_properties_are_told_of_every_named_winner(tmp_path):
    result = js.compare_algorithms(priced([3, 5, 1], n=25))
    assert result.verdict == (
        "M0 wins against M1 and M2, better on both measures on 25 of "
        "25 data sets, the reverse on 0; known price 3 (M0), 1 (M2). M1 wins against M2, better "
        "on both measures on 25 of 25 data sets, the reverse on 0; known price 5 (M1), 1 (M2). "
        "1 of 3 algorithms is unbeaten: M0."
    )
    assert "not tested: price" in result.report_text()
    result.to_html(tmp_path / "page.html")
    assert "price 3 (M0), 1 (M2)" in (tmp_path / "page.html").read_text(encoding="utf-8")


@given(
    st.lists(st.integers(1, 3), min_size=3, max_size=3), st.permutations(range(3)),
    st.integers(0, 20),
)  # fmt: skip
@settings(max_examples=5, deadline=None)
def test_neither_sequence_nor_sign_changes_what_is_found(prices, order, seed):
    made = priced(prices, n=14, seed=seed, lead=0.05)
    turned = priced([-price for price in prices], "max", n=14, seed=seed, lead=0.05)
    shuffled = made.select(algorithms=[made.algorithms[i] for i in order])

    def found(source):
        return {
            (frozenset((row.a, row.b)), row.state, row.winner, row.p_adjusted,
             frozenset((one.name, one.better) for one in row.known))
            for row in js.compare_algorithms(source).pairs
        }  # fmt: skip

    assert found(made) == found(turned) == found(shuffled)


def test_wide_tables_of_data_sets_have_properties_too():
    wide = pd.DataFrame({
        "d": ["x", "y"], "acc_A": [1, 2], "acc_B": [2, 3], "price_A": [5, 5], "price_B": [6, 6],
    })  # fmt: skip
    made = js.results_table(
        wide, dataset="d", measures={"acc": "max"}, columns="{measure}_{algorithm}",
        per_algorithm={"price": "min"},
    )  # fmt: skip
    assert list(made.measures) == ["acc"]
    assert made.properties["price"].values == {"A": 5, "B": 6}
    assert "properties: price (min)" in repr(made)
    assert made.select(algorithms=["B", "A"]).properties["price"].values == {"B": 6, "A": 5}


def test_a_measure_that_looks_like_a_property_is_told():
    frame = long_frame([20, 45])
    ways = {**TWO, "price": "min"}
    roles = {"dataset": "data", "algorithm": "model"}
    (said,) = js.compare_algorithms(frame, measures=ways, **roles).warnings
    assert said.startswith("price is the same number on every data set for each algorithm")
    assert said.endswith('pass it as a property: per_algorithm={"price": "min"}.')
    frame.loc[0, "price"] = 19
    assert not js.compare_algorithms(frame, measures=ways, **roles).warnings
    # Results may be constant; then all of them are, or all algorithms are equal.
    constant = {"A": [[1, 1.0]] * 8, "B": [[0, 0.0]] * 8}
    said = js.compare_algorithms(constant, measures=TWO).warnings
    assert not any("per_algorithm" in one for one in said)
