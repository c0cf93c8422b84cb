"""A ledger of leaders: what is certified, who joins at which level, what it refuses."""

import json
import os
import re
import runpy
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import jointstats as js
from jointstats import errors
from jointstats.kernels.joint import leader_looks
from jointstats.kernels.joint import looks as looks_kernel
from jointstats.labelled.joint import ledger_file
from jointstats.labelled.joint.bets import whole
from jointstats.presentation import figures
from jointstats.presentation.cli import main

# Most ledgers here begin together with their first results, of which they warn.
pytestmark = pytest.mark.filterwarnings(
    "ignore:The claim was written down together", "ignore:The algorithms were named together"
)

WAYS = {"accuracy": "max", "time": "min"}
SIGN = {"+": 1, "-": -1, "=": 0}


def table_of(words, start=0, rope=None, **more):
    """B against A: a word per data set of "+", "-", "=" on accuracy and on time."""
    a = np.tile([80.0, 20.0], (len(words), 1))
    b = a + np.array([[SIGN[one] for one in word] for word in words]) * [3, -3]
    names = [f"d{start + i}" for i in range(len(words))]
    return js.results_table({"A": a, "B": b, **more}, measures=WAYS, rope=rope, datasets=names)


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "leader.json")


# --- What it says ---------------------------------------------------------------------------------


def test_data_set_by_data_set_is_the_bets_by_hand(path):
    words = ["++", "+-"] + ["++"] * 6 + ["-+"] + ["++"] * 5
    for i, word in enumerate(words):
        result = js.watch_leader(path, table_of([word], start=i))
        assert result.p_value == pytest.approx(p_by_hand(words[: i + 1]), rel=1e-5)
        assert result.decided is (result.p_value <= 0.05)
    assert (result.n, result.count, result.count_next, len(result.looks)) == (14, 12, 1, 14)
    assert result.certified == result.best == {"accuracy": ["B", "A"], "time": ["B", "A"]}
    assert result.decided_at == next(look.n for look in result.looks if look.p_value <= 0.05)
    assert result.n_left == 1 and [one.out for one in result.statements] == [False, True, True]
    assert result.verdict.startswith(
        f'After {result.decided_at} data sets "B is better than A on accuracy and time" is '
        "certified to be more common than any other statement (12 of 14 data sets by now"
    )


def all_by_hand(words, alpha, possible=("++", "+-", "-+", "--")):
    """After each data set: who leads, counts, the largest stakes, and who was certified first."""
    t = np.pi / 4 + (np.arange(4000) + 0.5) / 4000 * np.pi / 4
    rate = 2 * np.sin(t) ** 2 - 1
    stakes = {c: np.ones_like(rate) for c in possible}
    best = dict.fromkeys(possible, 1.0)
    counts, leader, sure = dict.fromkeys(possible, 0), None, None
    for word in words:
        for c in possible:
            if leader is not None and c != leader:
                stakes[c] = stakes[c] * (1 + rate * ((word == leader) - (word == c)))
                best[c] = max(best[c], stakes[c].mean())
        counts[word] += 1
        if leader is None or counts[word] > counts[leader]:
            leader = word
        left = [c for c in possible if best[c] < 2 / alpha]
        if sure is None and len(left) == 1:
            (sure,) = left
        yield leader, dict(counts), dict(best), sure


def p_by_hand(words, possible=("++", "+-", "-+", "--")):
    """2 over the least that was ever won against all statements but one."""
    *_, (_, _, best, _) = all_by_hand(words, 1.0, possible)
    return min(1.0, 2 / sorted(best.values())[1])


SAID = {
    "++": "B is better than A on accuracy and time",
    "+-": "B is better than A on accuracy, worse on time",
    "-+": "A is better than B on accuracy, worse on time",
    "--": "A is better than B on accuracy and time",
}


def word_of(order):
    """The word of a statement on A and B."""
    return "".join("+" if names[0] == "B" else "-" for names in order.values())


