"""What is missing of a table, told in a sentence."""

import numpy as np
import pytest
from sayings import said

import jointstats as js
from jointstats import errors

NAN = np.nan


def judged(rows, datasets, algorithms="AB", missing="raise"):
    """A table of one measure, of a row for each data set."""
    matrices = dict(zip(algorithms, np.array(rows).T, strict=True))
    js.results_table(matrices, measures={"acc": "max"}, missing=missing, datasets=datasets)


def test_up_to_three_missing_results_are_named():
    def missing(number):
        rows = [[NAN if i < number else 1.0, 1.0] for i in range(9)]
        return said(errors.MissingValuesError, judged, rows, list("stuvwxyz0"))

    assert missing(1).startswith('1 result is missing: acc of A on "s". Say missing="unknown" to ')
    first = 'acc of A on "s"; acc of A on "t"; acc of A on "u"'
    assert missing(3).startswith(f"3 results are missing: {first}. Say ")
    assert missing(4).startswith(f"4 results are missing: {first} and 1 more. Say ")
    for rule in ("drop", "worst", "unknown"):
        judged([[NAN, 1.0], [1.0, 1.0]], ["s", "t"], missing=rule)
    judged([[1.0, 1.0]], ["s"])


def test_who_lacks_more_than_half_of_the_data_sets_is_named():
    def lacking(number, algorithms):
        rows = [[1.0, 1.0, NAN if i < number else 1.0] for i in range(4)]
        return said(errors.MissingValuesError, judged, rows, list("wxyz"), algorithms).partition(
            " and 1 more"
        )

    half, most = lacking(2, ["A", "B", "C"])[0], lacking(3, ["A", "B", "C"])[0]
    assert "has results on" not in half
    assert most.endswith(
        '"C" has results on 1 of 4 data sets; leave it out with only=, if so. Say '
        'missing="unknown" to count them against every claim that they could help, missing="drop" '
        "to leave those data sets out, which is right only if results are missing independently of "
        'all results, or missing="worst" to count them as failed runs.'
    )
    alike = lacking(3, ["forest", "tree", "Forrest"])[0]
    assert '"Forrest" has results on 1 of 4 data sets; is it "forest"? Say ' in alike


def test_data_sets_of_like_names_are_one_if_they_never_meet():
    spell = "are never found together: if they are one, spell it alike in every row"
    apart = [[1.0, NAN], [NAN, 1.0], [1.0, 1.0]]
    assert said(errors.ColumnError, judged, apart, ["wine", "Wine", "iris"], missing="drop") == (
        f'The data sets "wine" and "Wine" {spell}.'
    )
    assert said(errors.ColumnError, judged, apart, ["red wine", "red  wine", "x"]).endswith(
        "in every row."
    )
    assert said(errors.ColumnError, judged, apart, ["wine", "wine ", "x"]).endswith(
        "row (mind the blanks)."
    )
    # Of three, those that never meet.
    three = [[1.0, NAN, 1.0], [1.0, 1.0, NAN], [NAN, 1.0, NAN]]
    assert '"wine" and "WINE"' in said(
        errors.ColumnError, judged, three, ["wine", "Wine", "WINE"], "ABC"
    )
    judged(apart, ["wine", "iris", "x"], missing="drop")  # of other names
    together = [[1.0, NAN, 1.0], [NAN, 1.0, 1.0]]
    judged(together, ["wine", "Wine"], "ABC", "drop")


@pytest.mark.parametrize("names", [("wine", "Wine"), ("Wine", "wine")])
@pytest.mark.parametrize("empty", [0, 1])
def test_a_data_set_without_any_result_meets_no_complete_one(names, empty):
    rows = [[1.0, 1.0], [1.0, 1.0]]
    rows[empty] = [NAN, NAN]
    other, own = names[1 - empty], names[empty]
    assert f'The data sets "{other}" and "{own}" are never' in said(
        errors.ColumnError, judged, rows, list(names), missing="drop"
    )
    judged(rows, [names[0], "iris"], missing="drop")


def test_algorithms_of_like_names_are_one_if_they_never_meet():
    apart = [[1.0, NAN, 1.0], [NAN, 1.0, 1.0]]
    for names in (["knn", "KNN", "A"], ["KNN", "knn", "A"]):
        assert said(
            errors.AlgorithmError, judged, apart, ["x", "y"], names, missing="drop"
        ).startswith(f'The algorithms "{names[0]}" and "{names[1]}" are never found together: ')
    judged([[1.0, 1.0, NAN], [NAN, 1.0, 1.0]], ["x", "y"], ["knn", "KNN", "A"], "drop")
    judged([[1.0, NAN, 1.0], [1.0, 1.0, 1.0]], ["x", "y"], ["knn", "KNN", "A"], "drop")
