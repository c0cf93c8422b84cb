"""Sentences that depend on how many there are: none, one, two, and more than are named."""

from dataclasses import dataclass
from types import SimpleNamespace as Row

import numpy as np
import pytest

from jointstats.labelled.compare import leaderboard
from jointstats.labelled.joint import each, named_claim, pareto
from jointstats.labelled.lazy_rows import Columns, LazyRows
from jointstats.labelled.normal import cases, hotelling, learned, manova, mardia, mean_pairs
from jointstats.labelled.sensitivity import result as sensitivity
from jointstats.labelled.sensitivity import search
from jointstats.labelled.single import bayes_sign, corrected_t, verdicts
from jointstats.labelled.studies import plan_claim, plan_design, simulate
from jointstats.labelled.table import families, in_sample


def words(cautions):
    return [str(one) for one in cautions]


# --- Single measures ------------------------------------------------------------------------------


def pairs_won(*winners, **more):
    return [
        Row(a="A", b="B", measure=f"m{i}", winner=winner, p_value=0.01, **more)
        for i, winner in enumerate(winners)
    ]


def test_pairs_shown_by_corrected_t_tests_are_counted():
    def said(*winners):
        return corrected_t._verdict(pairs_won(*winners), "acc", 0.05, "holm")

    rest = "shown on acc (corrected t test, p adjusted by holm, alpha = 0.05)."
    assert said(None, None) == f"0 of 2 pairs are {rest}"
    assert said("A", None) == f"1 of 2 pairs is {rest}"
    assert said("A", "B") == f"2 of 2 pairs are {rest}"
    numbers = "(corrected t test, p = 0.0100, alpha = 0.05)."
    assert said("A") == f"Shown: A is better than B on acc {numbers}"
    assert said("B") == f"Shown: B is better than A on acc {numbers}"
    assert said(None) == f"Nothing is shown of A and B on acc {numbers}"
    (unknown,) = pairs_won(None)
    unknown.p_value = None
    assert "p not defined" in corrected_t._verdict([unknown], "acc", 0.05, "holm")


@dataclass
class Difference:
    measure: str
    winner: str | None
    a: str = "A"
    b: str = "B"


def test_differences_shown_measure_by_measure():
    def said(*winners, alike=False):
        rows = [Difference("acc" if alike else f"m{i}", one) for i, one in enumerate(winners)]
        return verdicts.verdict_of(rows, "holm", 0.05)

    basis = "0.05 after Holm's correction"
    assert said(None) == f"No measure alone shows a difference between A and B (p > {basis})."
    assert said("A", None, "B", "A") == (
        "Measure by measure: A is better on m0 and m3; B is better on m2; open on m1 "
        f"(p ≤ {basis})."
    )
    assert said("A") == f"Measure by measure: A is better on m0 (p ≤ {basis})."
    of = "differences (pairs × measures)"
    assert said(None, None, alike=True) == f"None of 2 {of} is shown (p ≤ {basis})."
    assert said("A", None, alike=True) == f"1 of 2 {of} is shown (p ≤ {basis})."
    assert said("A", "B", alike=True) == f"2 of 2 {of} are shown (p ≤ {basis})."


def test_decisions_that_depend_on_the_prior_are_counted():
    def said(*lowest):
        rows = [
            Row(a="A", b="B", measure=f"m{i}", probability_lower=p) for i, p in enumerate(lowest)
        ]
        return words(bayes_sign._cautions(rows, 0.05))

    assert said(0.95, 0.99) == []  # exactly as much as is needed is enough
    first = "(the first: A and B on m1, whose probability could be as low as 0.900)."
    assert said(0.99, 0.9) == [f"1 of 2 decisions depends on the prior {first}"]
    assert said(0.99, 0.9, 0.8) == [f"2 of 3 decisions depend on the prior {first}"]
    (alone,) = said(0.5)
    assert alone.startswith("1 of 1 decision depends on the prior (the first: A and B on m0")