@pytest.mark.parametrize(
    ("words", "position"),
    [
        (["+-", "++", "-+"] + ["++"] * 14 + ["--"] * 25 + ["-+"], None),
        (["+-", "++"] * 3 + ["--"] * 4, 2),
        (["+-"] * 2 + ["++"] * 12 + ["-+"] * 2, 1),
    ],
)
def test_every_number_of_a_ledger_is_that_of_the_bets_by_hand(path, words, position):
    alpha = 0.2 / (position * (position + 1)) if position else 0.2
    cuts = [1, 3, len(words) // 2, len(words)]
    for n in cuts:
        result = js.watch_leader(path, table_of(words[:n]), alpha=0.2, position=position)
    every = list(all_by_hand(words, alpha))
    for i, (look, n) in enumerate(zip(result.looks, cuts, strict=True)):
        leader, counts, _, sure = every[n - 1]
        following = max(count for word, count in counts.items() if word != leader)
        assert (look.look, look.n, look.leader, look.count) == (i + 1, n, SAID[leader],
                                                               counts[leader])  # fmt: skip
        assert (look.share, look.count_next) == (counts[leader] / n, following)
        assert look.decided is (sure is not None)
        assert look.p_value == pytest.approx(p_by_hand(words[:n]), rel=1e-5)
    leader, counts, best, sure = every[-1]
    rows = [(word_of(one.order), one.count, one.share) for one in result.statements]
    seen = sorted((one for one in counts if counts[one]), key=lambda one: -counts[one])
    assert {one[0] for one in rows} == set(seen)
    assert [one[1:] for one in rows] == [(counts[one], counts[one] / len(words)) for one in seen]
    for one in result.statements:
        word = word_of(one.order)
        assert one.e_value == pytest.approx(best[word], rel=1e-5)
        assert one.out is bool(best[word] >= 2 / alpha and word != sure)
    left = [one for one in counts if best[one] < 2 / alpha or one == sure]
    assert (result.n_left, result.n_statements) == (len(left), 4)
    unseen = [best[one] for one in counts if not counts[one]]
    assert not unseen or result.e_value_unseen == pytest.approx(unseen[0], rel=1e-5)
    assert word_of(result.best) == leader
    assert (result.certified and word_of(result.certified)) == sure
    assert result.decided_at == next((n for n in cuts if every[n - 1][3]), None)
    assert (result.count, result.share) == (counts[leader], counts[leader] / len(words))
    assert result.count_next == result.looks[-1].count_next
    assert (result.n_new, result.alpha, result.alpha_spent) == (
        cuts[3] - cuts[2], 0.2, pytest.approx(alpha)
    )  # fmt: skip
    assert result.call == {
        "function": "watch_leader", "ledger": path, "only": ["A", "B"], "question": "orderings",
        "ties": "auto", "alpha": 0.2, "position": position,
    }  # fmt: skip
    (group,) = result.groups
    assert (group.algorithms, group.position, group.n) == (("A", "B"), position, len(words))
    assert group.alpha_spent == result.alpha_spent
    assert group.certified == (None if sure is None else SAID[sure])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["++", "+-", "++"],
            'No statement is certified so far. "B is better than A on accuracy and time" is the '
            "most frequent one (2 of 3 data sets by now, 66.7 %, next statement 1; anytime p = "
            "1.00), but another one may be as common or more.",
        ),
        (
            ["+-", "++"],
            "No statement is certified so far; several share the first place (1 of 2 data sets by "
            "now, 50.0 %, next statement 1; anytime p = 1.00).",
        ),
    ],
)
def test_what_is_not_certified_in_words(path, words, said):
    assert js.watch_leader(path, table_of(words)).verdict == said


