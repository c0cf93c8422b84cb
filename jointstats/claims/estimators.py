"""Estimators of scikit-learn on several data sets: cross-validated on the same splits, compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, cast

import numpy as np

from jointstats.base import errors, options, wording
from jointstats.base.declare import Declaration, declaration_of
from jointstats.claims.comparison import Comparison, compare_algorithms
from jointstats.evidence.messages import Extra, Function, Option, TypeOf, Value, track
from jointstats.table.formats import experiments
from jointstats.table.formats.catalogue import table_of_found
from jointstats.table.formats.format import Source

_OF_TABLE = ("rope", "min_folds", "failed_runs", "only")
_SECTION = re.compile(
    r"^(\d+) fits failed with the following error:\n(.*?)(?=^-{20}|\Z)", re.MULTILINE | re.DOTALL
)
_ERROR = re.compile(r"^(?:\w+\.)*(\w*(?:Error|Exception))\b", re.MULTILINE)


def compare_estimators(
    estimators: Mapping[Any, Any],
    datasets: Mapping[Any, tuple[Any, Any]],
    *,
    measures: Sequence[str] | Mapping[str, Any] | None = None,
    cv: Any = 5,
    n_jobs: int | None = None,
    rng: Any = 0,
    missing: str = "worst",
    **settings: Any,
) -> Comparison:
    """Cross-validate estimators of scikit-learn on several data sets, and compare them.

    Parameters
    ----------
    estimators : dict
        Name of each algorithm to an estimator, or a pipeline; it is cloned for every fold.
    datasets : dict
        Name of each data set to ``(X, y)``; at least two.
    measures : list of str, or dict, optional
        Names of scorers, such as ``"accuracy"`` or ``"neg_log_loss"``, and ``"fit_time"`` or
        ``"score_time"`` (seconds); or names to scorers. Higher is better of scorers, lower of
        times; scorers that begin with ``neg_`` are turned back and named without it. Default: each
        estimator's own score, and ``"fit_time"``.
    cv : int or splitter, default 5
        Folds, shuffled (stratified for classifiers); or a splitter of scikit-learn.
    n_jobs : int, optional
        Folds of one estimator that are fitted in parallel (default: one; -1: one per core).
        Parallel fits disturb each other's times.
    rng : int, Generator or None, default 0
        Seed of the splits, which all estimators share. An estimator's own draws depend on its
        ``random_state``.
    missing : {"worst", "raise", "drop", "unknown"}, default "worst"
        What a fit that fails means, see :func:`jointstats.results_table`: by default its algorithm
        loses to all others on that data set. Failures are counted in the result, with their causes.
    **settings
        Further options of :func:`jointstats.compare_algorithms`, such as ``alpha`` or ``control``,
        and of the table: ``rope``, ``min_folds``, ``failed_runs`` and ``only``.

    Returns
    -------
    Comparison
        Its ``data`` is the table, with the folds of every data set as runs (``data.all_runs``).

    Raises
    ------
    MissingExtraError
        If scikit-learn is not installed (extra ``sklearn``).
    NoDataError
        If there is only one data set, whose folds cannot stand for others.
    OptionError
        If scikit-learn does not know a scorer, or `cv` is not a splitter.
    JointStatsError
        As :func:`jointstats.compare_algorithms`.

    Examples
    --------
    >>> import jointstats as js
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> result = js.compare_estimators(
    ...     {"tree": DecisionTreeClassifier(random_state=0), "bayes": GaussianNB()},
    ...     {f"set {i}": make_classification(60, random_state=i) for i in range(8)},
    ...     measures=["roc_auc", "neg_log_loss"])
    >>> result.data
    ResultsTable: 8 data sets × 2 algorithms × 2 measures
      algorithms: tree, bayes
      measures:   roc_auc (max), log_loss (min)
      aggregated: mean of 80 rows
      runs:       5, cross-validation
    """
    _require_scikit_learn()
    _check(estimators, datasets)
    of_table, settings = _checked(settings)
    seed = options.seed(rng)
    scorers, chosen = _scorers(measures)
    results: dict[tuple[Any, Any], dict[str, Any]] = {}
    causes: Counter[str] = Counter()
    tasks = [(dataset, name) for dataset in datasets for name in estimators]
    splits: dict[Any, list[Any]] = {}
    for dataset, name in track(tasks, len(tasks), "cross-validations"):
        X, y = datasets[dataset]
        if dataset not in splits:
            splits[dataset] = _splits(dataset, cv, X, y, list(estimators.values()), seed)
        scores, why = _validated(estimators[name], X, y, splits[dataset], scorers, n_jobs)
        results[dataset, name] = scores
        causes += why
    read = experiments.read(Source(results), measures=chosen)
    if causes:
        said = wording.listing([f"{cause} ({n})" for cause, n in causes.most_common()])
        read = replace(read, notes=(*read.notes, f"They failed with {said}."))
    given = {"missing": missing, "measures": chosen, **of_table}
    table = table_of_found(read, given, experiments.SKLEARN)
    with errors.noting() as notes:  # warnings are those of the line that called this function
        result = compare_algorithms(table, **settings)
    if notes is not None:
        result = result.with_warnings((*notes, *result.warnings))
        errors.announce(result.warnings)
    return result


def _require_scikit_learn() -> None:
    try:
        import sklearn  # noqa: F401 - only to see whether the extra is there
    except ImportError:
        raise errors.MissingExtraError(
            "Comparing estimators needs scikit-learn: ", Extra("sklearn"), "."
        ) from None


def _check(estimators: Any, datasets: Any) -> None:
    """Refuse what cannot be compared, before hours of work."""
    for given, what in ((estimators, "estimator"), (datasets, "data set")):
        if not isinstance(given, Mapping):
            raise errors.ColumnError(
                f"Give the {what}s by name, in a dictionary; got ", TypeOf(given), "."
            )
    if len(estimators) < 2:
        raise errors.AlgorithmError(f"At least two estimators are needed; got {len(estimators)}.")
    if len(datasets) < 2:
        few = f"At least two data sets are needed; got {len(datasets)}. Folds of a single one are "
        tests = ("compared by ", Function("corrected_t_test"), " and ", Function("hotelling_test"))
        each = ": give what cross_validate returns for each estimator, with "
        reader = (Option("return_indices", True), ", to ", Function("read_results"), ".")
        raise errors.NoDataError(few, *tests, each, *reader)
    for name, estimator in estimators.items():
        if isinstance(estimator, type):
            raise errors.AlgorithmError(
                f'"{name}" is a class: give an estimator, such as {estimator.__name__}().'
            )
        if not hasattr(estimator, "fit"):
            raise errors.AlgorithmError(
                f'"{name}" is not an estimator, because it has no method `fit`.'
            )
    for name, data in datasets.items():
        if not isinstance(data, tuple | list) or len(data) != 2:
            raise errors.ColumnError(
                f'The data set "{name}" must be two things, (X, y); got ', TypeOf(data), "."
            )


def _checked(settings: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options of the table, and of the comparison; refuse unknown ones before the work."""
    of_comparison = cast(Declaration, declaration_of(compare_algorithms))
    given = of_comparison.checked(settings)
    options.refuse_unknown(given, [*of_comparison.options, *_OF_TABLE])
    of_table = {name: given.pop(name) for name in _OF_TABLE if name in given}
    return of_table, given


