"""Names that look alike are named; names that only resemble each other are not."""

import warnings

import pytest
from marks import faults, listed

import jointstats as js

ROWS = [[0.9], [0.8], [0.7]]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("iris", "iris\u200b"), r'"iris" and "iris\u200b" look alike'),
        (("iris", "\ufeffiris"), r'"iris" and "\ufeffiris" look alike'),
        (("caf\u00e9", "cafe\u0301"), r'"caf\xe9" and "cafe\u0301" look alike'),
        (("a b", "a\u00a0b", "a  b"), r'"a b" and "a\xa0b" and "a  b" look alike'),
    ],
)
def test_names_that_look_alike_get_a_caution(names, said):
    given = {name: ROWS for name in names} | {"other": ROWS[::-1]}
    with pytest.warns(js.JointStatsWarning) as caught:
        table = js.results_table(given, measures={"acc": "max"})
        result = js.friedman_test(table)
    alike = [str(one.message) for one in caught if "look alike" in str(one.message)]
    assert len(alike) == 1 and said in alike[0], alike
    assert f"are those of {len(names)} algorithms: write them alike" in alike[0]
    assert alike[0] in list(map(str, result.warnings))


def test_other_names_do_not_look_alike():
    names = ["iris", "Iris", "iris2", "i ris", "caf\u00e9", "cafe", "\u03b1", "a", "1", "l", "I"]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        table = js.results_table({name: ROWS for name in names}, measures={"acc": "max"})
        js.friedman_test(table)
    assert not [one for one in caught if "alike" in str(one.message)]


@pytest.mark.parametrize(
    "algorithms", [("\u200b", "A", "B"), ("\u200b", "\u200c"), "\u200b\u200c\u2060A"]
)
def test_names_that_show_nothing_are_drawn(algorithms):
    given = {name: [[i + k * 0.3, k - i] for i in range(6)] for k, name in enumerate(algorithms)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", js.JointStatsWarning)
        table = js.results_table(given, measures={"\u200b": "max", "\u200c": "min"})
        result = js.compare_algorithms(table)
        for kind in result.figures:
            for width in (3.3, 6.9):
                assert faults(listed(result, kind, width)) == []