def test_the_bayesian_sign_test_says_what_is_decided_and_what_is_open():
    def row(winner, decided, *, b="B", equivalent=False, measure="m0"):
        return Row(
            a="A", b=b, winner=winner, decided=decided, equivalent=equivalent, measure=measure,
            probabilities=(0.97, 0.02, 0.01),
        )  # fmt: skip

    def said(*rows):
        return bayes_sign._verdict(rows, [one for one in rows if one.decided], 0.05)

    assert said(row("A", True), row(None, True, b="C"), row(None, False, b="D")) == (
        "2 of 3 differences (pairs × measures) reach a probability of at least 0.95: 1 for one "
        "algorithm, 1 for practical equality."
    )
    assert said(row(None, False), row(None, False, measure="m1")) == (
        "Open: on no measure A or B is better, or both are practically equal, with a probability "
        "of at least 0.95."
    )
    some = [
        row("B", True), row(None, True, equivalent=True, measure="m1"),
        row(None, False, measure="m2"), row(None, False, measure="m3"),
    ]  # fmt: skip
    assert said(*some) == (
        "With a probability of at least 0.95: B is better on m0 (0.970); A and B are practically "
        "equal on m1 (0.970); open on m2 and m3."
    )
    assert said(*some[:2]).endswith("equal on m1 (0.970).")


# --- Means ----------------------------------------------------------------------------------------


def test_pairs_that_manova_tells_apart_are_counted():
    def said(
        separated, *, p=0.01, names="ABC", alone=(), measures=("x", "y"), groups=(), flips=None
    ):
        analysis = Row(
            chosen=Row(statistic="wilks", value=0.25), permutation=flips, p_value=p,
            label="one-way", facts={"algorithms": list(names), "measures": dict.fromkeys(measures)},
            anovas=[Row(measure=m, decided=m in alone) for m in measures],
        )  # fmt: skip
        pairs = [Row(decided=i < separated) for i in range(3)]
        return manova._verdict(analysis, pairs, [list(g) for g in groups], 0.05, "holm")

    p = "p = 0.0100, alpha = 0.05; one-way)"
    assert said(1, alone=["x"]).endswith(
        f"{p}; tested alone, x shows it. Pair by pair, 1 of 3 pairs differs (Hotelling, holm); all "
        "are told apart."
    )
    assert said(1, groups="ABC") == said(1)
    assert said(2, alone=["x", "y"], groups=["A", "BC"]).endswith(
        f"{p}; tested alone, x and y show it. Pair by pair, 2 of 3 pairs differ (Hotelling, holm); "
        "cliques: {A, (B, C)}."
    )
    assert "; tested alone, no single measure shows it. Pair by pair, 0 of 3 pairs differ " in said(
        0
    )
    assert said(3, measures=["x"]).startswith(
        "Shown: A, B and C do not all have the same mean on x ("
    )
    assert "tested alone" not in said(3, measures=["x"], alone=["x"])
    assert said(0, names="AB", alone=["y"]).startswith(
        "Shown: A and B do not have the same mean on x and y taken together ("
    )
    assert said(0, names="AB", alone=["y"]).endswith(f"{p}; tested alone, y shows it.")
    assert said(0, p=0.05, flips=object()).startswith("Shown: ")  # at most alpha is enough
    assert "sign-flip p = 0.0500, " in said(0, p=0.05, flips=object())
    none = said(0, p=0.06)
    assert none.startswith("Not shown: A, B and C do not all have the same mean on x and y taken ")
    assert none.endswith("alpha = 0.05; one-way).")
    assert said(1, p=0.06).endswith("; yet 1 of 3 pairs differs (Hotelling, holm).")
    assert said(0, p=0.06, names="AB").startswith("Not shown: A and B do not have the same mean")


def test_pairs_that_manova_cannot_test_are_named_up_to_three():
    def said(number):
        rows = [Row(a=f"a{i}", b=f"b{i}", reason="why") for i in range(number)]
        return words(manova._pair_cautions([Row(a="A", b="B", reason=None), *rows]))

    start = "could not be tested jointly and"
    assert said(0) == []
    assert said(1) == [f"1 pair {start} counts as not separated (a0 and b0: why)."]
    assert said(2) == [f"2 pairs {start} count as not separated (a0 and b0: why; a1 and b1: why)."]
    assert said(3)[0].endswith("; a2 and b2: why).")
    assert said(4)[0].endswith("; a2 and b2: why; and 1 more).")


