"""scikit-learn: what `cross_validate` returns, and the `cv_results_` of its searches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from jointstats.kernels.messages import Function, Option
from jointstats.labelled import options, wording
from jointstats.labelled.errors import ReadError
from jointstats.labelled.formats.format import Format, Found, Note, Source
from jointstats.labelled.formats.opening import plain_name
from jointstats.labelled.formats.rows import every_table, refuse_twice
from jointstats.labelled.formats.sklearn_scores import (
    Folds,
    Key,
    Results,
    candidates,
    folds_of_indices,
    folds_of_share,
    in_order,
    is_search,
)
from jointstats.labelled.formats.text import read_text

TIMES = ("fit_time", "score_time")
# Scorers that scikit-learn turns round, so that higher is better: what they are without.
LOSSES = frozenset(
    {
        "max_error", "mean_absolute_error", "mean_squared_error", "root_mean_squared_error",
        "mean_squared_log_error", "root_mean_squared_log_error", "median_absolute_error",
        "mean_poisson_deviance", "mean_gamma_deviance", "mean_absolute_percentage_error",
        "log_loss", "brier_score", "negative_likelihood_ratio",
    }
)  # fmt: skip
_SCORES = re.compile(r"test_.+")
_JSON = re.compile(rb'\s*\{.*"(test_\w+|fit_time)"\s*:\s*\[', re.DOTALL)
_SHOWN = 3  # algorithms that a note names
_UNPAIRED = (
    "Algorithms were not tested on the same folds of a data set, so their folds are averaged "
    "and not kept: give cross_validate the same splits for all."
)


def read(source: Source, *, measures: Sequence[str] | None = None, test_share: Any = None) -> Found:
    """Find a row for every fold of every data set and algorithm.

    A search knows its times as means over the folds only: if `measures` names these, its folds are
    not kept. `test_share` is needed where the results do not state it.
    """
    results: Results = {}
    for key, result in _results(source):
        if key in results:
            where = "" if key[0] is None else f' on "{key[0]}"'
            raise ReadError(f'{source.name} has "{key[1]}"{where} twice: give each another name.')
        results[key] = result
    if not results:
        raise ReadError(
            f"{source.name} holds nothing that scikit-learn's cross_validate or a search makes: "
            "a dictionary of algorithms, of data sets and algorithms, or cv_results_."
        )
    notes: tuple[Note, ...] = ()
    given = _given(source)
    if isinstance(given, Mapping) and all(map(_is_nest, given.values())):
        first = {key: next(iter(_vectors(result).items())) for key, result in results.items()}
        results, notes = in_order(results, {key: _numbers(*score) for key, score in first.items()})
    folds = _same_folds(results, test_share)
    timed = bool(set(TIMES) & set(measures or ()))
    means = timed and any("mean_fit_time" in result for result in results.values())
    single = len({dataset for dataset, _ in results}) == 1
    if single:
        _refuse_single(folds, means)
    rows, failed = [], {}
    for (dataset, algorithm), result in results.items():
        table, bad = _scores(result)
        if bad.any():
            failed[dataset, algorithm] = int(bad.sum())
        if means:
            table = {name: np.mean(x, keepdims=True) for name, x in table.items()}
            table |= {name: np.array([result[f"mean_{name}"]]) for name in TIMES}
        for i, (run, fold) in enumerate([("1", "1")] if means else folds.names[dataset]):
            keys = {"dataset": dataset, "algorithm": algorithm, "run": run, "fold": fold}
            rows.append(keys | {name: x[i] for name, x in table.items()})
    notes = (*notes, *_failures(failed, len(results), folds))
    return _found(rows, folds, single, means, notes)


def _found(
    rows: list[dict[str, Any]], folds: Folds, single: bool, means: bool, notes: tuple[Note, ...]
) -> Found:
    import pandas as pd

    frame = pd.DataFrame(rows)
    names = [n for n in frame.columns if n not in ("dataset", "algorithm", "run", "fold")]
    ways = {n: "min" if n in TIMES or n in LOSSES else "max" for n in names}
    # Of a loss that is there under both names, the plain one is compared.
    chosen = {n for n in names if n != "score_time" and (plain(n) == n or plain(n) not in ways)}
    roles: dict[str, Any] = {"algorithm": "algorithm"}
    roles["measures"] = {n: way for n, way in ways.items() if n in chosen}
    if frame["dataset"].notna().all() or not single:
        roles["dataset"] = "dataset"
    if single:
        roles |= {"run": "run", "fold": "fold"}
    elif not means and folds.paired:
        roles |= {"runs": "split", "run_kind": "cv", "test_share": folds.test_share}
    elif not means:
        roles["aggregate"] = "mean"
    notes = notes if folds.paired else (*notes, _UNPAIRED)
    frame["split"] = frame["run"] + "." + frame["fold"]
    also = {n: way for n, way in ways.items() if n not in chosen}
    return Found(frame, roles, notes=notes, also=also)


def _results(source: Source) -> Iterator[tuple[Key, dict[str, Any]]]:
    """Data set (None if it has no name) and algorithm, and what was measured of them."""
    given = _given(source)
    if given is not None or not (source.paths or source.is_stdin):
        yield from _of_object(given)
        return
    files = source.tables or [source]
    for name, file in zip(_names(files) if files[1:] else [None], files, strict=True):
        frame = next(read_text(file, "csv"))
        refuse_twice(frame.columns, file)
        columns = {str(label): frame[label].tolist() for label in frame.columns}
        if not is_search(columns):
            raise ReadError(
                f"{file.name} holds no search of scikit-learn: it needs the column params, and "
                "one such as split0_test_score. Leave it out."
            )
        yield from (((name, key), scores) for key, scores in candidates(columns))


def _given(source: Source) -> Any:
    """What was given, or what a file of JSON holds; None of a table."""
    is_json = source.is_file and _JSON.match(source.head())
    return source.json() if is_json else source.object


def _of_object(given: Any) -> Iterator[tuple[Key, dict[str, Any]]]:
    if is_search(given):
        yield from (((None, name), result) for name, result in candidates(given))
        return
    for i, (key, value) in enumerate(given.items() if isinstance(given, Mapping) else ()):
        if _is_scores(value):
            dataset, algorithm = key if isinstance(key, tuple) and len(key) == 2 else (None, key)
            named = None if dataset is None else options.label(dataset)
            yield (named, options.label(algorithm)), dict(value)
        elif is_search(value):
            yield from (((options.label(key), name), result) for name, result in candidates(value))
        elif _is_nest(value):
            for name, result in value.items():
                yield (options.label(key), options.label(name)), dict(result)
        elif i == 0:  # something else
            return
        else:
            raise ReadError(
                f'"{options.label(key)}" holds nothing that cross_validate or a search makes: give '
                "scores, or leave it out."
            )


def _is_scores(value: Any) -> bool:
    """Whether a value is what `cross_validate` returns."""
    return isinstance(value, Mapping) and bool(_vectors(value))


def _is_nest(value: Any) -> bool:
    """Whether a value holds scores by names."""
    return isinstance(value, Mapping) and bool(value) and all(map(_is_scores, value.values()))


def _vectors(result: Mapping[Any, Any]) -> dict[str, Any]:
    """The scores of a result by their keys, as they are."""
    keys = [key for key in result if isinstance(key, str) and _SCORES.fullmatch(key)]
    return {key: result[key] for key in keys if _is_vector(result[key])}


def _is_vector(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim == 1 and value.dtype.kind in "fiub"
    return isinstance(value, list | tuple) and all(
        x is None or isinstance(x, int | float | np.number) for x in value
    )


def _names(files: Sequence[Source]) -> list[str | None]:
    """Data sets by the names of their files; by those of their folders as well, where some agree.

    Compression is no part of a name.
    """
    paths = [file.path for file in files if file.path]
    parts = [[*path.parts[:-1], plain_name(path)[: -len(".csv")]] for path in paths]
    for depth in range(1, max(map(len, parts)) + 1):
        names = ["/".join(path[-depth:]) for path in parts]
        if len(set(names)) == len(names):
            break
    return list(names)


def _scores(result: Mapping[str, Any]) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Measure to its values on the folds, and the folds that have failed."""
    table: dict[str, np.ndarray] = {}
    for key, values in _vectors(result).items():
        name, x = key.removeprefix("test_"), _numbers(key, values)
        if len(x) != len(next(iter(table.values()), x)):
            raise ReadError(f'"{key}" has {len(x)} values: every score needs one for each fold.')
        table[name] = x
        if plain(name) != name:
            table[plain(name)] = -x
    scores = np.array(list(table.values()))
    gone = np.isnan(scores).all(axis=0)
    for key in [key for key in TIMES if key in result]:
        times = _numbers(key, result[key])
        if times.shape not in ((), gone.shape):
            raise ReadError(f'"{key}" has {times.size} values: one is needed for each fold.')
        table[key] = np.where(gone, np.nan, times)  # the time that it took to fail is no result
    return table, np.isnan(scores).any(axis=0)


