"""Scores of scikit-learn: how they are nested, their folds, and the candidates of a search."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jointstats.labelled import options
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Note
from jointstats.labelled.table.roles import columns_differ_more

_CLOSE = 0.02  # how far a share may be from 1 / k to be that of k folds


@dataclass(frozen=True)
class Folds:
    """The run and fold of each split of every data set, and the share on which a split tests.

    `paired` is whether all algorithms of a data set had the same splits, as far as is known.
    """

    names: Mapping[str | None, list[tuple[str, str]]]
    test_share: float | None
    paired: bool = True


def folds_of_share(numbers: Mapping[str | None, int], share: float | None) -> Folds:
    """Folds of which only the number and the share are known."""
    return Folds({dataset: _grid(n, share) for dataset, n in numbers.items()}, share)


def _grid(n: int, share: float | None) -> list[tuple[str, str]]:
    """Run and fold of n splits: runs of 1 / share folds, if that fits; otherwise runs alone."""
    k = n if share is None else round(1 / share)
    if k < 2 or n % k or (share is not None and abs(1 / k - share) > _CLOSE):
        return [(str(i + 1), "1") for i in range(n)]
    return [(str(i // k + 1), str(i % k + 1)) for i in range(n)]


def folds_of_indices(all_indices: Mapping[tuple[str | None, str], Any]) -> Folds | None:
    """Folds whose cases are known, from `return_indices`; None if those of some are not."""
    if any(indices is None for indices in all_indices.values()):
        return None
    first: dict[str | None, list[np.ndarray]] = {}
    shares, paired = [], True
    for (dataset, _), indices in all_indices.items():
        tests = [np.asarray(test) for test in indices["test"]]
        known = first.setdefault(dataset, tests)
        paired &= all(np.array_equal(a, b) for a, b in zip(known, tests, strict=True))
        shares += [
            len(test) / (len(test) + len(train))
            for test, train in zip(tests, indices["train"], strict=True)
        ]
    names = {dataset: _runs(tests) for dataset, tests in first.items()}
    return Folds(names, float(np.mean(shares)), paired)


def _runs(tests: list[np.ndarray]) -> list[tuple[str, str]]:
    """Run and fold of splits: a run ends where a case is tested once more."""
    names, seen, run, fold = [], set[int](), 1, 0
    for test in tests:
        cases = set(test.tolist())
        if cases & seen:
            run, fold, seen = run + 1, 0, set()
        fold += 1
        seen |= cases
        names.append((str(run), str(fold)))
    return names


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

    `scores` are the first score on the folds of each result; the notes state how it was read.
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
        turned: Results = {(a, str(d)): result for (d, a), result in results.items()}
        return turned, (f"{said} algorithms, the inner ones as data sets: {why}.",)
    known = not _same(number, 1) or any(map(_ALGORITHM.search, inner))
    if not known and _inner_differ_more(scores, outer, inner):
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
    for (first, second), x in scores.items():
        means[outer.index(str(first)), 0, inner.index(second)] = np.mean(x)
    return columns_differ_more(means)


_SPLIT = re.compile(r"split(\d+)_test_(.+)")
_LONG = 60  # letters of a candidate's name


def is_search(given: Any) -> bool:
    """Whether something is a fitted search, or its `cv_results_`."""
    table = getattr(given, "cv_results_", given)
    return (
        isinstance(table, Mapping)
        and "params" in table
        and any(isinstance(key, str) and _SPLIT.fullmatch(key) for key in table)
    )


def candidates(given: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and scores of every candidate, as `cross_validate` would give them."""
    table: Mapping[str, Any] = getattr(given, "cv_results_", given)
    if "n_resources" in table:
        raise ReadError(
            "A search by successive halving tries its candidates on different amounts of data: "
            "their results are not comparable."
        )
    splits: dict[str, list[str]] = {}
    for key in sorted((key for key in table if _SPLIT.fullmatch(key)), key=_number):
        splits.setdefault(_SPLIT.fullmatch(key)[2], []).append(key)  # type: ignore[index]
    for i, name in enumerate(_names(table["params"])):
        result: dict[str, Any] = {
            f"test_{measure}": np.array([_at(table, key, i) for key in keys])
            for measure, keys in splits.items()
        }
        for time in ("mean_fit_time", "mean_score_time"):
            result[time] = _at(table, time, i) if time in table else np.nan
        share = _share(given)
        yield name, result | ({} if share is None else {"test_share": share})


def _number(key: str) -> int:
    return int(_SPLIT.fullmatch(key)[1])  # type: ignore[index]


def _at(table: Mapping[str, Any], key: str, i: int) -> float:
    try:
        cell = table[key][i]
    except (IndexError, KeyError, TypeError):
        raise ReadError(
            f'The search holds no number {i + 1} of "{key}": one is needed for each candidate.'
        ) from None
    try:
        return np.nan if cell is None or cell == "" else float(cell)
    except (TypeError, ValueError, OverflowError):
        raise ReadError(
            f'The column "{key}" holds "{cell}" in row {i + 1}: a number is needed.'
        ) from None


def _names(params: Any) -> list[str]:
    """What candidates differ in: ``C=1, kernel=rbf``; equal names are numbered."""
    if not isinstance(params, Iterable):
        raise ReadError("The search names no candidates: its params must be a list of them.")
    names = [_name(_read(candidate)) for candidate in params]
    seen, total = Counter[str](), Counter(names)
    for i, name in enumerate(names):
        seen[name] += 1
        names[i] = f"{name} ({seen[name]})" if total[name] > 1 else name
    return names


def _read(params: Any) -> Any:
    """The parameters, which a CSV file has as text."""
    try:
        return ast.literal_eval(params) if isinstance(params, str) else params
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return params


def _name(params: Any) -> str:
    if isinstance(params, Mapping):
        text = ", ".join(f"{key}={value}" for key, value in params.items()) or "as it is"
    else:
        text = str(params)
    text = " ".join(text.split())
    return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"


def _share(given: Any) -> float | None:
    """The share of the cases on which each fold of a fitted search tests, if it can be told."""
    if not hasattr(given, "cv_results_"):
        return None
    cv = getattr(given, "cv", None)
    if cv is None or isinstance(cv, int):
        return 1 / int(given.n_splits_)
    kind = type(cv).__name__
    if kind.endswith("KFold"):  # KFold, StratifiedKFold, GroupKFold; repeated ones as well
        return getattr(cv, "n_repeats", 1) / int(given.n_splits_)
    size = getattr(cv, "test_size", None)
    return size if isinstance(size, float) else None