@pytest.mark.warns(r"\d+ of \d+ data sets? ha(?:ve|s) (?:split )?ties")
def test_thirds_and_sixths_add_up_to_whole_data_sets(path):
    same = {name: np.zeros((6, 1)) for name in "ABC"}
    table = js.results_table(same, measures={"x": "max"})
    result = js.watch_leader(path, table)
    assert [one.count for one in result.statements] == [1.0] * 6
    assert (result.count, result.count_next, result.looks[0].count) == (1.0, 1.0, 1.0)
    assert whole(2.5) == 2.5 and whole(2.9999999999999996) == 3.0 and whole(3.00001) != 3.0


def test_results_that_come_with_another_group_are_a_look_at_it_later(path):
    words, c = ["++"] * 3, np.zeros((3, 2))
    js.watch_leader(path, table_of(words[:2], C=c[:2]), only=["A", "B"], position=1)
    third = js.watch_leader(path, table_of(words, C=c), only=["A", "B", "C"])
    # The first two data sets were not complete for the three; of A and B the third one is new.
    assert [(one.n, one.position) for one in third.groups] == [(3, 1), (3, 2)]
    first = js.watch_leader(path, only=["B", "A"])
    assert [look.n for look in first.looks] == [2, 3] and first.n_new == 0
    assert first.algorithms == ("A", "B") and first.groups[1].certified is None


@pytest.mark.parametrize("n", [1, 2])
def test_who_is_named_with_results_is_told_of_those(path, n):
    words = "data set" if n == 1 else "2 data sets"
    for m in (n, 4):
        result = js.watch_leader(path, table_of(["++"] * m))
        (said,) = (one for one in result.warnings if "named together" in one)
        assert f"their first {'1 ' if n == 1 else ''}{words}:" in said
    assert "order of these data sets" in said


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(["++", "+-", "-+", "--"]), min_size=1, max_size=25), st.data())
def test_when_one_looks_changes_nothing_but_the_looks(tmp_path_factory, words, data):
    folder = tmp_path_factory.mktemp("ledgers")
    cut = data.draw(st.integers(0, len(words) - 1))
    once = js.watch_leader(str(folder / "once.json"), table_of(words))
    if cut:
        js.watch_leader(str(folder / "twice.json"), table_of(words[:cut]))
    twice = js.watch_leader(str(folder / "twice.json"), table_of(words))
    assert once.p_value == twice.p_value == pytest.approx(p_by_hand(words), rel=1e-5)
    assert once.statements == twice.statements and once.certified == twice.certified
    assert sum(one.count for one in once.statements) == len(words)


def test_unseen_statements_are_rivals_too(path):
    # After five of five the seen rivals are none, and the unseen ones not yet excluded.
    result = js.watch_leader(path, table_of(["++"] * 5))
    assert not result.decided and len(result.statements) == 1 and result.n_statements == 4
    # Bets are made on data sets 2 to 5: four wins of ∫ (2p)^4, p above one half.
    mean = np.mean((1 + np.cos((np.arange(4000) + 0.5) / 4000 * np.pi / 2)) ** 4)
    assert result.e_value_unseen == pytest.approx(mean, rel=1e-6)
    assert result.p_value == pytest.approx(2 / mean, rel=1e-6)
    assert result.n_left == 4
    assert "and 3 more" in " ".join(result.summary().split())


def test_what_was_certified_stays_so_when_another_leads(path):
    js.watch_leader(path, table_of(["++"] * 20))
    result = js.watch_leader(path, table_of(["--"] * 45, start=20))
    assert result.decided and result.decided_at == 20
    assert result.certified["time"] == ["B", "A"] and result.best["time"] == ["A", "B"]
    assert 'By now, however, "A is better than B on accuracy and time" is more' in result.verdict
    assert [look.leader[0] for look in result.looks] == ["B", "A"]