def test_samples_that_are_not_normal_are_named_up_to_three():
    def said(rejected, passed=1, what="algorithms"):
        rows = [
            Row(sample=f"s{i}", reason=None, p_least=0.01 + i / 100, normal=i >= rejected)
            for i in range(rejected + passed)
        ]
        rows.append(Row(sample="none", reason="too few", p_least=None, normal=False))
        return mardia._verdict(rows, rejected, what, 0.05, "holm")

    p = "smallest p (holm) = 0.0100, alpha = 0.05)"
    assert said(0, 2) == (
        f"No departure from normality is shown for the results of all algorithms ({p}."
    )
    assert "the differences of all pairs" in said(0, 2, "differences")
    assert "the differences of s0 (" in said(0, 1, "differences")
    assert "the stacked differences of all algorithms" in said(0, 1, "stacked")
    end = f"{p}: prefer sign flips or the sign-based tests."
    assert said(1) == f"Shown: the results of s0 are not normal (1 of 2 samples; {end}"
    assert said(1, 0) == f"Shown: the results of s0 are not normal (1 of 1 sample; {end}"
    assert "the results of s0, s1 and s2 are not normal (3 of 4 samples" in said(3)
    assert "the results of s0, s1 and s2 and 1 more are not normal (4 of 5 samples" in said(4)


def test_samples_that_could_not_be_tested_are_counted():
    def said(skewness, *reasons):
        rows = [Row(sample=f"s{i}", reason=reason) for i, reason in enumerate(reasons)]
        power = {"skewness": skewness, "kurtosis": 0.4}
        return words(mardia._cautions(rows, Row(n=1), power))

    assert said(mardia.WEAK, None) == []
    assert said(1.0, None, "too few", "flat") == [
        "2 of 3 samples could not be tested (the first: s1, too few)."
    ]
    (weak,) = said(0.25, None)
    assert weak.startswith("With 1 data set a sample that passes need not be normal")
    assert "75 % would pass the test of skewness and 60 % that of kurtosis." in weak


def test_what_measures_tested_alone_show_beside_hotellings_test():
    def said(alone, decided, *, n=2, winner=None, better="A", form="paired", names="AB"):
        tests = [
            Row(
                measure=f"m{i}",
                decided=i < alone,
                better=better,
                winner=winner if i < alone else None,
            )
            for i in range(n)
        ]
        data = Row(measures=[row.measure for row in tests], form=form, algorithms=tuple(names))
        return hotelling._verdict(data, tests, decided, "p").removeprefix("Not shown: ")

    differ = "A and B differ in their mean on m0 and m1 taken together (p)"
    assert said(0, False) == f"{differ}."
    assert said(1, False) == f"{differ}; tested alone, m0 shows a difference."
    assert said(2, False) == f"{differ}; tested alone, m0 and m1 show a difference."
    assert said(1, False, n=1) == "A and B differ in their mean on m0 (p)."
    assert said(0, True) == (
        f"Shown: {differ}; no single measure shows it, their combination does."
    )
    assert said(1, True) == f"Shown: {differ}; tested alone, m0 shows it."
    assert said(2, True) == f"Shown: {differ}; tested alone, m0 and m1 show it."
    assert said(2, True, winner="B") == f"Shown: {differ}; B is better on m0 and m1."
    alone = "Shown: A and B differ in their mean on m0 (p)"
    assert said(0, True, n=1) == f"{alone}; A is better."
    assert said(0, True, n=1, better=None) == f"{alone}."
    assert said(0, False, form="one-sample", names="A") == (
        "the mean of A on m0 and m1 taken together is not the hypothesised one (p)."
    )


def test_learned_measures_that_matter_are_counted():
    weights = {"w": 0.5, "x": -1.0, "y": 0.25, "z": 0.0}

    def said(matter, n, standardised=None):
        first = Row(weights=weights, standardised=standardised or weights, p_value=0.01, share=0.75)
        return learned._verdict([first] * n, matter, 0.05)

    numbers = "(Bartlett's p = 0.0100 by normal theory, alpha = 0.05)"
    assert said(0, 2) == f"None of 2 learned measures is shown to matter {numbers}."
    assert said(1, 2).startswith(
        f"Shown: 1 of 2 learned measures matters {numbers}; M1 = −x + 0.5 w"
    )
    assert said(2, 2).startswith(f"Shown: 2 of 2 learned measures matter {numbers}; M1 = ")
    assert said(1, 1).startswith("Shown: 1 of 1 learned measure matters ")
    assert said(1, 1).endswith(" carries 75.0 % of the difference between algorithms.")


