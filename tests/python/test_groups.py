"""Groups of measures: their outcomes, comparisons and claims about them, in every front end."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, MISSING, WORSE, mirrored
from jointstats.kernels.joint.pair_counts import pair_counts
from jointstats.labelled.compare.claims import claims_of
from jointstats.labelled.errors import ColumnError, OptionError
from jointstats.labelled.table.groups import Group, grouped_outcomes, groups_of
from jointstats.presentation.bridge.calls import run as bridge
from jointstats.presentation.cli.main import main
from jointstats.presentation.report.repeat import python_call, r_call, shell_call

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


def test_outcomes_of_groups_by_hand():
    groups = (Group("q", ("x", "y", "z"), 2), Group("t", ("t",)))
    seen = np.array([[0, 0, 2, 2], [0, 1, 2, 0], [2, 2, 1, 1], [1, 1, 1, 1], [0, 0, 3, 0]])
    codes, sure, conflict = grouped_outcomes(seen, "xyzt", groups, [True] * 4)
    assert codes.tolist() == [[0, 2], [1, 0], [2, 1], [1, 1], [MISSING, 0]]
    assert sure.tolist() == [[True, True]] * 4 + [[True, True]]
    assert conflict.tolist() == [False, True, False, False, False]
    _, sure, conflict = grouped_outcomes(seen, "xyzt", groups, [False] * 4)
    assert sure[:, 0].tolist() == [True, False, True, False, True]
    assert not conflict.any()  # what ties may hide is against everybody anyway


def test_groups_of_one_measure_are_the_measures():
    made = table(frame(algorithms="ABC"), rope={"acc": 0.3, "time": 0.1})
    groups = groups_of(made.measures, {name: [name] for name in WAYS}, "all")
    plain, grouped = (claims_of(made, None, 0.05, groups=of) for of in ((), groups))
    for one, other in zip(plain.pairs, grouped.pairs, strict=True):
        assert (one.claim, one.p_value, one.p_adjusted, one.count, one.rest, one.shown) == (
            other.claim, other.p_value, other.p_adjusted, other.count, other.rest, other.shown
        )  # fmt: skip
        assert other.grouped
    assert plain.level_shares == grouped.level_shares


def test_nobody_is_clean_where_a_group_is_in_conflict():
    # Better on time, and on quality each is worse somewhere: not "not worse on any group".
    seen = np.array([[[0, 2, 0]] * 6 + [[1, 1, 0]] * 3])
    groups = (Group("quality", ("x", "y")), Group("time", ("t",)))
    codes, sure, conflict = grouped_outcomes(seen, "xyt", groups, [True] * 3)
    assert pair_counts(codes, sure).clean.tolist() == [[9, 0]]
    counts = pair_counts(codes, sure, unclean=conflict)
    assert counts.clean.tolist() == [[3, 0]]
    assert counts.maybe_clean.tolist() == [[3, 0]]


def test_swapping_the_algorithms_mirrors_groups():
    seen = np.array(list(product(range(3), repeat=4)))
    for rule in ("all", "some", "wins", 3):
        groups = (Group("g", tuple("abc"), 2 if rule == 3 else rule), Group("h", ("d",)))
        for certain in ([True] * 4, [False] * 4, [True, False, True, False]):
            codes, sure, conflict = grouped_outcomes(seen, "abcd", groups, certain)
            other, same, still = grouped_outcomes(mirrored(seen), "abcd", groups, certain)
            np.testing.assert_array_equal(other, mirrored(codes))
            np.testing.assert_array_equal(same, sure)
            np.testing.assert_array_equal(still, conflict)


# --- Comparisons ---------------------------------------------------------------------------------


def test_a_trade_off_between_groups_is_shown():
    result = js.compare_algorithms(table(), groups=GROUPS, within="wins")
    (row,) = result.wins
    assert row.claim == "outcome_most_data_sets"
    values = table().oriented()
    better = (values[..., 0] > values[..., 1]).astype(int)
    both = (better[:, :3].sum(axis=1) > 1) & (better[:, 3] == 0)
    assert row.count == both.sum()
    assert "A is better on quality, B on cost" in result.verdict
    assert result.findings[2].startswith(
        "Claims are about groups of measures: better on quality is better on more of acc, auc and "
        "f1 than worse; cost"
    )


def test_who_is_better_on_one_group_has_not_won_where_another_is_in_conflict():
    data = frame(n=30)
    flip = data.algorithm.eq("A")
    data["acc"], data["auc"] = flip * 1.0, 1.0 - flip  # each has one of quality
    data["f1"] = np.where(flip, data.f1, data.f1)
    data["time"] = 1.0 - flip
    result = js.compare_algorithms(table(data), groups=GROUPS)
    (row,) = result.wins
    assert row.winner is None
    assert not row.traded
    assert "A and B are without a winner on quality and A is better on cost" in result.verdict
    named = js.compare_algorithms(table(data[::-1]), groups=GROUPS)  # B comes first
    assert "B and A are without a winner on quality and A is better on cost" in named.verdict
    three = pd.concat([data, data[flip].assign(algorithm="C")])
    assert (
        "one is better on a group, and neither"
        in js.compare_algorithms(table(three), groups=GROUPS).verdict
    )


def test_a_measure_in_no_group_stands_alone_and_the_others_keep_their_order():
    made = groups_of(WAYS, {"late": ["f1", "acc"]}, "wins")
    assert [(one.name, one.measures, one.alone) for one in made] == [
        ("late", ("f1", "acc"), False), ("auc", ("auc",), True), ("time", ("time",), True)
    ]  # fmt: skip


def test_groups_with_families_and_with_missing_results():
    data = frame(algorithms="ABC", n=48)
    data["family"] = [f"f{int(name[1:]) // 2}" for name in data.dataset]
    flips = js.compare_algorithms(table(data, cluster="family"), groups=GROUPS, within="wins")
    assert flips.families is not None
    assert flips.decided
    holes = frame(algorithms="ABC", n=48)
    holes.loc[::17, "auc"] = np.nan
    result = js.compare_algorithms(
        table(holes, missing="unknown"), groups=GROUPS, within={"quality": 2}
    )
    assert all(row.p_adjusted_worst >= row.p_adjusted for row in (*result.wins, *result.open))


def test_a_comparison_of_groups_is_repeated_in_every_language():
    result = js.compare_algorithms(table(), groups=GROUPS, within={"quality": 2})
    assert "groups={'quality': ['acc', 'auc', 'f1'], 'cost': ['time']}" in python_call(
        result
    ) or 'groups={"quality": ["acc", "auc", "f1"], "cost": ["time"]}' in python_call(result)
    assert "--group quality acc auc f1 --group cost time --within quality 2" in shell_call(result)
    assert 'quality = c("acc", "auc", "f1"), cost = ' in r_call(result)


def test_the_report_says_what_groups_mean(tmp_path):
    result = js.compare_algorithms(table(frame(n=12)), groups=GROUPS, within="wins")
    result.to_html(tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "etter on quality is better on more of acc, auc and f1 than worse" in text


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
    assert found["wins"] == json.loads(json.dumps(direct.to_dict()["wins"]))
    of_r = bridge(
        "compare_algorithms", table(),
        groups={"quality": ["acc", "auc", "f1"], "cost": "time"}, within={"quality": 2.0},
    )  # fmt: skip
    assert of_r.groups == (Group("quality", ("acc", "auc", "f1"), 2), Group("cost", ("time",)))
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
        ({"auc": ["auc", "f1"]}, "all", 'The group "auc" has the name of a measure'),
        ({"q": ["auc", "f1"], "r": ["auc"]}, "all", 'is in the groups "q" and "r"'),
        ({"q": []}, "all", 'The group "q" has no measure'),
        ({"q": ["auc", "f1"]}, 1, "from 2 to 2; got 1"),
        ({"q": ["auc", "f1"]}, {"r": "all"}, 'names no group: "r"; there is "q"'),
        ({"q": ["auc", "f1"]}, "most", "must be one of"),
        (["auc"], "all", "Groups have names and measures"),
        ({}, "all", "Groups have names and measures"),
        (None, "wins", "name the groups"),
    ],
)
def test_groups_that_are_none(groups, within, why):
    with pytest.raises(OptionError, match=why):
        js.compare_algorithms(table(), groups=groups, within=within)
    with pytest.raises(ColumnError, match='"wrong"'):
        js.compare_algorithms(table(), groups={"q": ["auc", "wrong"]})


# --- Claims --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("within", "least"), [("wins", 2), (2, 2), ("all", 3), (3, 3)])
def test_a_claim_about_a_group_is_that_about_so_many_of_its_measures(within, least):
    made = table()
    quality = GROUPS["quality"]
    one = js.claim_test(made, "A", "B", better=["quality"], groups=GROUPS, within=within)
    other = js.claim_test(made, "A", "B", better=quality, at_least=least)
    for name in ("count", "p_value", "n_only_opposite", "p_value_opposite", "share_low"):
        assert getattr(one, name) == getattr(other, name)
    assert one.groups[0].name == "quality"
    assert one.rows[-1].measure == "quality"
    assert one.rows[-1].rope is None
    assert "Better on quality is better on" in one.verdict


def test_not_worse_and_equal_on_a_group_are_so_on_all_of_its_measures():
    made = table(rope=dict.fromkeys(WAYS, 0.5))
    for ask in ("not_worse", "equal"):
        one = js.claim_test(made, "B", "A", better="time", groups=GROUPS, **{ask: "quality"})
        other = js.claim_test(made, "B", "A", better="time", **{ask: GROUPS["quality"]})
        assert one.count == other.count
        assert one.claim == other.claim


def test_a_claim_about_a_group_with_missing_results_has_bounds():
    data = frame()
    data.loc[::9, "auc"] = np.nan
    made = table(data, missing="unknown")
    one = js.claim_test(made, "A", "B", better=["quality"], groups=GROUPS, within=2)
    other = js.claim_test(made, "A", "B", better=GROUPS["quality"], at_least=2)
    assert one.unknown == other.unknown


# --- The study -----------------------------------------------------------------------------------


def test_codes_of_outcomes_are_what_the_tests_here_take_them_for():
    assert (BETTER, EQUAL, WORSE, MISSING) == (0, 1, 2, 3)


def test_the_matrix_and_the_board_say_that_they_are_about_groups():
    weka = js.load_dataset("weka")
    compared = js.compare_algorithms(weka, groups={"quality": ["accuracy", "auc"]}, within="wins")
    assert "the row is better on every group" in " ".join(compared.summary().split())
    assert "truly better on every group at once" in " ".join(compared.leaderboard.summary().split())
    assert "on all 6 measures at once" in " ".join(js.leaderboard(weka).summary().split())