@pytest.mark.warns(r"\d+ of \d+ data sets? ha(?:ve|s) (?:split )?ties")
def test_ties_are_an_outcome_or_split(path):
    words = ["++", "=+", "++", "=+", "=+"]
    split = js.watch_leader(path, table_of(words))
    assert [one.count for one in split.statements] == [3.5, 1.5] and split.n_split == 3
    assert any("ties" in one for one in split.warnings)
    outcome = js.watch_leader(path + "2", table_of(words, rope={"accuracy": 1}))
    assert [one.count for one in outcome.statements] == [3, 2]
    assert outcome.best["accuracy"] == [["A", "B"]] and outcome.n_statements == 6
    assert outcome.p_value == pytest.approx(
        p_by_hand(words, [x + y for x in "+-=" for y in "+-"]), rel=1e-5
    )


def test_who_is_best_of_three(path):
    rng = np.random.default_rng(2)
    values = {name: rng.normal(size=(12, 2)) for name in "ABC"}
    values["C"][:9] += [9, -9]
    table = js.results_table(values, measures=WAYS)
    result = js.watch_leader(path, table, question="best")
    counted = js.glrt_test(table, question="best")
    assert result.best == counted.best and result.n_statements == 9
    assert [one.count for one in result.statements] == [one.count for one in counted.statements]
    whole = js.watch_leader(path + "2", table)
    assert whole.n_statements == 36 and "is best" not in whole.verdict


def test_written_down_before_any_result(path):
    made = js.watch_leader(path, only=["A", "B"], measures=WAYS, rope={"time": 1})
    assert (made.n, made.looks, made.share, made.best, made.decided) == (0, (), None, None, False)
    assert made.figures == () and made.to_frame().empty
    assert made.verdict.startswith("Written down, but no data set has been looked at")
    assert not re.search(r"\bnan\b", made.summary().lower())
    later = js.watch_leader(path, table_of(["++"]).to_frame(), dataset="dataset",
                            algorithm="algorithm")  # fmt: skip
    assert later.beforehand and not later.warnings and later.rope == {"time": 1}
    at_once = js.watch_leader(path + "2", table_of(["++"]))
    assert not at_once.beforehand and "named together with" in at_once.warnings[0]


def test_failed_runs_are_worse_than_all_others(path):
    frame = table_of(["++", "++", "++"]).to_frame()
    frame.loc[(frame.dataset == "d1") & (frame.algorithm == "B"), "time"] = np.nan
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": WAYS}
    result = js.watch_leader(path, frame, **roles, missing="worst")
    assert (result.n, result.n_failed) == (3, 1)
    assert [one.count for one in result.statements] == [2, 1]
    assert js.watch_leader(path).n_failed == 1
    dropped = js.watch_leader(path + "2", frame, **roles, missing="drop")
    assert (dropped.n, dropped.n_dropped) == (2, 1)


def test_a_family_is_one_bet_by_the_average_of_its_data_sets(path):
    words = ["++", "+-", "++", "++"] + ["++"] * 18
    families = ["p", "p", "q", "q", *"rrssttuuvvwwxxyyzz"]
    frame = table_of(words).to_frame()
    frame["f"] = np.repeat(families, 2)
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": WAYS, "cluster": "f"}
    result = js.watch_leader(path, frame, **roles)
    assert (result.n, result.n_families, result.count) == (22, 11, 10.5)
    assert [(one.count, one.share) for one in result.statements] == [
        (10.5, 10.5 / 11), (0.5, 0.5 / 11),
    ]  # fmt: skip
    # By hand: each unit is a bet on its average, against all four statements.
    t = np.pi / 4 + (np.arange(4000) + 0.5) / 4000 * np.pi / 4
    rate = 2 * np.sin(t) ** 2 - 1
    # After the first family "+-" leads, being as frequent: nine bets on "++" follow.
    bets = np.prod([1 + rate] * 9, axis=0).mean()
    assert result.p_value == pytest.approx(2 / bets, rel=1e-5)
    with pytest.raises(errors.LedgerError, match='family "q" has been looked at'):
        more = table_of(["++"], start=40).to_frame()
        js.watch_leader(path, more.assign(f="q"), **roles)
    assert "10.5 of 11 families by now" in result.verdict


