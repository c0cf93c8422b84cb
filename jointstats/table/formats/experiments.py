"""Experiments of one's own: what scikit-learn's `cross_validate` returns, and logs of runs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base import options
from jointstats.base.errors import ReadError
from jointstats.evidence.messages import Option
from jointstats.table.formats.format import Found, Note, Source, listed
from jointstats.table.formats.scores import directions, failures, frame_of, having, numeric
from jointstats.table.wide import columns_differ_more

if TYPE_CHECKING:
    import pandas as pd

# scikit-learn: what `cross_validate` returns.

TIMES = ("fit_time", "score_time")
# Scorers that scikit-learn turns round, so that higher is better: what they are without.
LOSSES = directions(
    lower="max_error mean_absolute_error mean_squared_error root_mean_squared_error "
    "mean_squared_log_error root_mean_squared_log_error median_absolute_error "
    "mean_poisson_deviance mean_gamma_deviance mean_absolute_percentage_error "
    "log_loss brier_score negative_likelihood_ratio"
)
_SCORES_JSON = re.compile(rb'\s*\{.*"(test_\w+|fit_time)"\s*:\s*\[', re.DOTALL)
_ALGORITHM = re.compile(
    r"classif|regress|forest|boost|bayes|logistic|sv[cmr]\b|k-?nn|neighbo|mlp|ridge|lasso|"
    r"perceptron|decision.?tree|extra.?trees|dummy|lgbm|xgb|gbm|^(rf|lr|nb|dt|lda|qda)$",
    re.I,
)
_CLOSE = 0.02  # how far a share may be from 1 / k to be that of k folds
_UNPAIRED = (
    "Algorithms were not tested on the same folds of a data set, so their folds are averaged "
    "and not kept: give cross_validate the same splits for all."
)

Key = tuple[str | None, str]  # data set, if it has a name, and algorithm
Results = dict[Key, Mapping[Any, Any]]


# Run and fold of each split of every data set, the share on which a split tests, and whether all
# algorithms of a data set had the same splits, as far as is known.
_Folds = tuple[Mapping[str | None, list[tuple[str, str]]], float | None, bool]


def read(source: Source, *, measures: Sequence[str] | None = None, test_share: Any = None) -> Found:
    """Find a row for every fold; `test_share` is needed where the results do not state it."""
    import pandas as pd

    given = source.json if source.is_file else source.object
    results: Results = {}
    for (dataset, algorithm), result in _results(given):
        if (dataset, algorithm) in results:
            where = "" if dataset is None else f' on "{dataset}"'
            raise ReadError(
                f'{source.name} has "{algorithm}"{where} twice: give each another name.'
            )
        results[dataset, algorithm] = result
    if not results:
        raise ReadError(
            f"{source.name} holds nothing that scikit-learn's cross_validate makes, by algorithm, "
            "or by data set and algorithm."
        )
    notes: tuple[Note, ...] = ()
    if all(map(_is_nest, given.values() if isinstance(given, Mapping) else [None])):
        results, notes = _in_order(results)
    splits, share, paired = _folds(results, test_share)
    single = len(splits) == 1
    if single:
        _refuse_single(len(next(iter(splits.values()))), share, paired)
    rows, failed = [], []
    for (dataset, algorithm), result in results.items():
        table, bad = _scores(result)
        on = "" if dataset is None else f" on {dataset}"
        failed += [algorithm + on] * int(bad.sum())
        for i, (run, fold) in enumerate(splits[dataset]):
            keys = {"dataset": dataset, "algorithm": algorithm, "run": run, "fold": fold}
            rows.append(keys | {name: x[i] for name, x in table.items()})
    notes = (*notes, *failures(failed, len(rows), "fits"))
    frame = pd.DataFrame(rows)
    names = [n for n in frame.columns if n not in ("dataset", "algorithm", "run", "fold")]
    better = {n: "min" if n in TIMES or n in LOSSES else "max" for n in names}
    # Of a loss that is there under both names, the plain one is compared.
    scores = [n for n in names if n not in TIMES] or names
    chosen = {n for n in scores if plain(n) == n or plain(n) not in better}
    roles: dict[str, Any] = {"algorithm": "algorithm"}
    roles["measures"] = {n: way for n, way in better.items() if n in chosen}
    if frame["dataset"].notna().all() or not single:
        roles["dataset"] = "dataset"
    if single:
        roles |= {"run": "run", "fold": "fold"}
    elif paired:
        roles |= {"runs": "split", "run_kind": "cv", "test_share": share}
    else:
        roles["aggregate"] = "mean"
        notes = (*notes, _UNPAIRED)
    frame["split"] = frame["run"] + "." + frame["fold"]
    return Found(frame, roles, notes=notes, also={n: better[n] for n in names if n not in chosen})


def _results(given: Any) -> Iterator[tuple[Key, Mapping[Any, Any]]]:
    """Data set (None if it has no name) and algorithm, and what was measured of them."""
    for i, (key, value) in enumerate(given.items() if isinstance(given, Mapping) else ()):
        if _is_scores(value):
            dataset, algorithm = key if isinstance(key, tuple) and len(key) == 2 else (None, key)
            dataset = None if dataset is None else options.label(dataset)
            yield (dataset, options.label(algorithm)), value
        elif _is_nest(value):
            for name, result in value.items():
                yield (options.label(key), options.label(name)), result
        elif i == 0:  # something else
            return
        else:
            raise ReadError(
                f'"{options.label(key)}" holds nothing that cross_validate makes: give scores, or '
                "leave it out."
            )


def _is_scores(value: Any) -> bool:
    """Whether a value is what `cross_validate` returns."""
    return isinstance(value, Mapping) and bool(_vectors(value))


def _is_nest(value: Any) -> bool:
    """Whether a value holds scores by names."""
    return isinstance(value, Mapping) and bool(value) and all(map(_is_scores, value.values()))


def _vectors(result: Mapping[Any, Any]) -> dict[str, Any]:
    """The scores of a result by their keys, as they are."""
    keys = [key for key in result if isinstance(key, str) and re.fullmatch("test_.+", key)]
    return {key: result[key] for key in keys if _is_vector(result[key])}


def _is_vector(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim == 1 and value.dtype.kind in "fiub"
    return isinstance(value, list | tuple) and all(
        x is None or isinstance(x, int | float | np.number) for x in value
    )


def _scores(result: Mapping[Any, Any]) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Measure to its values on the folds, and the folds that have failed."""
    table: dict[str, np.ndarray] = {}
    for key, values in _vectors(result).items():
        name, x = key.removeprefix("test_"), np.array(values, dtype=float)
        if len(x) != len(next(iter(table.values()), x)):
            raise ReadError(f'"{key}" has {len(x)} values: every score needs one for each fold.')
        table[name] = x
        if plain(name) != name:
            table[plain(name)] = -x
    scores = np.array(list(table.values()))
    gone = np.isnan(scores).all(axis=0)
    for key in [key for key in TIMES if key in result]:
        times = np.array(result[key], dtype=float)
        if times.shape != gone.shape:
            raise ReadError(f'"{key}" has {times.size} values: one is needed for each fold.')
        table[key] = np.where(gone, np.nan, times)  # the time that it took to fail is no result
    return table, np.isnan(scores).any(axis=0)


