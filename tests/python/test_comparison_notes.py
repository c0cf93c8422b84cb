"""What a comparison says of the results: ties, missing results, numbers that are not results."""

import numpy as np
import pytest

import jointstats as js

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

NAN = float("nan")
WAYS = {"x": "max", "y": "max"}


def notes(*datasets, ways=WAYS, n=8, **more):
    """The warnings, of each data set the measures, each with the results of all algorithms."""
    x = np.array(list(datasets) * n, dtype=float)
    x *= np.linspace(1, 2, len(x))[:, None, None]
    made = {name: x[:, :, i] for i, name in enumerate("ABC"[: x.shape[2]])}
    table = js.results_table(made, measures=ways, **more)
    said = [str(text) for text in js.compare_algorithms(table).warnings]
    assert [str(text) for text in js.leaderboard(table).warnings] == said
    return said


def test_results_that_differ_call_for_nothing():
    assert notes([[1, 2], [1, 2]], [[2, 1], [3, 4]]) == []


def test_ties_without_a_rope_are_counted_with_the_cure():
    (said,) = notes([[1, 1], [1, 2]], [[3, 4], [3, 4]])
    assert said == (
        "Equal numbers (x on 8 of 16 data sets) may hide a difference and count against every "
        'claim. For real ties, set practical equivalence (rope): rope={"x": 0}.'
    )


def test_a_declared_rope_makes_ties_real():
    tied = [[1, 1], [1, 2]], [[3, 4], [3, 4]]
    assert notes(*tied, rope={"x": 0}) == notes(*tied, rope={"x": 0.5}) == []


def test_missing_results_are_counted_by_how_they_are_read():
    gap = [[1, 2], [1, 2]], [[NAN, 1], [3, 4]]
    assert notes(*gap, missing="unknown") == [
        "8 of 64 results are missing: each counts against every claim that it could help."
    ]
    (dropped,) = notes(*gap, missing="drop")
    assert "right only if results are missing independently of all results" in dropped
    assert 'missing="unknown"' in dropped and 'missing="worst"' in dropped
    assert notes(*gap, missing="worst") == []


def test_a_number_of_the_algorithm_is_no_result():
    x = np.random.default_rng(0).normal(size=(20, 2, 2))
    x[:, 1] = [3.0, 7.0]
    values = {"A": x[:, :, 0], "B": x[:, :, 1]}
    said = js.compare_algorithms(values, measures={"x": "max", "price": "min"}).warnings
    assert any(text.startswith("price is the same number on every data set") for text in said)


def test_too_few_data_sets_or_families_are_told_with_how_many_it_takes():
    # The joint chains of the two sides err with 2^-n each, before one on a measure can be shown.
    (said,) = notes([[1, 2], [1, 2]], n=5)
    assert said.startswith("5 data sets cannot establish any claim about 1 pair at alpha = 0.05")
    assert "the smallest possible corrected p is 0.0625. It takes 6 data sets." in said
    (said,) = notes([[1, 2], [1, 2]], n=6)
    assert "any claim on one measure about 1 pair" in said and "It takes 7 data sets." in said
    assert notes([[1, 2], [1, 2]], n=7) == []
    families = {str(i + 1): f"f{i % 5}" for i in range(10)}
    (said,) = notes([[1, 2], [1, 2]], n=10, cluster=families)
    assert "5 families cannot establish any claim" in said and "It takes 6 families." in said


def test_one_screen_tells_why_nothing_is_shown():
    few = js.compare_algorithms({"A": [[1, 2]] * 4, "B": [[2, 1]] * 4}, measures=WAYS)
    assert "Note: 4 data sets cannot establish any claim" in str(few)
    assert "note" not in str(few).split("Note: ")[-1]  # and no more notes are promised
