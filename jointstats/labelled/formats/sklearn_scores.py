"""Scores of scikit-learn: how they are nested, their folds, and the candidates of a search."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from jointstats.labelled import options
from jointstats.labelled.errors import ReadError
from jointstats.labelled.table.roles import columns_differ_more

_CLOSE = 0.02  # how far a share may be from 1 / k to be that of k folds
_LONG = 60  # letters of a candidate's name
_SPLIT = re.compile(r"split(\d+)_test_(.+)")
_ALGORITHM = re.compile(
    r"classif|regress|forest|boost|bayes|logistic|sv[cmr]\b|k-?nn|neighbo|mlp|ridge|lasso|"
    r"perceptron|decision.?tree|extra.?trees|dummy|lgbm|xgb|gbm|^(rf|lr|nb|dt|lda|qda)$",
    re.I,
)

Key = tuple[str | None, str]  # data set, if it has a name, and algorithm
Results = dict[Key, dict[str, Any]]


@dataclass(frozen=True)
class Folds:
    """The run and fold of each split of every data set, and the share on which a split tests.

    `paired` is whether all algorithms of a data set had the same splits, as far as is known.
    """

    names: Mapping[str | None, list[tuple[str, str]]]
    test_share: float | None
    paired: bool = True


def folds_of_share(numbers: Mapping[str | None, int], share: float | None) -> Folds:
    """Splits of known number: runs of 1 / share folds, if that fits; otherwise runs alone."""

    def name(i: int, n: int) -> tuple[str, str]:
        k = n if share is None else round(1 / share)
        fits = k >= 2 and n % k == 0 and (share is None or abs(1 / k - share) <= _CLOSE)
        return (str(i // k + 1), str(i % k + 1)) if fits else (str(i + 1), "1")

    return Folds({d: [name(i, n) for i in range(n)] for d, n in numbers.items()}, share)


def folds_of_indices(indices: Mapping[Key, Any]) -> Folds | None:
    """Folds whose cases are known, from `return_indices`; None if those of some are not."""
    if any(splits is None for splits in indices.values()):
        return None
    first: dict[str | None, list[np.ndarray]] = {}
    shares, paired = [], True
    for (dataset, _), splits in indices.items():
        tests = [np.asarray(test) for test in splits["test"]]
        known = first.setdefault(dataset, tests)
        paired &= all(np.array_equal(a, b) for a, b in zip(known, tests, strict=True))
        pairs = zip(tests, splits["train"], strict=True)
        shares += [len(test) / (len(test) + len(train)) for test, train in pairs]
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


def in_order(results: Results, scores: Mapping[Key, np.ndarray]) -> tuple[Results, tuple[str, ...]]:
    """Results by data set and algorithm, turned round if the outer names are the algorithms.

    `scores` are the first score on the folds of each result; the notes state how it was read.
    """
    outer, inner = (list(dict.fromkeys(str(key[at]) for key in results)) for at in (0, 1))
    same_outer, same_inner = (_same_folds(scores, at) for at in (0, 1))
    known = any(map(_ALGORITHM.search, inner))
    why = None
    if not same_outer and same_inner:
        why = "numbers of folds are those of the inner names"
    elif 2 * sum(_ALGORITHM.search(name) is not None for name in outer) > len(outer) and not known:
        why = "they are called so"
    read = f"Read the outer names ({options.shorten(outer)}) as"
    if why is not None:
        turned: Results = {(a, str(d)): result for (d, a), result in results.items()}
        return turned, (f"{read} algorithms, the inner ones as data sets: {why}.",)
    if same_inner and not known:
        means = np.full((len(outer), 1, len(inner)), np.nan)
        for (dataset, algorithm), x in scores.items():
            means[outer.index(str(dataset)), 0, inner.index(algorithm)] = np.mean(x)
        if columns_differ_more(means):
            return results, (
                f"{read} data sets, the inner ones as algorithms, though these differ more than "
                "those: if that is wrong, reverse the nesting, {data set: "
                "{algorithm: scores}}.",
            )
    return results, ()


def _same_folds(scores: Mapping[Key, np.ndarray], at: int) -> bool:
    """Whether results of each outer (0) or inner (1) name have one number of folds."""
    return len({(key[at], len(x)) for key, x in scores.items()}) == len({k[at] for k in scores})


def _table(given: Any) -> Any:
    """The `cv_results_` of a search; of a data frame of them, its columns."""
    table = getattr(given, "cv_results_", given)
    return table.to_dict("list") if "params" in getattr(table, "columns", ()) else table


def is_search(given: Any) -> bool:
    """Whether something is a fitted search, or its `cv_results_`."""
    table = _table(given)
    is_table = isinstance(table, Mapping) and "params" in table
    return is_table and any(isinstance(key, str) and _SPLIT.fullmatch(key) for key in table)


def candidates(given: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and scores of every candidate, as `cross_validate` would give them."""
    table: Mapping[str, Any] = _table(given)
    if "n_resources" in table:
        raise ReadError(
            "A search by successive halving tries its candidates on different amounts of data: "
            "their results are not comparable."
        )
    splits: dict[str, list[tuple[int, str]]] = {}
    for key in table:
        if split := _SPLIT.fullmatch(key):
            splits.setdefault(split[2], []).append((int(split[1]), key))
    share = _share(given)
    for i, name in enumerate(_names(table["params"])):
        result: dict[str, Any] = {
            f"test_{measure}": np.array([_at(table, key, i) for _, key in sorted(keys)])
            for measure, keys in sorted(splits.items(), key=lambda pair: min(pair[1]))
        }
        for time in ("mean_fit_time", "mean_score_time"):
            result[time] = _at(table, time, i) if time in table else np.nan
        yield name, result | ({} if share is None else {"test_share": share})


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
    names = [_name(candidate) for candidate in params]
    seen, total = Counter[str](), Counter(names)
    for i, name in enumerate(names):
        seen[name] += 1
        names[i] = f"{name} ({seen[name]})" if total[name] > 1 else name
    return names


def _name(params: Any) -> str:
    """A candidate's parameters, which a CSV file has as text, in one line."""
    with suppress(ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        params = ast.literal_eval(params) if isinstance(params, str) else params
    if isinstance(params, Mapping):
        params = ", ".join(f"{key}={value}" for key, value in params.items()) or "as it is"
    text = " ".join(str(params).split())
    return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"


def _share(given: Any) -> float | None:
    """The share of the cases on which each fold of a fitted search tests, if it is known."""
    if not hasattr(given, "cv_results_"):
        return None
    cv = getattr(given, "cv", None)
    if cv is None or isinstance(cv, int):
        return 1 / int(given.n_splits_)
    if type(cv).__name__.endswith("KFold"):  # KFold, StratifiedKFold, GroupKFold; repeated as well
        return getattr(cv, "n_repeats", 1) / int(given.n_splits_)
    size = getattr(cv, "test_size", None)
    return size if isinstance(size, float) else None