def _numbers(key: str, values: Any) -> np.ndarray:
    try:
        return np.array(values, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise ReadError(f'"{key}" holds something that is no number: scores are numbers.') from None


def plain(scorer: str) -> str:
    """A scorer's name without the neg_ that says that a loss was turned round."""
    loss = scorer.removeprefix("neg_")
    return loss if loss in LOSSES else scorer


def _same_folds(results: Results, test_share: Any) -> Folds:
    """How the folds were made, which all algorithms of a data set must have in number."""
    numbers: dict[str | None, int] = {}
    for (dataset, algorithm), result in results.items():
        number = len(next(iter(_vectors(result).values())))
        if numbers.setdefault(dataset, number) != number:
            where = "" if dataset is None else f' on "{dataset}"'
            raise ReadError(
                f'"{algorithm}" has {number} folds{where}, another algorithm {numbers[dataset]}: '
                "give all of them the same splits (cv)."
            )
    if test_share is not None:
        share = options.number("test_share", test_share, 0, 1, open_low=True, open_high=True)
        return folds_of_share(numbers, share)
    known = folds_of_indices({key: result.get("indices") for key, result in results.items()})
    shares = {result.get("test_share") for result in results.values()} - {None}
    return known or folds_of_share(numbers, float(np.mean(list(shares))) if shares else None)


def _refuse_single(folds: Folds, means: bool) -> None:
    """Refuse folds of one data set that cannot be compared."""
    if means:
        raise ReadError(
            "The times of a search are means over its folds: of a single data set, whose folds are "
            "compared, leave fit_time and score_time out."
        )
    if not folds.paired:
        raise ReadError(
            "The algorithms were not tested on the same folds: give cross_validate the same splits "
            "for all (cv)."
        )
    if folds.test_share is None:
        (names,) = folds.names.values()
        raise ReadError(
            f"The {len(names)} folds are of one data set: state on which "
            "share of its cases each one tests, such as ",
            Option("test_share", 0.2),
            " in 5-fold cross-validation, and they are compared by ",
            Function("corrected_t_test"),
            " and ",
            Function("hotelling_test"),
            "; or give several data sets.",
        )


def _failures(failed: Mapping[Key, int], number: int, folds: Folds) -> tuple[Note, ...]:
    """How many fits have no score, and whose."""
    if not failed:
        return ()
    each = {dataset: len(names) for dataset, names in folds.names.items()}
    total = number // max(len(each), 1) * sum(each.values())
    whose = [
        f"{algorithm}{'' if dataset is None else f' on {dataset}'} {count} of {each[dataset]}"
        for (dataset, algorithm), count in failed.items()
    ]
    more = [f"{len(whose) - _SHOWN} more"] if len(whose) > _SHOWN else []
    return (
        f"{sum(failed.values())} of {total} fits failed, so that a score of them is missing "
        f"({wording.listing([*whose[:_SHOWN], *more])}).",
    )


_are_searches = every_table(lambda part: is_search(dict.fromkeys(part.columns)))


def _recognises(source: Source) -> bool:
    if not (source.paths or source.is_stdin):
        return any(True for _ in _of_object(source.object))
    if not _JSON.match(source.head()):
        return _are_searches(source)
    try:
        return any(True for _ in _of_object(source.json()))
    except ReadError:
        return False


FORMAT = Format(
    "sklearn",
    "scikit-learn",
    takes="dictionaries of what cross_validate returns, by algorithm, or by data set and "
    "algorithm; searches, their cv_results_, and files of these: CSV, one for each data set, "
    "or JSON",
    states="scores: higher is better by the contract of scorers (those that begin with neg_ are "
    "turned back: log_loss, lower is better); times: lower",
    recognises=_recognises,
    read=read,
)