def test_redundant_measures_are_counted():
    rows = [Row(measure="err", because="it is 1 − acc"), Row(measure="copy", because="it is acc")]
    assert cases.redundancy_cautions([], 3) == []
    rest = "redundant and left out of the joint test:"
    assert words(cases.redundancy_cautions(rows[:1], 3)) == [
        f"1 of 3 measures is {rest} err (it is 1 − acc)."
    ]
    assert words(cases.redundancy_cautions(rows, 4)) == [
        f"2 of 4 measures are {rest} err (it is 1 − acc); copy (it is acc)."
    ]


def test_measures_that_others_nearly_determine_are_named():
    rng = np.random.default_rng(3)
    x, noise = rng.normal(size=(30, 1)), rng.normal(size=(30, 2))

    def said(part):
        deviations = np.hstack([x, x + part * noise])
        deviations -= deviations.mean(axis=0)
        return words(
            cases.near_redundancy_cautions(deviations, np.abs(deviations).max(axis=0), "abc")
        )

    assert said(1.0) == []
    (both,) = said(1e-4)
    assert both.startswith("b and c are nearly determined by the measures named before")
    one = np.hstack([x, x + 1e-4 * noise[:, :1]])
    (single,) = words(cases.near_redundancy_cautions(one, np.ones(2), "ab"))
    assert single.startswith("b is nearly determined")


def test_what_a_formula_leaves_out():
    def said(weights, constant=0.0):
        return cases.formula(np.array(weights), constant, [*"xyz"][: len(weights)])

    assert said([]) == said([0.0]) == "0"
    assert said([-1.0], 1.0) == "1 − x"
    assert said([0.5, 0.5]) == "0.5 x + 0.5 y"
    assert said([0.0, -2.0, 1.0]) == "−2 y + z"
    assert said([10.0]) == "10 x"
    assert said([1.0], 1e-9) == "x" != said([1.0], 2e-9)  # rounding is no constant


def test_means_lead_where_every_measure_that_differs_does():
    def one(measure, better, winner=None):
        return Row(measure=measure, better=better, winner=winner)

    order, better, clear = mean_pairs._direction("A", "B", [one("x", "B", "B"), one("y", None)])
    assert (order, better, clear) == ({"x": ["B", "A"]}, "B", True)
    order, better, clear = mean_pairs._direction("A", "B", [one("x", "A", "A"), one("y", "A")])
    assert (order, better, clear) == ({"x": ["A", "B"], "y": ["A", "B"]}, "A", False)
    order, better, clear = mean_pairs._direction("A", "B", [one("x", "A", "A"), one("y", "B", "B")])
    assert (better, clear) == (None, False)
    assert mean_pairs._direction("A", "B", [one("x", None)])[:2] == (None, None)


# --- Joint tests ----------------------------------------------------------------------------------


def test_a_majority_on_each_measure_names_the_weakest_one():
    def said(*wins, leader="B", p=0.05, probability=None, mcse=None):
        rows = tuple(Row(measure=f"m{i}", wins=count) for i, count in enumerate(wins))
        return each._verdict(("A", "B"), leader, rows, "exact", p, 0.05, 10, probability, mcse)

    assert said(9, 7, 8) == (
        "Shown: B is better than A on each measure, on most data sets (fewest on m1: 7 of 10 data "
        "sets; exact p = 0.0500, at most 0.05)."
    )
    assert said(9, p=0.0501, leader="A") == (
        "Not shown: A is better than B on m0, on most data sets (better on m0: 9 of 10 data sets; "
        "exact p = 0.0501, above 0.05)."
    )
    assert "above 0.05; probability 0.90)." in said(9, 7, p=0.5, probability=0.9, mcse=0.004)
    for exact in (0.0, None):
        assert said(9, probability=0.9123, mcse=exact).endswith("; probability 0.912).")
    assert said(5, leader=None, p=0.5) == (
        "Not shown: neither A nor B is nearer to a majority on each measure (exact p = 0.500)."
    )