# --- Who joins ------------------------------------------------------------------------------------


def test_who_joins_spends_the_next_part_of_the_level(path):
    words = ["++"] * 20
    c = np.tile([99.0, 1.0], (20, 1))
    first = js.watch_leader(path, table_of(words, C=c), only=["A", "B"], position=1)
    assert first.alpha_spent == 0.025 and first.decided
    second = js.watch_leader(path, table_of(words, C=c), only=["A", "B", "C"])
    third = js.watch_leader(path, only=["C", "B"])
    assert [one.position for one in third.groups] == [1, 2, 3]
    assert second.alpha_spent == pytest.approx(0.05 / 6)
    assert [one.alpha_spent for one in third.groups] == pytest.approx([1 / 40, 1 / 120, 1 / 240])
    # As many statements as there are, 36, do not matter: p is the same, its limit is not.
    assert second.p_value == first.p_value and second.best["time"] == ["C", "B", "A"]
    assert second.n == 20 and "number 1: A and B, 20 data sets" in second.summary()
    # Of C and B all results were there already when they joined: they do not count.
    assert (third.n, third.looks) == (0, ())
    more = table_of(["++"] * 22, C=np.tile([99.0, 1.0], (22, 1)))
    js.watch_leader(path, more, only=["A", "B", "C"])
    sizes = {one.algorithms: one.n for one in js.watch_leader(path).groups}
    assert sizes == {("A", "B"): 22, ("A", "B", "C"): 22, ("C", "B"): 2}
    assert [look.n for look in js.watch_leader(path, only=["B", "A"]).looks] == [20, 22]


def test_alone_the_whole_level_is_spent_and_nobody_joins(path):
    table = table_of(["++"] * 3, C=np.zeros((3, 2)))
    alone = js.watch_leader(path, table, only=["A", "B"])
    assert alone.alpha_spent == 0.05 and alone.position is None
    before = Path(path).read_bytes()
    with pytest.raises(errors.LedgerError, match=r"spends all of its level on A and B.*position"):
        js.watch_leader(path, table, only=["A", "B", "C"])
    assert Path(path).read_bytes() == before


def test_a_position_is_taken_once(path):
    table = table_of(["++"] * 3, C=np.zeros((3, 2)))
    js.watch_leader(path, table, only=["A", "B"], position=2)
    with pytest.raises(errors.LedgerError, match=r"Position 2 .* is taken.*3"):
        js.watch_leader(path, table, only=["A", "C"], position=2)
    assert js.watch_leader(path, table, only=["A", "C"], position=1).alpha_spent == 0.025
    with pytest.raises(errors.LedgerError, match="position is 1, not 4"):
        js.watch_leader(path, only=["C", "A"], position=4)
    assert js.watch_leader(path, table, only=["B", "C"]).position == 3


def test_a_whole_ledger_errs_at_most_as_often_as_alpha():
    # Three groups, two tied statements in each, looks after each of 100 data sets: by the kernel.
    rng, tables, alpha = np.random.default_rng(6), 100, 0.2
    wrong = 0
    for _ in range(tables):
        groups = [leader_looks.leader_looks(rng.integers(0, 2, 100), 2) for _ in range(3)]
        wrong += any(
            one.most_probable(unseen=False)[1][-1] <= looks_kernel.spent_level(i + 1, alpha)
            for i, one in enumerate(groups)
        )
    assert 0 < wrong / tables <= alpha + 3 * np.sqrt(alpha * (1 - alpha) / tables)


# --- The file -------------------------------------------------------------------------------------


def test_people_can_read_it(path):
    js.watch_leader(path, table_of(["++", "+-"]))
    text = Path(path).read_text(encoding="utf-8")
    known = json.loads(text)
    assert known["datasets"][1]["results"]["B"] == {"accuracy": 83.0, "time": 23.0}
    assert known["groups"][0]["datasets"] == ["d0", "d1"]
    assert known["looks"][0]["leader"] == "B is better than A on accuracy and time"
    assert sum(line.startswith("    {") for line in text.splitlines()) == 4


