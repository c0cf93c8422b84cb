"""Sentences that depend on how many there are: none, one, two, and more than are named."""

from dataclasses import replace
from types import SimpleNamespace as Row

import numpy as np
from sayings import texts

import jointstats as js
from jointstats.claims import compared_pair, words_pairs, words_several
from jointstats.means import cases

# --- Means ----------------------------------------------------------------------------------------


def test_redundant_measures_are_counted():
    rows = [Row(measure="err", because="it is 1 − acc"), Row(measure="copy", because="it is acc")]
    assert texts(cases.redundancy_cautions([], 3)) == []
    rest = "redundant and left out of the joint test:"
    assert texts(cases.redundancy_cautions(rows[:1], 3)) == [
        f"1 of 3 measures is {rest} err (it is 1 − acc)."
    ]
    assert texts(cases.redundancy_cautions(rows, 4)) == [
        f"2 of 4 measures are {rest} err (it is 1 − acc); copy (it is acc)."
    ]


def test_what_a_formula_leaves_out():
    def said(weights, constant=0.0):
        return cases.formula(np.array(weights), constant, [*"xyz"][: len(weights)])

    assert said([]) == said([0.0]) == "0"
    assert said([-1.0], 1.0) == "1 − x"
    assert said([0.5, 0.5]) == "0.5 x + 0.5 y"
    assert said([0.0, -2.0, 1.0]) == "−2 y + z"
    assert said([10.0]) == "10 x"
    assert said([1.0], 1e-9) == "x" != said([1.0], 2e-9)  # rounding is no constant


# --- Pairs of a comparison ------------------------------------------------------------------------


def pair(state, wins_a, wins_b, **more):
    """A pair of A and B, of 10 data sets, from its wins on the measures u, v, …"""
    names = "uvw"[: len(wins_a)]
    equal = tuple(more.get("equal", ()))
    about = {
        "winner": None, "better_a": (), "better_b": (), "equal": (), "not_worse_a": (),
        "not_worse_b": (), "joint": None, "dominates_a": 0, "dominates_b": 0, "p_adjusted": 0.02,
    }  # fmt: skip
    return compared_pair.ComparedPair(
        a="A", b="B", state=state, n=10,
        wins_a=dict(zip(names, wins_a, strict=True)), wins_b=dict(zip(names, wins_b, strict=True)),
        ties={name: 8 if name in equal else 0 for name in names}, unknown=dict.fromkeys(names, 0),
        p_a=dict.fromkeys(names, 0.5), p_b=dict.fromkeys(names, 0.5), p_joint_a=0.5, p_joint_b=0.5,
        **about | more,
    )  # fmt: skip


def test_the_states_of_a_pair_in_sentences():
    p = "corrected p = 0.0200."
    said = {
        f"A wins against B; {p} It is better on u (9 of 10 data sets, the reverse on 1) and v (8 "
        f"of 10, the reverse on 2).":
            pair("win", (9, 8), (1, 2), winner="A", better_a=("u", "v")),
        f"B wins against A; {p} It is better on u (9 of 10 data sets, the reverse on 1) and "
        f"better on some measure "
        "and worse on none on 1 of 10 data sets, the reverse on 0. They are practically equal on "
        "v (8 of 10 data "
        "sets).":
            pair("win", (1, 1), (9, 1), winner="B", better_b=("u",), equal=("v",), joint="B",
                 dominates_b=1),
        "A is better than B on u (9 of 10 data sets, the reverse on 1), but B is more often "
        "better on v (6 of 10, the reverse on 4). "
        f"This is a possible trade-off, not a win; {p} v and w (5 of 10 data sets, the reverse "
        f"on 5) are open.":
            pair("possible trade-off", (9, 4, 5), (1, 6, 5), better_a=("u",)),
        "A is ahead of B on u (9 of 10 data sets, the reverse on 1), but B is better on both "
        f"measures on 3 of 10 data sets, the reverse on 2; {p} v (5 of 10 data sets, the reverse "
        "on 5) is open.":
            pair("ahead", (9, 5), (1, 5), winner="A", better_a=("u",), dominates_a=2,
                 dominates_b=3),
        "B is better than A on u (9 of 10 data sets, the reverse on 1), but A is more often "
        "better on v (6 of 10, the reverse on 4). "
        f"This is a possible trade-off, not a win; {p} A is not worse on v and better on both "
        "measures on 4 of 10 data sets, the reverse on 0.":
            pair("possible trade-off", (1, 6), (9, 4), better_b=("u",), not_worse_a=("v",),
                 joint="A", dominates_a=4),
        f"B is jointly better than A, but A is more often better on u (6 of 10, the reverse on "
        f"4); {p} It is better "
        "on both measures on 5 of 10 data sets, the reverse on 1. u and v (7 of 10 data sets, "
        "the reverse on 3) are open.":
            pair("jointly better", (6, 3), (4, 7), winner="B", joint="B", dominates_a=1,
                 dominates_b=5),
        "A is better on u (9 of 10 data sets, the reverse on 1) and worse on v (8 of 10, the "
        "reverse on 2) than B. This is a trade-off, "
        f"not a win; {p} A is better on all three measures on 4 of 10 data sets, the reverse on "
        f"1. w (5 of 10 data sets, the reverse on 5) is open.":
            pair("trade-off", (9, 2, 5), (1, 8, 5), better_a=("u",), better_b=("v",), joint="A",
                 dominates_a=4, dominates_b=1),
        "A and B are practically equal on u (8 of 10 data sets; A is better on 2 of 10, the "
        "reverse on 0); "
        f"{p}": pair("practically equal", (2,), (0,), better_a=("u",), equal=("u",)),
        f"B is not worse than A on u (3 of 10 data sets, the reverse on 2); {p} v (5 of 10 data "
        f"sets, the reverse on 5) is open.":
            pair("not worse", (2, 5), (3, 5), not_worse_b=("u",)),
        "The data do not establish a difference between A and B (u 3 of 10 data sets, the "
        "reverse on 7; v 5 of 10, the reverse on 5).":
            pair("open", (3, 5), (7, 5)),
    }  # fmt: skip
    assert [words_pairs.sentence(row) for row in said.values()] == list(said)
    assert words_pairs.clause(pair("win", (9,), (1,), winner="A", better_a=("u",))) == (
        "A wins against B. It is better on u (9 of 10 data sets, the reverse on 1)"
    )