def test_equality_without_a_rope_is_to_the_last_digit():
    def said(*equal):
        claim = named_claim.NamedClaim(better=(), equal=equal, at_least=0)
        rope = {"x": 0.0, "y": 0.0, "z": 0.1}
        return words(named_claim.exact_equality(claim, rope, "."))

    assert said("z") == []
    (one,), (two,) = said("x", "z"), said("x", "y")
    assert one.startswith("Equal on x means equal to the last digit here, because it has no rope")
    assert two.startswith("Equal on x and y means equal to the last digit here, because they have")


def on_both(a, b, winner=None, p=0.01):
    return Row(a="A", b="B", count_a=a, count_b=b, winner=winner, p_value=p, share=0.5)


def test_how_often_one_of_two_is_better_on_everything():
    def said(a, b, winner=None, n=10):
        return pareto._of_two(on_both(a, b, winner), n, "both measures")

    assert said(0, 0) == "On no data set is A or B better on both measures."
    nothing = (
        "Nothing is shown about who is better on both measures more often than the other (exact p "
        "= 0.0100)."
    )
    assert said(4, 6) == f"Of 10 data sets B wins both measures on 6, A on 4. {nothing}"
    assert said(5, 5) == f"Of 10 data sets A wins both measures on 5, B on 5. {nothing}"
    neither = "neither is better on both measures"
    assert said(0, 3) == f"On 7 of 10 data sets {neither}; on the other 3 B is. {nothing}"
    shown = "more often than the other way round (exact p = 0.0100)."
    assert said(7, 1, "A") == (
        f"On 2 of 10 data sets {neither}; of the other 8 A is on 7, B on 1. Shown: A is better "
        f"than B on both measures {shown}"
    )
    assert f"Shown: B is better than A on both measures {shown}" in said(1, 7, "B")


def test_pairs_of_which_one_is_better_on_everything_are_counted():
    def said(*winners, shares=(0.5, 0.25), m=2):
        l = len(winners)
        columns = {"a": ["A"] * l, "b": ["B"] * l, "count_a": [6.0] * l, "count_b": [1.0] * l,
                   "probability": [0.9] * l, "p_value": np.arange(l, 0, -1) / 100,
                   "p_adjusted": [0.03] * l, "winner": winners}  # fmt: skip
        tops = [Row(algorithm=f"T{i}", share=share) for i, share in enumerate(shares)]
        rows = LazyRows(Columns(pareto.ParetoPair, columns))
        return pareto._verdict(rows, tops, 10, m, "holm")

    shown = "shown to have one that is better on both measures at once more often than the other"
    tail = "On about 50 % of data sets nobody beats T0 so, the largest share of all."
    a_first, b_first = (
        f"{who} (6 data sets to 1, neither on 3)" for who in ("A over B", "B over A")
    )
    assert said(None, None) == f"No pair is {shown} (holm). {tail}"
    assert said(None, "A") == f"1 of 2 pairs is {shown} (holm): {a_first}. {tail}"
    # The one of the smallest p comes first; of more than two one is an example.
    assert said("A", "B") == f"2 of 2 pairs are {shown} (holm): {b_first}; {a_first}. {tail}"
    assert said("A", "B", "A", None) == (
        f"3 of 4 pairs are {shown} (holm), such as {a_first}. {tail}"
    )
    assert "better on the measure more often than" in said(None, None, m=1)
    assert "better on all 3 measures at once more often than" in said(None, None, m=3)
    each = "so on about 50 % of data sets each, the largest share of all."
    assert said(None, None, shares=[0.25, 0.5, 0.5]).endswith(f"Nobody beats T1 or T2 {each}")
    assert said(None, None, shares=[0.5] * 5).endswith(f"Nobody beats T0, T1, T2 or 2 more {each}")
    assert said("A") == pareto._of_two(on_both(6.0, 1.0, "A"), 10, "both measures")


