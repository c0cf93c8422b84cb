"""Reading results from files, standard input, objects, and the tables of the package."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from importlib.resources import files
from inspect import signature
from typing import TYPE_CHECKING, Any

from jointstats.base import errors, options
from jointstats.base.declare import FormatWord, Key
from jointstats.base.kinds import Label
from jointstats.base.options import FORMAT_OPTIONS
from jointstats.evidence.messages import literal
from jointstats.table.building import Roles
from jointstats.table.columns import pandas_of
from jointstats.table.formats import catalogue
from jointstats.table.formats.format import Format, Found, Source
from jointstats.table.formats.text import read_text
from jointstats.table.making import results_table
from jointstats.table.results_table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd


def load_dataset(name: str) -> ResultsTable:
    """Load a packaged results table, with its roles and directions set.

    Parameters
    ----------
    name : str
        ``"example1"`` and ``"pnn"`` (Benavoli & de Campos 2016, Example 1 and Table 1),
        ``"weka"`` (seven classifiers on real data sets) or ``"weka_folds"`` (per-fold confusion
        counts). :func:`list_datasets` names them all.

    Returns
    -------
    ResultsTable
        With the table's default measures; ``load_frame(name)`` has every column.

    Raises
    ------
    ColumnError
        If there is no such table.

    Examples
    --------
    >>> import jointstats as js
    >>> js.load_dataset("example1").measures
    {'accuracy': 'max', 'time': 'min'}
    """
    return results_table(load_frame(name), **default_roles(describe_dataset(name)))


def default_roles(about: Mapping[str, Any], measures: Any = None) -> dict[str, Any]:
    """The roles of a packaged table's columns, by default with its default measures."""
    chosen = about.get("default_measures") or list(about["measures"])
    measures = measures or {name: about["measures"][name] for name in chosen}
    rope = {name: width for name, width in about.get("rope", {}).items() if name in measures}
    roles = {"dataset": about["dataset"], "algorithm": about["algorithm"], "measures": measures}
    # Per-fold rows: the table needs one row per data set and algorithm.
    return roles | {"rope": rope} | ({"aggregate": "mean"} if "fold" in about else {})


def list_datasets() -> dict[str, str]:
    """Return the names of the packaged tables and what each is.

    Returns
    -------
    dict
        For each name, the title.

    Examples
    --------
    >>> import jointstats as js
    >>> "example1" in js.list_datasets()
    True
    """
    return {name: describe_dataset(name)["title"] for name in _packaged()}


def _packaged() -> list[str]:
    names = [file.name for file in files("jointstats.datasets").iterdir()]
    return sorted(name.removesuffix(".json") for name in names if name.endswith(".json"))


def describe_dataset(name: str) -> dict[str, Any]:
    """Roles, directions, ropes, source and description of a packaged table (its JSON file)."""
    options.known_name("packaged table", name, _packaged())
    about = files("jointstats.datasets") / f"{name}.json"
    return json.loads(about.read_text(encoding="utf-8"))


def load_frame(name: str) -> pd.DataFrame:
    """Return all columns of a packaged table, as a data frame.

    Parameters
    ----------
    name : str
        As for :func:`load_dataset`.

    Returns
    -------
    DataFrame

    Examples
    --------
    >>> import jointstats as js
    >>> js.load_frame("pnn").shape
    (8, 4)
    """
    about = describe_dataset(name)
    folder = files("jointstats.datasets")
    file = next(f for f in folder.iterdir() if f.name in (f"{name}.csv", f"{name}.csv.gz"))
    frame = read_text(str(file), "csv")
    for column in frame.columns.difference([about["dataset"], about["algorithm"]]):
        text = frame[column]
        whole = text.str.fullmatch(r"-?\d+").all()
        frame[column] = text.astype(int) if whole else text.replace("", "nan").astype(float)
    return frame


_REASON = 100  # letters of what a reader stumbled over