def test_nothing_new_is_no_look(path):
    table = table_of(["++", "+-"])
    js.watch_leader(path, table)
    before = Path(path).read_bytes()
    again = js.watch_leader(path, table)
    assert (again.n_new, len(again.looks)) == (0, 1)
    assert Path(path).read_bytes() == before
    assert os.listdir(os.path.dirname(path)) == [os.path.basename(path)]


def test_results_do_not_change_whichever_group_has_them(path):
    table = table_of(["++", "+-"], C=np.zeros((2, 2)))
    js.watch_leader(path, table, only=["A", "B"], position=1)
    before = Path(path).read_bytes()
    changed = table_of(["++", "++"], C=np.zeros((2, 2)))
    for only in (["A", "B"], ["B", "C"]):
        with pytest.raises(errors.LedgerError, match=r'23\.0 as time of B on "d1", and this table'):
            js.watch_leader(path, changed, only=only)
    assert Path(path).read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"time": 23.0', '"time": 17.0', "changed by hand"),
        ('"datasets": ["d0", "d1"', '"datasets": ["d1", "d0"', "changed by hand"),
        ('"datasets": ["d0", "d1"', '"datasets": ["d0"', "changed by hand"),
        ('"datasets": ["d0", "d1"', '"datasets": ["d0", "x"', "changed by hand"),
        ('"count": 5.0', '"count": 6.0', "changed by hand"),
        ('"certified": null', '"certified": "B is best"', "changed by hand"),
        ('"schema": 1', '"schema": 9', "schema 9"),
        ('"groups"', '"teams"', "is not a ledger"),
        ("{", "", "is not a ledger of leaders"),
    ],
)
def test_what_somebody_changed_is_refused(path, old, new, words):
    js.watch_leader(path, table_of(["+-"] + ["++"] * 5))
    text = Path(path).read_text(encoding="utf-8")
    assert old in text
    Path(path).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(errors.LedgerError, match=words) as caught:
        js.watch_leader(path)
    assert "\n" not in str(caught.value)


def test_a_ledger_of_a_claim_is_another_file(path):
    js.watch_claim(path, table_of(["++"]), "B", "A", better=["time"])
    with pytest.raises(errors.LedgerError, match="is a ledger of a claim: watch_claim"):
        js.watch_leader(path, table_of(["++"]))
    js.watch_leader(path + "2", table_of(["++"]))
    with pytest.raises(errors.LedgerError, match="is a ledger of leaders: watch_leader"):
        js.watch_claim(path + "2")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"question": "best"}, 'question is "orderings", not "best"'),
        ({"ties": "split"}, "ties"),
        ({"alpha": 0.1}, "alpha is 0.05, not 0.1"),
        ({"position": 1}, "position"),
        ({"only": ["A"]}, "at least two"),
        ({"only": ["A", "A"]}, "two different"),
    ],
)
def test_what_was_said_stays(path, options, words):
    js.watch_leader(path, table_of(["++"]))
    with pytest.raises(js.JointStatsError, match=words):
        js.watch_leader(path, **options)
    assert js.watch_leader(path, alpha=0.05, question="orderings", ties="auto").n == 1


@pytest.mark.parametrize(
    ("data", "options", "error", "words"),
    [
        ((), {}, errors.OptionError, "does not exist yet: name its algorithms, only"),
        ((), {"only": ["A", "B"]}, errors.OptionError, "measures"),
        ((), {"only": ["A"], "measures": WAYS}, errors.AlgorithmError, "at least two"),
        ((), {"only": ["A", "B", "C"], "measures": WAYS, "ties": "equal"}, errors.OptionError,
         "needs two algorithms"),
        ((), {"only": ["A", "B"], "question": "each"}, errors.OptionError, "question"),
    ],
)  # fmt: skip
def test_a_ledger_needs_algorithms_and_measures(path, data, options, error, words):
    with pytest.raises(error, match=words):
        js.watch_leader(path, *data, **options)
    assert os.listdir(os.path.dirname(path)) == []