def test_a_lead_of_the_board_in_words():
    def said(shown, best, on):
        names = [f"a{i}" for i in range(6)]
        return leaderboard._verdict(names[:best], on, shown, 15, names)

    one, two = {"x": ["a0"]}, {"x": ["a0", "a1", "a2", "a3"], "y": ["a0", "a1", "a2", "a3", "a4"]}
    assert said(0, 2, one) == (
        "No pair is shown to have a winner; 2 of 6 algorithms may be best: a0 and a1."
    )
    assert said(1, 1, one) == (
        "1 of 15 pairs is shown to have a winner; 1 of 6 algorithms alone may be best: a0."
    )
    assert said(2, 6, two) == (
        "2 of 15 pairs are shown to have a winner jointly; 6 of 6 algorithms may be best jointly: "
        "a0, a1, a2, a3, a4 and a5. On one measure alone: x: a0, a1, a2 and a3; y: a0, a1, a2 and "
        "2 more."
    )
    assert said(0, 0, one).endswith("0 of 6 algorithms may be best: .")


# --- What would change a verdict ------------------------------------------------------------------


def test_what_is_decided_is_named_up_to_five():
    names = [*"abcdef"]
    assert sensitivity.decided([]) == "Nothing is decided."
    assert sensitivity.decided(names[:1]) == "Decided: a."
    assert sensitivity.decided(names[:5]) == "Decided: a; b; c; d; e."
    assert sensitivity.decided(names) == "Decided: a; b; c; d; e; and 1 more."


def test_settings_that_change_it_are_counted():
    assert search._said(3, 0) == "no change"
    assert search._said(1, 1) == "1 of 1 setting changes it"
    assert search._said(3, 1) == "1 of 3 settings changes it"
    assert search._said(3, 2) == "2 of 3 settings change it"


def setting(factor="level", gone=(), new=(), name="alpha = 0.01", *, limit=False, about="verdict"):
    return Row(
        factor=factor, gone=tuple(gone), new=tuple(new), changed=bool(gone or new), setting=name,
        limit=limit, about=about,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "No other setting was tried."),
        ([setting(limit=True), setting(about="glrt")], "No other setting was tried."),
        ([setting()], "The verdict holds under the one other setting."),
        ([setting(), setting()], "The verdict holds under all 2 other settings."),
        ([setting(gone=["x"])], "The verdict holds under none of 1 other setting; it changes with "
         'alpha = 0.01 ("x" is no longer decided).'),
        ([setting(), setting(gone=["x", "y"], new=["z"])],
         "The verdict holds under 1 of 2 other settings; it changes with alpha = 0.01 "
         '("x" and "y" are no longer decided, "z" is decided there).'),
        ([setting("measure", new=["x", "y"], name="without acc")],
         "The verdict holds under none of 1 other setting; it changes without acc "
         '("x" and "y" are decided there).'),
        ([setting(new=["w", "x", "y", "z"])],
         "The verdict holds under none of 1 other setting; it changes with alpha = 0.01 "
         '("w", "x" and 2 more are decided there).'),
        ([setting("data set"), setting("data set")],
         "The verdict holds with every single data set left out."),
        ([setting("data set", name="without D1"), setting("data set", ["x"], name="without D2")],
         "The verdict holds without each of 1 of 2 data sets; it changes without D2 "
         '("x" is no longer decided).'),
        ([setting("data set", ["x"], name="without D1"), setting("data set", ["y"],
                                                                 name="without D2")],
         "The verdict holds without none of the data sets; it changes without D1 or D2 "
         '("x" is no longer decided, or so).'),
        ([setting(gone=["x"]), setting("data set", ["x"], name="without D1")],
         "The verdict holds under none of 1 other setting and without none of the data sets; it "
         'changes with alpha = 0.01 ("x" is no longer decided); and without D1 ("x" is no longer '
         "decided)."),
    ],
)  # fmt: skip
def test_where_a_verdict_holds_and_where_it_changes(rows, said):
    assert sensitivity.verdict(rows) == said


# --- Tables, families and plans -------------------------------------------------------------------


def test_measures_learned_here_are_named_by_number(monkeypatch):
    said = []
    monkeypatch.setattr(in_sample, "note", said.append)
    for names in ((), ("M1",), ("M1", "M2")):
        in_sample.note_in_sample(Row(in_sample=("M0", *names), measures=("M1", "M2")))
    one, two = words(said)
    assert one.startswith("M1 was learned on these very rows")
    assert two.startswith("M1 and M2 were learned on these very rows")


