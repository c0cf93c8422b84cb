"""Scores nested by data set and algorithm: which of both comes first, as far as that is told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from jointstats.labelled import options
from jointstats.labelled.formats.format import Note
from jointstats.labelled.table.swapped import columns_differ_more

Results = dict[tuple[str | None, str], dict[str, Any]]

_ALGORITHM = re.compile(
    r"classif|regress|forest|boost|bayes|logistic|sv[cmr]\b|k-?nn|neighbo|mlp|ridge|lasso|"
    r"perceptron|decision.?tree|extra.?trees|dummy|lgbm|xgb|gbm|^(rf|lr|nb|dt|lda|qda)$",
    re.I,
)


def in_order(
    results: Results, scores: Mapping[tuple[str | None, str], np.ndarray]
) -> tuple[Results, tuple[Note, ...]]:
    """Results by data set and algorithm, turned round if the outer names are the algorithms.

    Parameters
    ----------
    results : dict
        By outer and inner name.
    scores : dict
        The same, to the values on the folds of the first score.

    Returns
    -------
    results : dict
    notes : tuple of str
        What is to be said of how they were read.
    """
    outer, inner = (list(dict.fromkeys(str(key[at]) for key in results)) for at in (0, 1))
    number = {key: len(x) for key, x in scores.items()}
    why = None
    if not _same(number, 0) and _same(number, 1):
        why = "numbers of folds are those of the inner names"
    elif _most(outer) and not any(map(_ALGORITHM.search, inner)):
        why = "they are called so"
    said = f"Read the outer names ({options.shorten(outer)}) as"
    if why is not None:
        turned: Results = {(a, str(d)): one for (d, a), one in results.items()}
        return turned, (f"{said} algorithms, the inner ones as data sets: {why}.",)
    told = not _same(number, 1) or any(map(_ALGORITHM.search, inner))
    if not told and _inner_differ_more(scores, outer, inner):
        doubt: Note = (
            f"{said} data sets, the inner ones as algorithms, though these differ more than those: "
            "if it is the other way round, turn the nesting round, {data set: {algorithm: scores}}."
        )
        return results, (doubt,)
    return results, ()


def _same(number: Mapping[tuple[str | None, str], int], at: int) -> bool:
    """Whether results of one outer (0) or inner (1) name have one number of folds."""
    seen: dict[str | None, set[int]] = {}
    for key, n in number.items():
        seen.setdefault(key[at], set()).add(n)
    return all(len(several) == 1 for several in seen.values())


def _most(names: list[str]) -> bool:
    """Whether more than half of the names are known as those of algorithms."""
    return sum(_ALGORITHM.search(name) is not None for name in names) > len(names) / 2


def _inner_differ_more(
    scores: Mapping[tuple[str | None, str], np.ndarray], outer: list[str], inner: list[str]
) -> bool:
    """Whether means vary more between the inner names than between the outer ones."""
    means = np.full((len(outer), 1, len(inner)), np.nan)
    for (one, other), x in scores.items():
        means[outer.index(str(one)), 0, inner.index(other)] = np.mean(x)
    return columns_differ_more(means)