def plain(scorer: str) -> str:
    """A scorer's name without the neg_ that says that a loss was turned round."""
    loss = scorer.removeprefix("neg_")
    return loss if loss in LOSSES else scorer


def _in_order(results: Results) -> tuple[Results, tuple[str, ...]]:
    """Nested results, turned round if the outer names are those of algorithms, which is noted."""
    outer, inner = (list(dict.fromkeys(str(key[at]) for key in results)) for at in (0, 1))
    read = f"Read the outer names ({options.shorten(outer)}) as"
    if any(map(_ALGORITHM.search, inner)):
        return results, ()
    if 2 * sum(_ALGORITHM.search(name) is not None for name in outer) > len(outer):
        turned: Results = {(a, str(d)): result for (d, a), result in results.items()}
        return turned, (f"{read} algorithms, the inner ones as data sets: they are called so.",)
    means = np.full((len(outer), 1, len(inner)), np.nan)
    for (dataset, algorithm), result in results.items():
        first = np.array(next(iter(_vectors(result).values())), dtype=float)
        mean = first.sum() / max(len(first), 1)
        means[outer.index(str(dataset)), 0, inner.index(algorithm)] = mean
    if not columns_differ_more(means):
        return results, ()
    return results, (
        f"{read} data sets, the inner ones as algorithms, though these differ more than those: if "
        "that is wrong, reverse the nesting, {data set: {algorithm: scores}}.",
    )


