"""Results tables from all layouts: long, wide, matrices, folds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any

from jointstats.base import errors, options
from jointstats.base.declare import AggregateWord, FailedRunsWord, Key, MissingWord, RunKind
from jointstats.base.kinds import Label, Labels
from jointstats.evidence.messages import Function, Option, Part, Spelled, TypeOf, asked
from jointstats.table.building import Roles, long_table
from jointstats.table.columns import file_hint, pandas_within, require_frame
from jointstats.table.folds import fold_table
from jointstats.table.gaps import not_by_chance
from jointstats.table.hints import hints, metrics_by_row, sources, undeclared
from jointstats.table.layouts import are_scores, frame_of_scores, prepared, relative, with_levels
from jointstats.table.leaderboard import leaderboard_table
from jointstats.table.proposal import refused
from jointstats.table.results_table import ResultsTable
from jointstats.table.selecting import OF_FAILURES
from jointstats.table.wide import matrices_table, wide_table

if TYPE_CHECKING:
    import pandas as pd


@errors.keeping
def results_table(
    x: pd.DataFrame | Mapping[Any, Any],
    *,
    dataset: Key = None,
    algorithm: Key = None,
    measures: Mapping[Any, str] | None = None,
    rope: Mapping[Any, float] | float | None = None,
    missing: MissingWord = "raise",
    aggregate: AggregateWord | None = None,
    min_folds: int | None = None,
    failed_runs: FailedRunsWord | None = None,
    only: Labels | None = None,
    cluster: Label | Mapping[Any, Any] = None,
    runs: Key = None,
    run_kind: RunKind | None = None,
    test_share: float | None = None,
    per_algorithm: Mapping[Any, str] | None = None,
    columns: str | None = None,
    datasets: Labels | None = None,
    fold: Label = None,
    run: Label = None,
    of: Label = None,
    metric: Label = None,
    value: Label = None,
    relative_to: Label = None,
    where: Mapping[Any, Any] | None = None,
    failed: Mapping[Any, Any] | None = None,
    failed_words: Sequence[str] | None = None,
    limit: Mapping[Any, float] | None = None,
    even_failed: Labels | None = None,
) -> ResultsTable:
    """Make a results table from a data frame or matrices; from folds of one data set, a fold table.

    The options that are given say how the results are laid out:

    ================  ==================  ==========================================================
    layout            given               rows and columns
    ================  ==================  ==========================================================
    long              dataset, algorithm  a row for each data set and algorithm, a column for each
                                          measure
    folds             fold or run,        a row for each fold (or run) of one data set and
                      algorithm           algorithm, a column for each measure
    leaderboard       algorithm           a row for each algorithm, a column for each data set and
                                          measure
    wide              neither, or         a row for each data set, a column for each algorithm (and
                      dataset             measure, with `columns`)
    wide frames       a dict by measure   a wide data frame for each measure
    metrics in rows   metric, value,      a row for each data set, algorithm and measure; or,
                      and those above     without `value`, a wide frame with a row for each data set
                                          and measure
    matrices          a dict by           a matrix for each algorithm (the papers' Eq. 1): a row for
                      algorithm           each data set, a column for each measure
    scores            a dict by           for each data set a vector of scores by fold, such as
                      algorithm of dicts  scikit-learn's ``cross_val_score`` returns
    ================  ==================  ==========================================================

    An option that has no meaning for the layout is refused.

    Parameters
    ----------
    x : DataFrame, or dict of DataFrame or array_like
        Data frames of pandas or, with the extra ``frames``, of Polars, PyArrow, DuckDB and other
        libraries that narwhals reads. Other functions take the same frames.
    dataset, algorithm : str, optional
        Names of the columns, or of the levels of the index, that hold the data set and the
        algorithm. For wide tables, `dataset` is by default the index. For leaderboards, `algorithm`
        may be the name of the index. In a long table each may be a list of columns, such as
        ``["task", "case"]``, whose names are joined with " / ". So may `runs`, `fold`, `run` and
        `cluster`.
    measures : dict
        Name of each measure to its direction: ``"max"`` if higher is better, ``"min"`` if lower is
        better; ``"maximize"`` and ``"minimize"`` are accepted. Without it, or without another role,
        the error lists the columns and proposes a call. For matrices, in the order of their
        columns.
    rope : dict, optional
        For each measure, the width within which two results count as a tie, in the measure's own
        units; 0 declares that equal numbers are real ties. Without a rope a tie may hide a
        difference, and counts against the claims of a comparison. With one measure a bare number is
        enough. Not for folds.
    missing : {"raise", "drop", "unknown", "worst"}, default "raise"
        Meaning of a missing result. "raise" stops and names the cells. "drop" leaves it out, which
        is right only if results are missing independently of all results: a comparison leaves out
        the data set in the pairs that lack it, other tests altogether. "unknown" counts it against
        every claim that it could support; other tests use what is there. "worst" is a failed run,
        which loses to every result and ties with other failures. Folds take the first two.
    aggregate : {"mean", "median"}, optional
        Long only: combine several rows (folds, runs) of a data set and algorithm. Without it they
        are an error. One failed row makes the combined result missing, unless `failed_runs` or
        `min_folds` says otherwise.
    min_folds : int, optional
        Long only: smallest number of rows with a value that makes a combined result valid (default:
        all); of a data set with fewer rows, all are needed.
    failed_runs : {"worst", "drop"}, optional
        Long only: meaning of a row without a value among several of a data set and algorithm, a
        failed run. "drop" combines the other rows; the notes count those left out. "worst" counts
        it as worse than every result. So is a mean with a failed run, and a median if at least half
        of its runs failed. No other algorithm matters. A failed run that has a value, such as 0 for
        "resolved", is better entered with it. `missing` treats data sets without any run, and
        cannot be "drop" or "unknown" next to "worst".
    only : sequence of str, optional
        Keep only these algorithms.
    cluster : str or dict, optional
        The family of each data set: data sets of one family (versions of one source, tasks of one
        suite) may agree, and are not independent evidence. For a long table, the name of a
        column; otherwise a dict from data set to family. Not for folds.
    runs : str, optional
        Long only: name of the column that holds the run (fold, seed, trial) of each row. Runs are
        averaged, and kept.
    run_kind : {"cv", "independent"}, optional
        What the runs are: of cross-validation or repeated splits, whose training sets overlap; or
        independent, such as seeds. Needed with `runs`.
    test_share : float, optional
        Share of the cases on which each run of cross-validation tests, such as 0.1 in tenfold
        cross-validation. Needed with ``run_kind="cv"``.
    per_algorithm : dict, optional
        Properties of the algorithms, such as their price: for each column, ``"max"`` or
        ``"min"``. A property is one number for each algorithm, the same in all its rows, and is
        never counted once per data set. In a wide table it is named like a measure. Neither for
        matrices nor for folds.
    columns : str, optional
        Pattern of the names of columns. For a wide frame it has ``{measure}`` and ``{algorithm}``,
        such as ``"{measure}_{algorithm}"``; other columns are ignored. By default every column is
        an algorithm, ``"{algorithm}"``. For a leaderboard it has ``{measure}`` and ``{dataset}``,
        such as ``"{dataset}_{measure}"``, or ``"{dataset}"`` if all columns are data sets of one
        measure. By default measures are recognised before or after the names of the data sets, also
        in a second level of the columns.
    datasets : sequence of str, optional
        For matrices, names of the rows (default ``"1"``, ``"2"``, …).
    fold, run : str, optional
        Columns that hold the fold and the run of cross-validation on one data set; at least one
        makes a table of folds. Folds are named alike in every run (1 to 10, not 1 to 100). Repeated
        random splits have only runs. `dataset` may be left out: all rows are of one.
    of : str, optional
        For folds, the data set to keep, if the column holds several.
    metric, value : str, optional
        For a table with a row for each measure: columns that name the measure of a row and hold its
        value. A value that is given twice is refused.
    relative_to : str, optional
        An algorithm, the baseline: every result is divided by that of the baseline on the same data
        set. Ropes are then differences of ratios. A baseline that is missing, 0 or negative is
        refused.
    where : dict, optional
        Rows to keep: for each column a value, or a list of values, such as
        ``{"settings": "default"}``. It is applied first. A note counts the rows.
    failed : dict, optional
        What marks a failed run: for each column of a long table a value, or a list of values, such
        as ``{"status": ["timeout", "memout"]}``. ``{"found": False}`` holds for 0 and "no", too. A
        failed run has no result on any measure. `missing` and `failed_runs` say what that means.
    failed_words : list of str, optional
        Words such as "DNF" that stand for a failed run in the cells of a measure.
    limit : dict, optional
        For measures to minimise, the limit from which on a run has failed. With
        ``{"runtime": 5000}``, 5000.01 is not better than 5000.03. Results up to 1 % below are
        noted.
    even_failed : sequence of str, optional
        Measures whose results count even if the run failed, such as its cost.

    Returns
    -------
    ResultsTable
        For folds, a :class:`jointstats.FoldTable`: its rows are folds, which every test takes; only
        the corrected tests allow for what folds share.

    Raises
    ------
    ColumnError, DirectionError, InvalidValueError, DuplicateRowsError, MissingValuesError,
    AlgorithmError, NoDataError, OptionError
        Each names the data set, algorithm, measure or option at fault.

    Examples
    --------
    >>> import pandas as pd, jointstats as js
    >>> df = pd.DataFrame({
    ...     "data": ["iris", "iris", "wine", "wine"], "method": ["A", "B", "A", "B"],
    ...     "acc": [0.91, 0.93, 0.88, 0.90], "secs": [1.2, 0.8, 2.0, 1.5]})
    >>> js.results_table(df, dataset="data", algorithm="method",
    ...                  measures={"acc": "max", "secs": "min"})
    ResultsTable: 2 data sets × 2 algorithms × 2 measures
      algorithms: A, B
      measures:   acc (max), secs (min)

    Wide, of one measure and of two:

    >>> wide = pd.DataFrame({"A": [0.91, 0.88], "B": [0.93, 0.90]}, index=["iris", "wine"])
    >>> js.results_table(wide, measures={"accuracy": "max"}).values.tolist()
    [[[0.91, 0.93]], [[0.88, 0.9]]]
    >>> both = pd.DataFrame({"acc_A": [0.91], "acc_B": [0.93], "secs_A": [3], "secs_B": [1]})
    >>> js.results_table(both, measures={"acc": "max", "secs": "min"},
    ...                  columns="{measure}_{algorithm}").values.tolist()
    [[[0.91, 0.93], [3.0, 1.0]]]

    Data sets named by two columns, and a run that failed:

    >>> df = pd.DataFrame({"task": ["a"] * 4, "case": [1, 1, 2, 2], "method": ["A", "B"] * 2,
    ...                    "secs": [3, 1, 2, 5], "status": ["ok", "timeout", "ok", "ok"]})
    >>> table = js.results_table(df, dataset=["task", "case"], algorithm="method",
    ...                          measures={"secs": "min"}, failed={"status": "timeout"},
    ...                          missing="worst")
    >>> table.datasets, table.n_failed
    (('a / 1', 'a / 2'), 1)

    Matrices by algorithm:

    >>> js.results_table({"A": [[0.9, 12.0]], "B": [[0.8, 10.0]]},
    ...                  measures={"accuracy": "max", "time": "min"}).n
    1

    A leaderboard, with a price for each model:

    >>> board = pd.DataFrame({"model": ["A", "B"], "iris_acc": [0.91, 0.93],
    ...                       "wine_acc": [0.88, 0.9], "price": [20, 45]})
    >>> js.results_table(board, algorithm="model", measures={"acc": "max"},
    ...                  per_algorithm={"price": "min"})
    ResultsTable: 2 data sets × 2 algorithms × 1 measure
      algorithms: A, B
      measures:   acc (max)
      properties: price (min)

    Folds of one data set:

    >>> df = pd.DataFrame({"fold": [1, 1, 2, 2, 3, 3], "method": ["A", "B"] * 3,
    ...                    "acc": [0.8, 0.7, 0.9, 0.8, 0.7, 0.7]})
    >>> js.results_table(df, fold="fold", algorithm="method", measures={"acc": "max"})
    FoldTable: 3 folds (runs: 1, folds of a run: 3) × 2 algorithms × 1 measure
      algorithms: A, B
      measures:   acc (max)
    """
    given = {name: value for name, value in locals().items() if name != "x" and value is not None}
    import pandas as pd

    x = pandas_within(x)
    if not isinstance(x, pd.DataFrame | Mapping):
        such = Spelled('{"A": matrix, "B": matrix}', r="list(A = matrix, B = matrix)")
        taken = (" takes a data frame, or matrices by algorithm such as ", such)
        got = ("; got ", TypeOf(x), ".")
        raise errors.InvalidValueError(Function("results_table"), *taken, *got, *file_hint(x))
    require_roles(x, given)
    try:
        return built(x, given)
    except errors.DuplicateRowsError as error:
        is_board = "algorithm" in given and not {"dataset", "fold", "run"} & given.keys()
        if not (is_board and hasattr(x, "columns")):
            raise
        raise refused(require_frame(x), given, *error.parts) from None


def built(x: Any, given: Mapping[str, Any]) -> ResultsTable:
    """The table of a frame or of matrices whose roles are given."""
    baseline = given.get("relative_to")
    given = {name: role for name, role in given.items() if name != "relative_to"}
    doubts: list[errors.Caution] = []
    if is_frame := hasattr(x, "columns"):
        x = with_levels(x, given)
        doubts = [*undeclared(x, given)]
        for doubt in (*doubts, *metrics_by_row(x, given)):
            errors.note(doubt)
    failures = bool(doubts) or not {*OF_FAILURES}.isdisjoint(given)
    frame, said = x, given
    if is_frame:
        x, given = prepared(x, given)
    elif are_scores(x):
        x, given = frame_of_scores(x, given)
    build, layout = _layout(x, given)
    known = signature(Roles if build is long_table else build).parameters
    odd = [name for name in given if name not in known]
    if odd:
        raise errors.OptionError(
            "The option ", Option(odd[0]), " has no meaning for ", *layout, "."
        )
    try:
        table = build(x, **given)
    except errors.MissingValuesError as error:
        if not failures:
            raise
        why = [part for doubt in doubts for part in (" ", *doubt.parts)]
        raise not_by_chance(error, *why) from None
    from_heads = hasattr(x, "columns") and "algorithm" not in given
    shared = sources(frame, said, len(table.everything()[1])) if is_frame else ()
    for hint in (*hints(table, from_heads=from_heads), *shared):
        errors.note(hint)
    return table if baseline is None else relative(table, baseline)


_FOLDS = {"fold", "run", "of"}  # roles of folds of one data set


def require_roles(x: Any, given: Mapping[str, Any], *, named_rows: bool = True) -> None:
    """Refuse a call that leaves open what the columns of a frame hold, with a proposal.

    Rows of a file have no names; a column must hold them.

    Raises
    ------
    RolesError
    """
    if not hasattr(x, "columns"):
        if "measures" not in given:
            such = Option("measures", {"accuracy": "max", "time": "min"})
            order = ", in the order of their columns."
            raise errors.RolesError("The matrices have no measures. Add ", such, order)
        return
    folds = not _FOLDS.isdisjoint(given)
    wide = not folds and (
        "columns" in given
        or ("metric" in given and "value" not in given)
        or not ("metric" in given or _are_columns(given.get("measures"), x))
    )
    wide = wide and (named_rows or "dataset" in given)
    if "measures" not in given or not ("algorithm" in given or wide):
        raise refused(x, given)


def _layout(
    x: Any, given: Mapping[str, Any]
) -> tuple[Callable[..., ResultsTable], tuple[Part, ...]]:
    """The function that makes a table of `x`, and what it takes it for."""
    import pandas as pd

    folds = not _FOLDS.isdisjoint(given)
    if isinstance(x, Mapping) and not folds:
        by_measure = not {*options.directions(given["measures"])}.isdisjoint(map(options.label, x))
        if by_measure and any(isinstance(part, pd.DataFrame) for part in x.values()):
            return wide_table, ("wide data frames",)
        return matrices_table, ("matrices",)
    if "algorithm" not in given:
        return wide_table, ("a wide data frame (without ", asked("algorithm"), ")")
    if folds:
        return fold_table, ("folds of one data set",)
    if "dataset" in given:
        return long_table, ("a long data frame",)
    kind = "a table with a row for each algorithm (without "
    return leaderboard_table, (kind, asked("dataset"), ")")


def _are_columns(measures: Mapping[Any, str] | None, frame: pd.DataFrame) -> bool:
    """Whether each measure has a column: then the frame is long, and columns are not algorithms."""
    names = () if measures is None else options.directions(measures)
    return {*names} <= {*map(options.label, frame.columns)}
