"""Types of the arguments of public functions, for type checkers and editors.

What was given is checked elsewhere (:mod:`jointstats.base.kinds`), against the words that are
written here once. Keys of mappings are ``Any``: a type checker takes ``Mapping[Hashable, …]`` to
refuse a ``dict[str, …]``.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypedDict

# --- Words ----------------------------------------------------------------------------------------

AggregateWord = Literal["mean", "median"]
CasesWord = Literal["auto", "common", "pairwise"]
FormatWord = (
    Literal["auto", "csv", "csv2", "tsv", "parquet", "json", "jsonl", "excel", "tables"]
    | Literal["weka", "tsml", "jmetal", "sklearn", "lm-eval", "inspect", "amlb", "tabarena"]
    | Literal["mteb", "helm", "open-llm-leaderboard", "opencompass", "harbor", "mlflow"]
    | Literal["optuna", "wandb", "open-problems", "omnibenchmark"]
)
# Options that only readers of some formats have, and which formats.
FORMAT_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "sheet": ("excel",),
    "pattern": ("tables",),
    "metrics": ("jmetal",),
    "filter": ("lm-eval",),
    "unit": ("inspect",),
    "constraint": ("amlb",),
}
FactorWord = Literal[
    "level", "rope", "measure", "data set", "family", "algorithm", "missing", "runs"
]
FormWord = Literal["paired", "one-sample", "two-sample"]
FrameName = Literal["pairs", "board", "measures"]
BoardName = Literal["board", "measures"]
GraphWord = Literal["best", "average"]
LearnedDesign = Literal["blocked", "one-way"]
ManovaDesign = Literal["auto", "stacked", "blocked", "one-way"]
FailedRunsWord = Literal["worst", "drop"]
MissingWord = Literal["raise", "drop", "unknown", "worst"]
NetworkTiesWord = Literal["auto", "equal", "split", "ignore"]
PairTestWord = Literal["bayes", "glrt", "network", "sign", "wilcoxon", "hotelling"]
PostHocWord = Literal["exact", "nemenyi", "none"]
PriorWord = Literal["symmetric", "jeffreys", "uniform", "imprecise"]
Question = Literal["orderings", "best", "control"]
RegionWord = Literal["rope", "sides", "even"]
RuleWord = Literal["lower", "probability"]
RunKind = Literal["cv", "independent"]
SamplesWord = Literal["differences", "algorithms", "residuals", "stacked"]
ScaleWord = Literal["difference", "ratio"]
StatisticWord = Literal["wilks", "pillai", "hotelling-lawley", "roy"]
ReferenceForm = Literal["bibtex", "csl-json"]
StudyTest = Literal["glrt", "bayes", "network", "network_average"]
TableName = Literal["league", "pairs", "measures", "data", "statements"]
Theme = Literal["colour", "grey", "dark"]
TiesWord = Literal["auto", "equal", "split"]

# --- Things ---------------------------------------------------------------------------------------

Label = Hashable  # a name of a column, an algorithm or a measure, as it stands in the table
Labels = Sequence[Label]
Key = Label | Labels  # one column, or several whose names are joined
FilePath = str | os.PathLike[str]

if TYPE_CHECKING:
    import networkx as nx
    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes

    from jointstats.joint.counts import StatementCounts
    from jointstats.table.results_table import ResultsTable

    TableLike: TypeAlias = ResultsTable | pd.DataFrame | Mapping[Any, Any]
    TableOrCounts: TypeAlias = TableLike | StatementCounts
    RandomState: TypeAlias = int | np.random.Generator | None
    Drawn: TypeAlias = Axes
    Graph: TypeAlias = GraphWord | nx.DiGraph[Any] | Iterable[tuple[Any, Any]]
else:  # annotations are read when the package runs, too, and load nothing
    TableLike = TableOrCounts = RandomState = Drawn = Any
    Graph = GraphWord | Any


class DaskFrame(Protocol):
    """A data frame of Dask, described without Dask's own types."""

    @property
    def npartitions(self) -> int:
        """Number of its partitions."""

    def to_delayed(self) -> Any:
        """Partitions that are computed later."""


# --- Keywords of a table, where a test takes a data frame -----------------------------------------


class _Roles(TypedDict, total=False):
    dataset: Key
    algorithm: Key
    rope: Mapping[Any, float] | float | None
    missing: MissingWord
    aggregate: AggregateWord | None
    min_folds: int | None
    failed_runs: FailedRunsWord | None
    cluster: Any  # a column, or the family of each data set
    runs: Key
    run_kind: RunKind | None
    test_share: float | None
    per_algorithm: Mapping[Any, str] | None
    columns: str | None
    datasets: Labels | None
    metric: Label
    value: Label
    relative_to: Label
    where: Mapping[Any, Any] | None
    failed: Mapping[Any, Any] | None
    failed_words: Sequence[str] | None
    limit: Mapping[Any, float] | None
    even_failed: Labels | None
    fold: Label
    run: Label
    of: Label


class PlanRoles(_Roles, total=False):
    """Keywords of a table where the test itself has ``measures``."""

    only: Labels | None


class TableRoles(_Roles, total=False):
    """Keywords of :func:`jointstats.results_table`, for a test that is given something else."""

    measures: Mapping[Any, str]
    only: Labels | None