def test_families_that_are_too_few_say_what_would_be_enough():
    def said(*options):
        return str(families.too_few_families(*options))

    assert said(5, 0.05, 6, 1.0, 1) == (
        "5 families can show nothing at level 0.05, however many data sets they have: the smallest "
        "possible p-value is 0.0625, and it takes 6 families."
    )
    assert said(1, 0.05, 6, 1.0, 1).startswith("One family can show nothing at level 0.05")
    assert "nothing of 3 pairs at" in said(6, 0.05, 8, 3.0, 3)
    assert "the smallest possible corrected p-value is 0.0938, and" in said(6, 0.05, 8, 3.0, 3)
    assert "p-value is 1.00" in said(2, 0.05, 8, 3.0, 3)
    assert "nothing at level" in said(2, 0.05, 8, 1.0, 1)


def test_a_number_of_data_sets_in_families_and_with_runs():
    def design(size=1, runs=1, noise=None):
        return plan_design.Design(runs, noise, size, 0.3 if size > 1 else None)

    assert plan_design.in_words(design(), 120, 500) == "120"
    assert plan_design.in_words(design(2), 120, 500) == "120 in 60 families"
    assert plan_design.in_words(design(2), None, 500) == "more than 500"
    assert plan_design.with_runs(design()) == ""
    assert plan_design.with_runs(design(noise=1.0)) == " with 1 run each"
    assert plan_design.with_runs(design(runs=2, noise=1.0)) == " with 2 runs each"

    def said(share, n, size=1):
        return plan_claim._verdict(share, 0.5, "greater", design(size), 0.8, n, 500)

    assert said(0.5, 30).endswith("does not hold on more than half: every decision would be wrong.")
    assert "takes 30 of them in 15 families, if it holds on 80.0 % (one-sided)." in said(0.8, 30, 2)
    assert "takes 30 of them, if it" in said(0.8, 30)
    assert "takes more than 500 of them, if it" in said(0.8, None, 2)


def test_areas_that_differ_by_more_than_two_standard_errors_are_told():
    areas = [Row(test="glrt", area=0.75, standard_error=0.02),
             Row(test="bayes", area=0.875, standard_error=0.01)]  # fmt: skip

    def said(*differences):
        rows = [Row(a="glrt", b="bayes", difference=d, standard_error=0.0625) for d in differences]
        return simulate._verdict(areas, rows)

    start = "Areas under the ROC curve: glrt 0.750 and bayes 0.875 (standard error 0.010)"
    assert said() == f"{start}."
    assert said(0.125, -0.125) == f"{start}; no two differ by more than 2 standard errors."
    assert said(0.1251, -0.1251) == (
        f"{start}; ahead by more than 2 standard errors: bayes of glrt and glrt of bayes."
    )


@dataclass
class Claimed:
    a: str
    b: str
    winner: str | None
    loser: str | None
    strength: str = "shown"
    sweeps_a: int = 1
    sweeps_b: int = 9
    shown: tuple[str, ...] = ("more_often",)
    ahead: str | None = None


def test_pairs_of_which_two_questions_have_two_answers_are_counted():
    table = Row(measures=dict.fromkeys("xy", "max"), algorithms=("A", "B", "C"))
    turned = [Claimed("A", "B", "A", "B"), Claimed("C", "B", "B", "C", sweeps_a=9, sweeps_b=1)]
    agreed = [Claimed("A", "C", "C", "A"), Claimed("A", "C", "A", "C", shown=()),
              Claimed("A", "C", "A", "C", strength="open"), Claimed("A", "C", None, None),
              Claimed("A", "C", "A", "C", ahead="A")]  # fmt: skip

    def said(*claims):
        return words(leaderboard._two_answers(table, claims))

    assert [said(one) for one in agreed] == [[]] * 5
    first = (
        "A beats B, but B is better than A on both measures at once more often than the other way "
        "round"
    )
    end = (
        ": the first is about who is not worse on any measure, too, the second alone is what joint"
    )
    (one,), (two,) = said(turned[0]), said(agreed[0], *turned)
    assert one.startswith(first + end)
    assert two.startswith(f"{first} (and so of 1 more pair){end}")
    table.measures = {"x": "max"}
    assert said(*turned) == []
