"""Other settings one kind after the other, before a question whose answers are known."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from known_question import about, known, searched, table

import jointstats as js
from jointstats.labelled.errors import NoDataError
from jointstats.labelled.sensitivity import left_out, rules, variants
from jointstats.labelled.sensitivity.questions import Levels
from jointstats.labelled.sensitivity.search import Search

pytestmark = pytest.mark.filterwarnings("ignore")


# --- Levels and ropes -----------------------------------------------------------------------------


def at_levels(**said):
    """Statements by the level from which each is decided."""
    levels = {name: float(level) for name, level in said.items()}

    def at(alpha):
        return tuple(about(said=name) for name, level in levels.items() if level <= alpha)

    return Levels(np.unique([*levels.values()]), at)


@pytest.mark.parametrize(
    ("levels", "ends"),
    [
        ({}, (0.0, None)),
        ({"a": 0.02}, (0.02, None)),
        ({"a": 0.3}, (0.0, 0.3)),
        ({"a": 0.05}, (0.05, None)),
        ({"a": 0.01, "b": 0.05, "c": 0.2, "d": 0.3}, (0.05, 0.2)),
    ],
)
def test_the_same_is_decided_between_two_levels(levels, ends):
    found = at_levels(**levels)
    assert rules.same_levels(found, 0.05, found.at(0.05)) == ends


def test_a_level_at_which_nothing_new_is_decided_ends_nothing():
    def at(alpha):  # from 0.01 on, a; from 0.2 on, a and b
        return (about(said="a"),) * (alpha >= 0.01) + (about(said="b"),) * (alpha >= 0.2)

    found = Levels(np.array([0.01, 0.02, 0.1, 0.2, 0.3]), at)
    assert rules.same_levels(found, 0.05, at(0.05)) == (0.01, 0.2)


def test_levels_are_tried_at_three_values_and_just_outside_the_ends():
    def settings(**levels):
        one = Search(known(lambda data: at_levels(**levels)), table(), (), 9)
        one.base = at_levels(**levels).at(0.05)
        ends = rules.levels(one)
        (factor,) = one.factors
        return ends, [(row.setting, row.changed, row.limit) for row in one.settings], factor

    ends, rows, factor = settings(a=0.02, b=0.08)
    assert ends == (0.02, 0.08)
    assert rows == [
        ("alpha = 0.01", True, False),
        ("alpha = 0.1", True, False),
        ("alpha below 0.0200", True, True),
        ("alpha from 0.0800", True, True),
    ]
    assert (factor.how, factor.reruns, factor.tried, factor.changed) == ("exact", 1, 2, 2)
    assert factor.said == "the same is decided at every alpha from 0.0200 to below 0.0800"
    ends, rows, factor = settings()
    assert ends == (0.0, None) and [row[:2] for row in rows] == [
        ("alpha = 0.01", False),
        ("alpha = 0.1", False),
    ]
    assert factor.said == "the same is decided at every alpha"


def of_width(*changes):
    """Decides as many things as widths in `changes` are reached, of a rope on x."""

    def says(data, **other):
        return [about("A", "B", said=str(sum(data.rope["x"] >= one for one in changes)))]

    return known(says)


def steps(n=20):
    return table(values={"A": np.arange(1.0, n + 1)[:, None], "B": np.zeros((n, 1))})


@pytest.mark.parametrize("change", [1, 2, 5, 9, 10])
def test_the_nearest_wider_rope_is_the_one_at_which_it_changes(change):
    one = searched(of_width(change), steps())
    rules.ropes(one)
    (row,) = one.settings  # no rope: nothing to halve
    assert (row.setting, row.limit, row.changed) == (f"a rope of {change:g} on x", True, True)
    (factor,) = one.factors
    assert factor.said == f"nearest widths that change it: {float(change):.3g} on x".replace(
        f"{float(change):.3g} on", f"{rules.wording.significant(float(change))} on"
    )
    assert (factor.factor, factor.how) == ("rope", "searched")


def test_ropes_narrower_and_wider_than_the_one_that_is_there():
    data = replace(steps(), rope={"x": 4.0})
    one = searched(of_width(3, 7), data)
    rules.ropes(one)
    assert [(row.setting, row.changed, row.limit) for row in one.settings] == [
        ("a rope of 0 on x", True, False),
        ("a rope of 2 on x", True, False),
        ("a rope of 8 on x", True, False),
        ("a rope of 2 on x", True, True),  # of 3 on, the same is decided as with 4
        ("a rope of 7 on x", True, True),
    ]
    assert one.factors[0].said == "nearest widths that change it: 2.00 on x; 7.00 on x"
    same = searched(of_width(), data)
    rules.ropes(same)
    assert [row.limit for row in same.settings] == [False] * 3
    assert same.factors[0].said == "no width that was tried changes it"


def test_ropes_that_leave_too_much_open_decide_nothing():
    def says(data, **other):
        if data.rope["x"] >= 5:
            raise js.errors.TieExpansionError("too many")
        return [about("A", "B")]

    one = searched(known(says), steps())
    rules.ropes(one)
    (row,) = one.settings
    assert (row.setting, row.gone, row.n_decided) == ("a rope of 5 on x", ("x",), 0)


def test_ropes_of_other_measures_are_left_when_the_computations_are_spent():
    data = table(measures="xyz", n=20)
    one = searched(known(), data, most=3)
    rules.ropes(one)
    assert one.not_tried == [
        f"Ropes on {name}: other measures have taken long enough." for name in "yz"
    ]
    alike = table(values={"A": np.ones((3, 1)), "B": np.ones((3, 1))})
    none = searched(known(), alike)
    rules.ropes(none)
    assert none.settings == [] and none.reruns == {}


# --- Ties, what is missing, runs and priors -------------------------------------------------------


def test_each_other_rule_of_ties_is_tried_once():
    def tried(data, by_pairs=True, **options):
        asked = []
        one = Search(
            known(lambda _, **other: asked.append(other) or (), by_pairs=by_pairs, **options),
            data, (), 9,
        )  # fmt: skip
        rules.ties(one)
        assert [row.how for row in one.factors] == ["exact"] * bool(one.settings)
        return [row.setting for row in one.settings], asked

    equal, split = "ties as an outcome of their own", "ties split"
    roped = "ties an outcome where there is a rope"
    plain, part = table(measures="xy"), table(measures="xy", rope={"x": 0.1})
    assert tried(plain, ties="auto") == ([equal], [{"ties": "equal"}])
    assert tried(plain, ties="equal") == ([roped], [{"ties": "auto"}])
    assert tried(part, ties="auto") == ([equal, split], [{"ties": "equal"}, {"ties": "split"}])
    assert tried(part, ties="split")[0] == [roped, equal]
    assert tried(plain) == ([], [])
    many = table(3, measures="xy", rope={"x": 0.1})
    assert tried(many, ties="auto")[0] == [equal, split]
    assert tried(many, by_pairs=False, ties="auto")[0] == []


def test_only_kept_runs_have_medians_and_averages_say_so():
    rows = pd.DataFrame(
        [{"d": d, "a": a, "r": r, "x": float(r == 0)} for d in "pq" for a in "AB" for r in range(3)]
    )
    roles = {"dataset": "d", "algorithm": "a", "measures": {"x": "max"}}
    means = []
    question = known(lambda data, **other: means.append(data.values.tolist()) or ())
    kept = searched(question, js.results_table(rows, **roles, runs="r", run_kind="independent"))
    rules.runs(kept)
    assert means == [[[[1 / 3] * 2]] * 2, [[[0.0] * 2]] * 2]
    assert [row.setting for row in kept.settings] == ["medians of the runs"] and not kept.not_tried
    assert [(one.factor, one.how) for one in kept.factors] == [("runs", "exact")]
    averaged = searched(question, js.results_table(rows, **roles, aggregate="mean"))
    rules.runs(averaged)
    assert averaged.settings == [] and averaged.not_tried == [
        "Medians or means of the runs: the table does not keep them (runs, when it is made)."
    ]
    single = searched(question, table())
    rules.runs(single)
    assert single.settings == single.not_tried == single.factors == []


def test_every_other_prior_rule_and_sample_size_is_tried():
    def tried(of="bayes_test", **options):
        asked = []
        one = Search(known(lambda _, **other: asked.append(other) or (), of=of, **options), table(),
                     (), 99)  # fmt: skip
        rules.priors(one)
        return {row.setting: other for row, other in zip(one.settings, asked, strict=True)}

    default = tried(prior="symmetric", prior_strength=None, rule="lower")
    assert "prior strength 1" not in default and default.pop("the papers' rule") == {
        "rule": "probability"
    }
    assert default == {said: other for said, other in rules.PRIORS if said != "prior strength 1"}
    jeffreys = tried(prior="jeffreys", prior_strength=None, rule="probability")
    assert jeffreys["the rule of the lower bound"] == {"rule": "lower"}
    assert "Jeffreys' prior" not in jeffreys and len(jeffreys) == 8
    strong = tried(prior="symmetric", prior_strength=2.0)
    assert "prior strength 2" not in strong and "prior strength 1" in strong and len(strong) == 7
    bounds = tried(prior="imprecise", prior_strength=None)
    assert "the imprecise prior of strength 1" not in bounds and len(bounds) == 7
    sizes = tried("network_test", ess=2.0)
    assert sizes == {f"equivalent sample size {size:g}": {"ess": size} for size in (0.5, 1.0, 4.0)}
    assert tried("glrt_test") == {}


# --- Left out -------------------------------------------------------------------------------------


def test_options_that_name_a_measure_lose_it():
    def left(**options):
        return left_out._ungrouped(options, "x")

    assert left() == {} == left(groups=None, within="all", ties="auto")
    assert left(ties={"x": "equal", "y": "split"}) == {"ties": {"y": "split"}}
    assert left(groups={"g": ["x", "y"]}, within="some") == {"groups": {"g": ["y"]}}
    assert left(groups={"g": ["x"], "h": ["y", "z"]}, within={"g": "some", "h": "wins"}) == {
        "groups": {"h": ["y", "z"]},
        "within": {"h": "wins"},
    }
    assert left(groups={"g": ["x"]}, within={"g": "some"}) == {"groups": None, "within": "all"}
    assert left(groups={"g": ["x"]}, within="some") == {"groups": None, "within": "all"}


def test_each_measure_is_left_out_with_its_own_words_and_options():
    asked = []

    def says(data, **other):
        asked.append((tuple(data.measures), other))
        return ()

    one = searched(known(says, ties={"x": "equal", "z": "split"}), table(measures="xyz"))
    left_out.measures(one)
    assert asked[1:] == [
        (("y", "z"), {"ties": {"z": "split"}}),
        (("x", "z"), {"ties": {"x": "equal", "z": "split"}}),
        (("x", "y"), {"ties": {"x": "equal"}}),
    ]
    assert [row.setting for row in one.settings] == [f"without the measure {m}" for m in "xyz"]
    assert [(row.factor, row.how) for row in one.factors] == [("measure", "exact")]
    for question, data in ((known(), table()), (known(of="claim_test"), table(measures="xy"))):
        none = searched(question, data)
        left_out.measures(none)
        assert none.settings == none.factors == []


def test_each_algorithm_but_the_control_is_left_out():
    def left(question, data, **more):
        one = searched(question, data, **more)
        left_out.algorithms(one)
        return one, [row.setting.removeprefix("without the algorithm ") for row in one.settings]

    one, names = left(known(lambda data, **_: [about(*data.algorithms)]), table(4))
    assert names == list("ABCD") and one.factors[0].how == "exact" and not one.not_tried
    assert [row.n_decided for row in one.settings] == [1] * 4
    one, names = left(known(control="B"), table(4), most=2)
    assert names == ["A", "C"] and one.factors[0].how == "tried"
    assert one.not_tried == [
        "1 of 3 algorithms were not left out: of so many pairs each takes long."
    ]
    assert left(known(), table(2))[1] == left(known(by_pairs=False), table(3))[1] == []


def test_data_sets_that_show_the_same_are_computed_once_and_told_each():
    values = {"A": [[1.0], [2.0], [0.0], [3.0]], "B": [[0.5]] * 4}
    one = searched(known(lambda data, **_: [about("A", "B", said=str(data.n))]),
                   table(values=values))  # fmt: skip
    left_out.datasets(one)
    names = one.table.datasets
    assert [row.setting for row in one.settings] == [f"without {name}" for name in names]
    assert one.reruns == {"data set": 2} and one.factors[0].how == "exact"
    assert [row.new for row in one.settings] == [("3",)] * 4
    few = searched(known(), table(values=values), most=1)
    left_out.datasets(few)
    assert len(few.settings) == 3 and few.factors[0].how == "tried"
    assert few.not_tried == ["1 of 4 data sets were not left out: most = 1 computations are spent."]


def test_data_sets_of_orderings_with_a_rope_stand_each_alone():
    def computed(l, by_pairs, **options):
        data = table(l, values={name: np.full((3, 1), 9.0 * i) for i, name in enumerate("ABC"[:l])},
                     **options)  # fmt: skip
        one = searched(known(by_pairs=by_pairs), data)
        left_out.datasets(one)
        return one.reruns["data set"]

    rope = {"rope": {"x": 1.0}}
    assert computed(3, False, **rope) == 3  # ropes do not make one order of three
    assert computed(3, False) == computed(3, True, **rope) == computed(2, False, **rope) == 1


def test_what_cannot_be_left_out_is_told_once():
    single = table(values={"A": [[1.0]], "B": [[0.0]]})
    one = searched(known(), single)
    left_out.datasets(one)
    (name,) = single.datasets
    assert one.not_tried == [f"Without {name}: No data set is left."] and one.settings == []


def test_families_are_named_with_their_size():
    rows = pd.DataFrame(
        [{"d": d, "a": a, "f": "one" if d in "pq" else "two", "x": float(a == "A")}
         for d in "pqr" for a in "AB"]
    )  # fmt: skip
    roles = {"dataset": "d", "algorithm": "a", "measures": {"x": "max"}}
    left = []
    question = known(lambda data, **_: left.append(data.datasets) or ())
    one = searched(question, js.results_table(rows, **roles, cluster="f"))
    left_out.families(one)
    assert [row.setting for row in one.settings] == [
        "without the family one (2 data sets)",
        "without the family two (1 data set)",
    ]
    assert left[1:] == [("r",), ("p", "q")]
    alone = js.results_table(rows.assign(f=rows["d"]), **roles, cluster="f")
    for data in (alone, js.results_table(rows.drop(columns="f"), **roles)):
        none = searched(question, data)
        left_out.families(none)
        assert none.settings == []


# --- Other tables ---------------------------------------------------------------------------------


def with_holes(missing):
    rows = [
        {"d": f"D{i}", "a": a, "x": np.nan if (i, a) in {(1, "B"), (3, "C")} else i + ord(a) * 1.5}
        for i in range(5)
        for a in "ABC"
    ]
    return js.results_table(
        pd.DataFrame(rows), dataset="d", algorithm="a", measures={"x": "max"}, missing=missing
    )


@pytest.mark.parametrize("missing", ["drop", "unknown", "worst"])
def test_the_other_treatments_are_those_of_a_table_made_so(missing):
    made = dict(variants.treatments(with_holes(missing)))
    assert set(made) == {"drop", "unknown", "worst"} - {missing}
    for rule, found in made.items():
        there = with_holes(rule)
        assert found.missing == rule and set(found.datasets) == set(there.datasets)
        order = [found.datasets.index(name) for name in there.datasets]
        assert np.array_equal(found.values[order], there.values, equal_nan=True)
        assert {one.dataset for one in found.dropped} == {one.dataset for one in there.dropped}
        assert found.unknown == there.unknown
    assert list(variants.treatments(table())) == []


def test_what_is_left_of_a_table_keeps_what_is_known_of_the_rest():
    every = with_holes("unknown")
    assert variants.datasets_of(every) == ("D0", "D2", "D4", "D1", "D3")
    assert variants.datasets_of(with_holes("drop")) == ("D0", "D2", "D4")
    left = variants.without(every, {"D2", "D1"})
    assert left.datasets == ("D0", "D4") and [one.dataset for one in left.dropped] == ["D3"]
    assert np.array_equal(left.incomplete, every.incomplete[1:], equal_nan=True)
    assert np.array_equal(left.values, every.values[[0, 2]])
    assert variants.without(every, {"D0", "D2", "D4"}).n == 0  # A and C are known on D1
    with pytest.raises(NoDataError, match="No data set is left"):
        variants.without(table(), set(table().datasets))


def test_widths_at_which_ties_begin_are_the_distances_of_pairs():
    values = {"A": [[0.0], [5.0]], "B": [[1.0], [5.0]], "C": [[3.0], [9.0]]}
    data = table(values=values)
    assert variants.differences(data, "x", None).tolist() == [1, 2, 3, 4]
    assert variants.differences(data, "x", "A").tolist() == [1, 3, 4]
    assert variants.differences(data, "x", "C").tolist() == [2, 3, 4]
    doubled = {name: np.array(own) * [1, 2] for name, own in values.items()}
    two = table(measures="xy", values=doubled)
    assert variants.differences(two, "y", None).tolist() == [2, 4, 6, 8]
    holes = variants.differences(with_holes("unknown"), "x", None)
    assert holes.tolist() == [1.5, 3]
    assert variants.with_rope(two, "y", 2).rope == {"x": 0.0, "y": 2.0}


def test_data_sets_are_alike_that_show_the_same_of_every_pair():
    values = {"A": [[3.0], [9.0], [0.0], [3.0]], "B": [[2.0], [5.0], [1.0], [1.0]],
              "C": [[1.0], [4.0], [2.0], [2.0]]}  # fmt: skip
    data = table(values=values)
    kinds = variants.alike(data, None, by_outcomes=True)
    assert kinds[0] == kinds[1] and len(set(kinds.tolist())) == 3
    against = variants.alike(data, "A", by_outcomes=True)  # B and C may change places
    assert against[0] == against[1] == against[3] != against[2]
    assert variants.alike(data, None, by_outcomes=False).tolist() == [0, 1, 2, 3]
    named = data.datasets
    families = replace(data, families=dict(zip(named, "fgff", strict=True)))
    assert len(set(variants.alike(families, "A", by_outcomes=True).tolist())) == 3