def _folds(results: Results, test_share: Any) -> _Folds:
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
    indices = {key: result.get("indices") for key, result in results.items()}
    if test_share is None and all(splits is not None for splits in indices.values()):
        return _of_indices(indices)
    share = test_share
    if share is not None:
        share = options.number("test_share", share, 0, 1, open_low=True, open_high=True)

    def name(i: int, n: int) -> tuple[str, str]:
        """Of runs of 1 / share folds, if that fits; otherwise of runs alone."""
        k = n if share is None else round(1 / share)
        fits = k >= 2 and n % k == 0 and (share is None or abs(1 / k - share) <= _CLOSE)
        return (str(i // k + 1), str(i % k + 1)) if fits else (str(i + 1), "1")

    return {d: [name(i, n) for i in range(n)] for d, n in numbers.items()}, share, True


def _of_indices(indices: Mapping[Key, Any]) -> _Folds:
    """Folds whose cases are known, from `return_indices`."""
    first: dict[str | None, list[np.ndarray]] = {}
    shares, paired = [], True
    for (dataset, _), splits in indices.items():
        tests = [np.asarray(test) for test in splits["test"]]
        known = first.setdefault(dataset, tests)
        paired &= all(np.array_equal(a, b) for a, b in zip(known, tests, strict=True))
        pairs = zip(tests, splits["train"], strict=True)
        shares += [len(test) / (len(test) + len(train)) for test, train in pairs]
    names = {dataset: _runs(tests) for dataset, tests in first.items()}
    return names, float(np.mean(shares)), paired


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


def _refuse_single(number: int, share: float | None, paired: bool) -> None:
    """Refuse folds of one data set that cannot be compared."""
    if not paired:
        raise ReadError(
            "The algorithms were not tested on the same folds: give cross_validate the same splits "
            "for all (cv)."
        )
    if share is None:
        raise ReadError(
            f"The {number} folds are of one data set: give several, or state on which share of its "
            "cases each fold tests, such as ",
            Option("test_share", 0.2),
            " in 5-fold cross-validation.",
        )


def _recognises(source: Source) -> bool:
    try:
        is_json = source.is_file and _SCORES_JSON.match(source.head())
        return any(True for _ in _results(source.json if is_json else source.object))
    except ReadError:
        return False


SKLEARN = listed("sklearn", _recognises, read)


# Logs of runs, as MLflow, Optuna and Weights & Biases export them: a row for each run.
#
# Only the user knows which column holds the data sets and which the algorithms.

# Names that are proposed first, where they are there.
_LIKELY = {
    "dataset": re.compile(r"data|task|problem|benchmark", re.I),
    "algorithm": re.compile(r"model|algorithm|method|sampler|classifier|estimator|optim", re.I),
}
_MLFLOW = {"run_id", "experiment_id", "status"}
_OPTUNA = {"number", "state", "datetime_start"}
_WANDB = {"Name", "State", "Created", "Runtime"}
# What an export of Weights & Biases states about a run.
_ABOUT = {"ID", "Notes", "User", "Tags", "Sweep", "Updated", "Host", "End Time", "Hostname"}
_ABOUT |= {"GPU Count", "GPU Type", "Commit", "Github", "Description", "Job Type", "Group"}
_ABOUT |= _WANDB - {"Name"}


def _found(
    frame: pd.DataFrame, metrics: Sequence[str], done: pd.Series, state: pd.Series, what: str
) -> Found:
    """The metrics of runs, missing where a run is not `done`, and what may be their names."""
    if not metrics:
        raise ReadError(f"The {what} have no metric.")
    numeric(frame, metrics, f"the table of {what}")
    frame.loc[~done, list(metrics)] = float("nan")
    notes = failures(state[~done].map(str), len(frame), what)
    settings = [n for n in frame.columns if n not in metrics and frame[n].nunique() > 1]
    repeating = [n for n in settings if frame[n].nunique() < len(frame)] or settings
    choices = {
        role: sorted(repeating, key=lambda n: not likely.search(n))
        for role, likely in _LIKELY.items()
    }
    return Found(frame, undirected=tuple(metrics), notes=notes, choices=choices)


def _mlflow(source: Source) -> Found:
    frame = frame_of(source, _MLFLOW, "a frame of search_runs()")
    shown = [n for n in frame.columns if n.startswith(("metrics.", "params.", "tags."))]
    kept = [n for n in shown if not n.startswith("tags.mlflow.") or n == "tags.mlflow.runName"]
    metrics = [n for n in kept if n.startswith("metrics.")]
    status = frame["status"]
    kept = [*kept, "experiment_id"]
    return _found(frame[kept].copy(), metrics, status == "FINISHED", status, "runs")


def _optuna(source: Source) -> Found:
    frame = frame_of(source, _OPTUNA, "a frame of trials_dataframe()")
    values = [n for n in frame.columns if n == "value" or n.startswith("values_")]
    shown = [n for n in frame.columns if n.startswith(("params_", "user_attrs_"))]
    state = frame["state"].map(str)
    return _found(frame[[*values, *shown]].copy(), values, state == "COMPLETE", state, "trials")


def _wandb(source: Source) -> Found:
    """The export does not state which numbers are settings."""
    import pandas as pd

    frame = frame_of(source, _WANDB, "an export of runs")
    state = frame["State"].map(str)
    frame = frame.drop(columns=[n for n in frame.columns if n in _ABOUT])
    blank = frame.map(lambda x: x is None or x != x or str(x).strip() in ("", "NaN"))
    numbers = frame.where(~blank).apply(pd.to_numeric, errors="coerce")
    metrics = [
        str(n) for n in frame if not blank[n].all() and (numbers[n].notna() | blank[n]).all()
    ]
    return _found(frame, metrics, state == "finished", state, "runs")


MLFLOW = listed("mlflow", having(_MLFLOW), _mlflow)
OPTUNA = listed("optuna", having(_OPTUNA), _optuna)
WANDB = listed("wandb", having(_WANDB), _wandb)