def test_measures_of_a_later_table_are_the_ledger_s(path):
    js.watch_leader(path, table_of(["++"]))
    other = js.results_table(
        {"A": [[1, 2, 3]], "B": [[2, 1, 4]]}, datasets=["x"],
        measures={"memory": "min", "time": "min", "accuracy": "max"},
    )  # fmt: skip
    assert js.watch_leader(path, other).n == 2
    assert ledger_file.read(path, ledger_file.LEADER).results["x"]["A"] == {
        "accuracy": 3.0,
        "time": 2.0,
    }
    with pytest.raises(errors.LedgerError, match=r"no rope in the ledger .* and a rope of 2"):
        js.watch_leader(path, table_of(["++"], start=5, rope={"time": 2}))


# --- On the command line, and how it is shown -----------------------------------------------------


def test_the_command(path, tmp_path, capsys):
    frame = table_of(["++"] * 12, C=np.zeros((12, 2))).to_frame()
    results = str(tmp_path / "results.csv")
    frame.to_csv(results, index=False)
    columns = ["--dataset", "dataset", "--algorithm", "algorithm"]
    ledger = ["--ledger", path]
    assert main(["leader", *ledger, "--only", "A", "B", "--max", "accuracy", "--min", "time",
                 "--position", "1", "--rope", "time", "0.5"]) == 0  # fmt: skip
    assert "Written down" in capsys.readouterr().out
    assert main(["leader", results, *ledger, *columns]) == 0
    out = capsys.readouterr().out
    assert "After 12 data sets" in out and "12 data sets added now" in out
    assert main(["leader", results, *ledger, *columns, "--only", "A", "B", "C"]) == 0
    assert "what number 2 of this ledger may spend of 0.05" in capsys.readouterr().out
    assert main(["watch", *ledger]) != 0
    assert '"leader" reads it' in capsys.readouterr().err


def test_looks_as_a_frame_and_a_figure(path):
    for n in (3, 6, 12):
        result = js.watch_leader(path, table_of(["++"] * n))
    frame = result.to_frame()
    assert isinstance(frame, pd.DataFrame) and frame["n"].tolist() == [3, 6, 12]
    assert result.figures == ("looks",)
    shown = figures.figure(result)
    ahead, behind = shown.curves[:2]
    assert ahead.x == (3, 6, 12) and set(ahead.y) == {1.0} and set(behind.y) == {0.0}
    assert "shown to lead after 12" in result.caption()
    assert js.watch_leader(path + "2", table_of(["++"])).figures == ()


# --- The study ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def study():
    path = Path(__file__).parents[2] / "studies" / "looks" / "leader.py"
    return SimpleNamespace(**runpy.run_path(str(path)))


def test_the_study_bets_as_the_ledger_does(study):
    rng = np.random.default_rng(4)
    shown = rng.choice(4, size=(5, 120), p=[0.5, 0.2, 0.2, 0.1])
    statement, p, exact = study.p_values(shown, 4)
    for i, one in enumerate(shown):
        looks = leader_looks.leader_looks(one, 4).most_probable(unseen=False)
        assert p[i] == pytest.approx(looks[1], rel=1e-12)
        assert (statement[i] == looks[0]).all()
        low, high = np.sort(np.bincount(one, minlength=4))[-2:].tolist()
        both = stats.binomtest(high, high + low).pvalue
        assert exact[i, -1] == pytest.approx(both)


def test_the_study_s_table_is_that_of_its_designs(study):
    rows = study.done(study.HERE / "leader.csv")
    assert list(rows) == [*study.TIED, *study.ALONE]
    assert all(float(rows[name]["any_late"]) <= 0.05 for name in study.TIED)
    assert all(float(rows[name]["wrong_late"]) <= 0.025 for name in study.ALONE)
