"""Statements that incomplete data sets may show: limits, and data sets that tell nothing."""

import numpy as np
import pytest

from jointstats.evidence import extensions
from jointstats.joint import kernel_questions

NAN = float("nan")
ROPE = [0.0, 0.0]

# A beats B, and C is missing, on one measure or on both.
ONE, BOTH = [[2, 1, NAN], [NAN, 1, NAN]], [[2, 1, NAN], [1, 2, NAN]]
ASKED = {
    "orderings": (lambda x: kernel_questions.compatible(x, ROPE), 3 * 6 + 3 * 3),
    "best": (lambda x: kernel_questions.compatible(x, ROPE, "best"), 2 * 3 + 2 * 2),
    "control": (lambda x: kernel_questions.compatible(x, ROPE, "control", 1), 1 * 2 + 1 * 2),
    "pair": (lambda x: pair(np.array(x)[..., :2], equal=[False, True]), 1 * 3 + 1 * 1),
}


def pair(values, equal):
    """Of two algorithms."""
    return kernel_questions.compatible(values, np.zeros(len(equal)), equal=equal)


@pytest.mark.parametrize("name", ASKED)
def test_as_many_statements_as_the_limit_are_listed_and_no_more(monkeypatch, name):
    ask, number = ASKED[name]
    monkeypatch.setattr(kernel_questions, "LIMIT", number)
    assert len(ask([ONE, BOTH]).rows) == number
    monkeypatch.setattr(kernel_questions, "LIMIT", number - 1)
    with pytest.raises(extensions.ExpansionLimitError) as caught:
        ask([ONE, BOTH])
    assert (caught.value.n_expansions, caught.value.limit) == (number, number - 1)


def test_the_limit_is_sixty_thousand():
    """3 outcomes of each of ten measures: 59 049, and 951 data sets of one outcome."""
    open_, known = [[1, 0]] + [[NAN, 0]] * 10, [[1, 0]] * 11
    found = pair([open_] + [known] * 951, [False] + [True] * 10)
    assert len(found.rows) == 60_000 and (found.rows[:59_050] == [0] * 59_049 + [1]).all()
    with pytest.raises(extensions.ExpansionLimitError, match="60001"):
        pair([open_] + [known] * 952, [False] + [True] * 10)


def test_more_statements_than_any_integer_of_64_bits_are_refused_by_their_number():
    with pytest.raises(extensions.ExpansionLimitError, match=str(2**64)):
        pair([[[1, 0]] + [[NAN, 0]] * 64], [False] * 65)


def test_orderings_of_one_measure_are_refused_before_they_are_listed(monkeypatch):
    monkeypatch.setattr(kernel_questions, "LIMIT", 359)
    with pytest.raises(extensions.ExpansionLimitError) as caught:  # 6! / 2, of 6! / 2 times 6!
        kernel_questions.compatible([[[2, 1, NAN, NAN, NAN, NAN], [1] + [NAN] * 5]], ROPE)
    assert (caught.value.n_expansions, caught.value.limit) == (360, 359)


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("data_sets", [0, 2])
def test_where_nothing_is_known_no_statement_is_listed(name, data_sets):
    found = ASKED[name][0](np.full((data_sets, 2, 3), NAN))
    assert (found.rows.shape, found.codes.shape) == ((0,), (0, 2))
    assert (found.rows.dtype, found.codes.dtype) == (np.intp, np.int64)


@pytest.mark.parametrize("name", ASKED)
def test_a_data_set_tells_something_from_two_results_of_one_measure_on(name):
    nothing, singles = [[NAN] * 3] * 2, [[1, NAN, NAN], [NAN, 1, NAN]]
    found = ASKED[name][0]([nothing, ONE, singles, BOTH, nothing])
    assert np.unique(found.rows).tolist() == [1, 3]
    alone = ASKED[name][0]([BOTH])
    assert found.codes[found.rows == 3].tolist() == alone.codes.tolist()
    assert found.codes.dtype.kind == "i" and alone.rows.dtype == np.intp
    assert (alone.rows == 0).all()


def test_ties_and_failures_are_told_from_missing_results():
    """A tie agrees with any ordering, a failed result is behind every number."""
    inf = float("inf")

    def order(row, rope=0.0):
        return kernel_questions.compatible([[row]], [rope]).codes.ravel().tolist()

    assert order([1, 1, NAN]) == list(range(6))
    assert order([1, 1.5, NAN], 0.5) == list(range(6)) and order([1, 1.5, NAN]) == [2, 3, 5]
    # A before B, wherever C is: ABC, ACB, CAB
    assert order([1, -inf, NAN]) == [0, 1, 4]
    assert order([1, -inf, -inf]) == [0, 1]
    assert order([-inf, -inf, NAN]) == list(range(6))
    # A beats B by more than the rope, C is equal to either: A or C may be best.
    best = kernel_questions.compatible([[[3, 1, 2]]], [1.0], "best")
    assert best.codes.ravel().tolist() == [0, 2]