def _scorers(measures: Any) -> tuple[dict[str, Any] | None, list[str]]:
    """What cross_validate is to score, and the measures as the table calls them."""
    from sklearn.metrics import get_scorer_names

    if measures is None:
        return None, ["score", "fit_time"]
    named = dict(measures) if isinstance(measures, Mapping) else dict.fromkeys(_listed(measures))
    known = set(get_scorer_names())
    scorers = {}
    for name, scorer in named.items():
        if scorer is None and name not in experiments.TIMES:
            options.known_name("scorer", name, sorted(known))
            scorers[name] = name
        elif scorer is not None:
            if isinstance(scorer, str):
                options.known_name("scorer", scorer, sorted(known))
            scorers[name] = scorer
    return scorers or None, [experiments.plain(name) for name in named]


def _listed(measures: Any) -> list[str]:
    names = [measures] if isinstance(measures, str) else list(measures)
    if not names or not all(isinstance(name, str) for name in names):
        raise errors.OptionError(
            Option("measures"), " must be names of scorers, such as ", Value(["accuracy"]), "."
        )
    return names


def _splits(dataset: Any, cv: Any, X: Any, y: Any, estimators: list[Any], seed: int) -> list[Any]:
    """The folds of a data set, the same for all estimators."""
    from sklearn.base import is_classifier
    from sklearn.model_selection import KFold, StratifiedKFold

    if hasattr(cv, "split"):
        splitter = copy(cv)
        if getattr(splitter, "random_state", 0) is None:
            splitter.random_state = seed
    else:
        folds = options.whole_number("cv", cv, 2)
        kind = StratifiedKFold if all(map(is_classifier, estimators)) else KFold
        splitter = kind(folds, shuffle=True, random_state=seed)
    try:
        return list(splitter.split(X, y))
    except (TypeError, ValueError) as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise errors.OptionError(
            f'The data set "{dataset}" cannot be split by ', Option("cv"), f": {reason}."
        ) from None


def _validated(
    estimator: Any, X: Any, y: Any, splits: list[Any], scorers: Any, n_jobs: int | None
) -> tuple[dict[str, Any], Counter[str]]:
    """Scores and times on every fold, NaN where a fit failed; and by what it failed."""
    from sklearn.model_selection import cross_validate

    with errors.overheard() as said:
        try:
            validation = cross_validate(estimator, X, y, cv=splits, scoring=scorers, n_jobs=n_jobs)
        except Exception as error:  # of an estimator: all its fits failed, or cannot be scored
            said.append(f"{type(error).__name__}: {error}")
            validation = _nothing(scorers, len(splits))
    scores = np.array([x for key, x in validation.items() if key.startswith("test_")])
    failed = int(np.isnan(scores).any(axis=0).sum())
    indices = {"train": [train for train, _ in splits], "test": [test for _, test in splits]}
    return {**validation, "indices": indices}, _causes(said, failed)


def _nothing(scorers: Any, number: int) -> dict[str, Any]:
    names = ["score"] if scorers is None else list(scorers)
    lacking = np.full(number, np.nan)
    return {f"test_{name}": lacking for name in names} | dict.fromkeys(experiments.TIMES, lacking)


def _causes(said: Sequence[str], failed: int) -> Counter[str]:
    """The kinds of errors in what scikit-learn says, counted; in all as many as have failed."""
    causes: Counter[str] = Counter()
    for text in said:
        sections = _SECTION.findall(text) or [(failed, text)]
        for number, section in sections:
            kinds = _ERROR.findall(section)
            if kinds:
                causes[kinds[-1]] += int(number)
    if len(causes) == 1:  # it may be told of every score
        return Counter({cause: failed for cause in causes if failed})
    return causes if causes.total() == failed else Counter()
