"""The packaged tables: their names, their frames, and their roles."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jointstats.labelled import options
from jointstats.labelled.formats.text import read_text
from jointstats.labelled.table.making import results_table
from jointstats.labelled.table.results_table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd


def load_dataset(name: str) -> ResultsTable:
    """Load a packaged results table, with its roles and directions set.

    Parameters
    ----------
    name : str
        ``"example1"`` and ``"pnn"`` (Benavoli & de Campos 2016, Example 1 and Table 1),
        ``"weka"`` (seven classifiers on real data sets), ``"weka_folds"`` (per-fold confusion
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
    about = describe_dataset(name)
    chosen = about.get("default_measures") or list(about["measures"])
    keywords: dict[str, Any] = {}
    if "fold" in about:  # per-fold rows: the table needs one row per data set and algorithm
        keywords["aggregate"] = "mean"
    return results_table(
        load_frame(name),
        dataset=about["dataset"],
        algorithm=about["algorithm"],
        measures={measure: about["measures"][measure] for measure in chosen},
        rope={m: width for m, width in about.get("rope", {}).items() if m in chosen},
        **keywords,
    )


def list_datasets() -> dict[str, str]:
    """Names of the packaged tables and what each is.

    Returns
    -------
    dict
        Name to title.

    Examples
    --------
    >>> import jointstats as js
    >>> "example1" in js.list_datasets()
    True
    """
    folder = files("jointstats.datasets")
    names = sorted(f.name[: -len(".json")] for f in folder.iterdir() if f.name.endswith(".json"))
    return {name: describe_dataset(name)["title"] for name in names}


def describe_dataset(name: str) -> dict[str, Any]:
    """Roles, directions, ropes, source and description of a packaged table (its JSON file)."""
    folder = files("jointstats.datasets")
    known = [f.name[: -len(".json")] for f in folder.iterdir() if f.name.endswith(".json")]
    options.known_name("packaged table", name, sorted(known))
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def load_frame(name: str) -> pd.DataFrame:
    """All columns of a packaged table, as a data frame.

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
    frame = next(read_text(str(file), "csv"))
    for column in frame.columns.difference([about["dataset"], about["algorithm"]]):
        text = frame[column]
        whole = text.str.fullmatch(r"-?\d+").all()
        frame[column] = text.astype(int) if whole else text.replace("", "nan").astype(float)
    return frame