def test_families_are_counted_beside_data_sets():
    row = pair(
        "possible trade-off", (9, 6), (1, 4), better_a=("u",), n_families=6,
        votes_a={"u": 5, "v": 2}, votes_b={"u": 0, "v": 3},
    )  # fmt: skip
    assert words_pairs.sentence(row) == (
        "A is better than B on u (9 of 10 data sets, the reverse on 1; in 5 of 6 families, the "
        "reverse in 0), but B is more often better on v (4 of 10, the reverse on 6; in 3 of 6 "
        "families, the reverse in 2). This is a possible trade-off, not a win; "
        "corrected p = 0.0200. v is open."
    )


def test_groups_of_pairs_name_the_first_and_count_the_others():
    rows = [
        replace(pair("win", (9, 4), (1, 6), winner="A", better_a=("u",)), b=f"B{i}")
        for i in range(8)
    ]
    order = ["A", *(f"B{i}" for i in range(7, -1, -1))]
    assert words_several.sentences(rows, order, "win") == [
        "A wins against B7, B6, B5, B4, B3 and 3 more, but B7 (6 of 10, the reverse on 4), B6 (6 "
        "of 10, the reverse on 4), B5 (6 of 10, the reverse on 4), "
        "B4 (6 of 10, the reverse on 4) and B3 (6 of 10, the reverse on 4) are more often better "
        "on v",
        "The other algorithm is more often better on v in all 8 pairs",
    ]
    (few,) = words_several.sentences(rows[:6], order, "win")
    assert "B0" in few


def test_trade_offs_with_several_algorithms_have_all_counts():
    rows = [
        replace(pair("trade-off", (9, 2), (1, 8), better_a=("u",), better_b=("v",)), b=f"B{i}")
        for i in range(2)
    ]
    assert words_several.sentences(rows, ["A", "B0", "B1"], "trade-off") == [
        "A is better on u and worse on v than B0 (u 9 of 10, the reverse on 1; v 2 of 10, the "
        "reverse on 8) and B1 (u 9 of 10, the reverse on 1; v 2 of 10, the reverse on 8)"
    ]


def test_joint_claims_of_several_pairs_have_the_range_of_their_counts():
    def wins(*joint):
        rows = [
            replace(
                pair("win", (9, 9), (1, 1), winner="A", better_a=("u",), joint=who,
                     dominates_a=3 + i, dominates_b=1),
                b=f"B{i}",
            )
            for i, who in enumerate(joint)
        ]  # fmt: skip
        (said,) = words_several.sentences(rows, ["A", "B0", "B1"], "win")
        return said.removesuffix("; v is open")

    both = "better on both measures on"
    assert wins("A") == f"A wins against B0, {both} 3 of 10 data sets, the reverse on 1"
    assert wins("A", "A").endswith(f", {both} 3 to 4 of 10 data sets, the reverse on 1")
    assert wins("A", None).endswith(f", {both} 3 of 10 data sets, the reverse on 1 than B0")
    assert wins("B0").endswith(f", although B0 is {both} 1 of 10 data sets, the reverse on 3")


def test_the_nearest_claim_is_followed_by_looks_and_not_by_a_second_test():
    said = js.compare_algorithms(js.load_dataset("example1")).findings[-1]
    assert said == (
        "The claim closest to being shown is that B is more often better on both measures than A "
        "(6 of 12 data sets, the reverse on 1; corrected p = 0.152). To follow it on new data "
        "sets, use watch_claim, "
        "which keeps its error rate at every look."
    )
