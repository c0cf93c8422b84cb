"""What options may be: seeds, whole numbers, directions, places; where it holds and where not."""

import os
import warnings
from contextlib import nullcontext

import numpy as np
import pytest

import jointstats as js
from jointstats.labelled import locks, options
from jointstats.labelled.compare.tiers import tiers_of
from jointstats.labelled.errors import DirectionError, OptionError
from jointstats.labelled.joint import ledger_file


def test_a_generator_gives_a_seed_of_its_own():
    seeds = [options.seed(np.random.default_rng(i)) for i in range(4)]
    assert len(set(seeds)) == 4 and max(seeds) > 2**40
    assert seeds[0] == int(np.random.default_rng(0).integers(2**53))
    assert options.seed(7) == 7


def test_a_whole_number_or_the_words_beside_it():
    assert options.whole_number("draws", 3, 1) == 3
    with pytest.raises(OptionError, match=r"must be a whole number; got 2\.5"):
        options.whole_number("draws", 2.5, 1)
    with pytest.raises(OptionError, match='"auto" or'):
        options.whole_number("draws", "many", 1, also=["auto"])
    with pytest.raises(OptionError) as caught:
        options.whole_number("draws", "many", 1)
    assert '"auto"' not in str(caught.value)


def test_the_example_is_of_what_has_a_direction():
    with pytest.raises(DirectionError, match=r"every measure .*accuracy"):
        options.directions(["acc"])
    with pytest.raises(DirectionError, match=r"every property .*price") as caught:
        options.directions(["price"], "per_algorithm", "property")
    assert "accuracy" not in str(caught.value)


def test_who_changes_a_ledger_is_alone_and_who_reads_one_is_not(tmp_path, monkeypatch):
    kept, path = [], str(tmp_path / "a.json")
    monkeypatch.setattr(locks, "locked", lambda path: kept.append(path) or nullcontext())
    ledger_file.alone(path, changes=False)  # it does not exist, and will be made
    (tmp_path / "a.json").write_text("{}")
    assert os.path.exists(path) and kept == [path]
    ledger_file.alone(path, changes=True)
    assert kept == [path, path]
    ledger_file.alone(path, changes=False)
    assert kept == [path, path]


def test_letters_are_a_span_only_where_there_are_too_many_groups(monkeypatch):
    """Neighbours are alike, all others separated: five groups, two of each algorithm within."""
    apart = np.abs(np.subtract.outer(np.arange(6), np.arange(6))) > 1
    ranks = np.arange(6.0)
    assert tiers_of(ranks, apart) == (["a", "ab", "bc", "cd", "de", "e"], True)
    monkeypatch.setattr("jointstats.labelled.compare.tiers.MOST_GROUPS", 4)
    assert tiers_of(ranks, apart)[0] == ["a", "a–b", "b–c", "c–d", "d–e", "e"]
    apart = np.abs(np.subtract.outer(np.arange(7), np.arange(7))) > 2
    assert tiers_of(np.arange(7.0), apart)[0] == ["a", "a–b", "a–c", "b–d", "c–e", "d–e", "e"]


def test_the_share_of_a_statement_that_is_not_the_most_frequent_has_no_interval():
    ways = {"acc": "max", "time": "max"}
    often = js.StatementCounts.from_vector([9, 2, 1, 3], measures=ways)
    assert js.network_test(often, structure=[]).chosen_share.low > 0.2
    # The best graph has no arc: the product of two majorities leads, and was seen least of four.
    seldom = js.StatementCounts.from_vector([4, 7, 7, 0], measures=ways)
    found = js.network_test(seldom, structure=[])
    assert found.statements[0].count == 4 and found.chosen_share is None


FAR = {
    "alpha": 0.2, "level": 0.8, "p_adjust": "BH", "control": "B", "prior_strength": 2.5,
    "post_hoc": "holm", "test": "glrt",
}  # fmt: skip
TESTS = {
    js.sign_test: ("alpha", "level", "p_adjust", "control"),
    js.wilcoxon_test: ("alpha", "level", "p_adjust", "control"),
    js.bayes_sign_test: ("alpha", "level", "control", "prior_strength"),
    js.friedman_test: ("alpha", "post_hoc"),
    js.glrt_test: ("alpha", "level"),
    js.bayes_test: ("alpha", "level"),
    js.pareto_test: ("alpha", "level", "p_adjust"),
    js.pairwise_tests: ("alpha", "p_adjust", "control", "test"),
    js.compare_algorithms: ("alpha", "p_adjust", "control"),
    js.leaderboard: ("alpha",),
}


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__)
def test_a_result_says_the_options_and_has_the_measures_and_algorithms_asked_for(test):
    x = np.random.default_rng(5).normal(size=(9, 3, 4))
    ways = {"x": "max", "y": "min", "z": "max"}
    made = js.results_table_matrices(
        {name: x[:, :, i] for i, name in enumerate("ABCD")}, measures=ways
    )
    options = {name: FAR[name] for name in TESTS[test]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = test(made, only=["D", "B", "A"], on=["z", "y"], **options)
        plain = test(made.select(["D", "B", "A"], ["z", "y"]), **options)
    assert (found.algorithms, list(found.measures)) == (("D", "B", "A"), ["z", "y"])
    kept = [name for name in options if name != "test" and hasattr(found, name)]
    assert {*kept} >= options.keys() - {"p_adjust", "test"}
    assert [getattr(found, name) for name in kept] == [options[name] for name in kept]
    assert list(found.rows) == list(plain.rows)