def read_results(
    path: Any,
    format: FormatWord | None = "auto",
    *,
    dataset: Key = None,
    algorithm: Key = None,
    measures: Mapping[Any, str] | Sequence[Label] | None = None,
    **roles: Any,
) -> ResultsTable:
    r"""Read a results table from files as other programs write them, or from their objects.

    Many programs write files, or make objects, that say what is where: of these nothing needs to
    be said. A plain table (CSV, Parquet and the like) is long, with a row for each data set and
    algorithm; or, without ``dataset``, a leaderboard with a row for each algorithm.

    Parameters
    ----------
    path : str, path, list of these, or object
        A file, a folder or several files, ``"-"`` for standard input, an open file, or an object
        that holds results. Several plain tables become one. A path may have places for names, such
        as ``"results/{algorithm}/all_results.csv"``. Files ending in ``.gz``, ``.bz2``,
        ``.xz`` or ``.zip`` are decompressed. Nothing is fetched from elsewhere.
    format : str, default "auto"
        ``"auto"``: the format that recognises what is given, or else by the file's ending, CSV for
        standard input. Plain tables are ``"csv"``, ``"csv2"`` (what spreadsheets save in many
        countries: semicolons between the columns, and decimal commas or points), ``"tsv"``,
        ``"parquet"``, ``"json"``, ``"jsonl"`` and ``"excel"``; several of them are ``"tables"``.
    dataset, algorithm : str, optional
        Columns that hold the data set and the algorithm, or lists of them; needed where the format
        does not say.
    measures : dict or list of str, optional
        For each measure, ``"max"`` or ``"min"``; or only their names, where the format states the
        directions. Default: all measures with a stated direction.
    **roles
        Further keywords of :func:`jointstats.results_table`: ``rope``, ``missing``, ``aggregate``,
        ``min_folds``, ``failed_runs``, ``only``, ``cluster``, ``runs``, ``run_kind``,
        ``test_share``, ``per_algorithm``; ``where``, ``failed``, ``failed_words``, ``limit`` and
        ``even_failed``; ``columns`` of a leaderboard; ``fold``, ``run`` and ``of`` of folds; and
        options of the format, such as ``sheet``, or the ``pattern`` of the
        paths in a folder. They override the format.

    Returns
    -------
    ResultsTable
        Its ``notes`` say what had failed or was left out. A :class:`FoldTable`, if the results are
        folds of one data set.

    Raises
    ------
    ReadError
        If the file cannot be read.
    OptionError
        If there is no such format, or an option belongs to another format.
    DirectionError
        If nothing states whether higher or lower is better, or a direction contradicts the format.
    MissingExtraError
        If reading needs an extra, such as ``parquet``.
    JointStatsError
        As :func:`jointstats.results_table`.

    Examples
    --------
    >>> import tempfile, pathlib, jointstats as js
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "results.csv"
    >>> _ = path.write_text("data,method,acc\niris,A,0.91\niris,B,0.93\n")
    >>> js.read_results(path, dataset="data", algorithm="method", measures={"acc": "max"}).n
    1

    What scikit-learn's ``cross_validate`` returned, for each data set and algorithm:

    >>> scores = {"iris": {"A": {"test_accuracy": [0.9, 0.8]}, "B": {"test_accuracy": [0.8, 0.7]}},
    ...           "wine": {"A": {"test_accuracy": [0.7, 0.7]}, "B": {"test_accuracy": [0.6, 0.8]}}}
    >>> js.read_results(scores, test_share=0.5)
    ResultsTable: 2 data sets × 2 algorithms × 1 measure
      algorithms: A, B
      measures:   accuracy (max)
      aggregated: mean of 8 rows
      runs:       2, cross-validation
    """
    source = Source(pandas_of(path))
    kind = catalogue.format_of(source, format)
    _refuse_unknown(roles, kind)
    given = {"dataset": dataset, "algorithm": algorithm, "measures": measures, **roles}
    if not kind.states:
        reader_options = catalogue.own_options(kind)
        _check_said(
            {name: value for name, value in given.items() if name not in reader_options}, source
        )
    results = read_found(source, kind, given)
    try:
        return catalogue.table_of_found(results, given, kind)
    except errors.RolesError as error:
        said = {} if format in (None, "auto") else {"format": format}
        said |= {name: value for name, value in given.items() if value is not None}
        name = literal(str(path)) if isinstance(path, str | os.PathLike) else "x"
        raise error.for_call(name="read_results", data=name, known=said) from None


def read_found(source: Source, format: Format, given: dict[str, Any]) -> Found:
    """What a format finds; its own options are taken from what is given."""
    reader_options = catalogue.own_options(format)
    said = {name: given[name] for name in reader_options if given.get(name) is not None}
    if "measures" in said:
        said["measures"] = options.one_or_several(said["measures"])
    try:
        return format.read(source, **said)
    except errors.JointStatsError:
        raise
    except format.stumbles as error:
        reason = " ".join(str(error).split())[:_REASON].rstrip(".")
        raise errors.ReadError(
            f"{source.name} is damaged, or is not a file of {format.title} that can be read here "
            f"({type(error).__name__}: {reason})."
        ) from error


def _refuse_unknown(roles: Mapping[str, Any], format: Format) -> None:
    """Refuse what is not a keyword of this format, nor of any table, before a long reading."""
    catalogue.refuse_others(format, [name for name, value in roles.items() if value is not None])
    of_tables = list(signature(results_table).parameters)[1:]
    known = dict.fromkeys([*of_tables, *FORMAT_OPTIONS, *catalogue.own_options(format)])
    options.refuse_unknown(roles, [*known])


def _check_said(given: dict[str, Any], source: Source) -> None:
    """Check the roles of a plain table, before it is read."""
    needed = ("dataset", "algorithm", "measures")
    if any(given[name] is None for name in needed):
        catalogue.refuse_absent(source)
    if all(given[name] is not None for name in needed) and given.get("columns") is None:
        known = signature(Roles).parameters
        Roles(**{name: value for name, value in given.items() if name in known})
