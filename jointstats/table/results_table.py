"""The results table: what every test takes first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from jointstats.base import errors, options, wording
from jointstats.base.facts import Dropped, Facts, figures_of, presenters
from jointstats.base.files import Tidy
from jointstats.base.kinds import Drawn
from jointstats.evidence.messages import Function, Option, Part
from jointstats.evidence.votes import Units
from jointstats.table.beside_values import AllRuns, Property
from jointstats.table.gaps import check_size, no_data_set, recovered

if TYPE_CHECKING:
    import pandas as pd


_KINDS = {"cv": "cross-validation", "independent": "independent"}  # of runs


@dataclass(frozen=True, eq=False)
class ResultsTable(Tidy):
    """Results of algorithms on data sets, on one or more performance measures.

    Made by :func:`jointstats.results_table`, which checks everything.

    Attributes
    ----------
    values : ndarray, shape (n, m, l)
        Results by data set, measure and algorithm, in the measures' own units. NaN marks a failed
        result (only with ``missing="worst"``).
    datasets, algorithms : tuple of str
        Names, in order of first appearance in the input.
    measures : dict
        Direction of each measure, ``"max"`` or ``"min"``.
    rope : dict
        For each measure, the width within which two results are ties (default 0).
    missing : str
        The rule that was applied to missing values.
    dropped : tuple of Dropped
        The data sets that were left out, with the reason of each.
    aggregate : str or None
        How rows of one data set and algorithm were combined.
    n_rows : int
        Rows read, before aggregating and dropping.
    in_sample : tuple of str
        Measures that were learned on these very rows; tests warn about them.
    incomplete : ndarray, shape (d, m, l), optional
        Values of the data sets that ``missing="drop"`` left out, NaN where missing: a pair of
        algorithms that is complete there can still be compared on them.
    families : dict, optional
        The family of every data set of the input, including those that were left out.
    all_runs : AllRuns, optional
        Results run by run, if they were kept.
    properties : dict
        Properties of the algorithms, such as their price, by name: `Property`, with ``direction``
        and ``values``. They are known, and no measures.
    roped : tuple of str
        Measures whose rope was declared, 0 included: there ties are real. Elsewhere a tie may hide
        a difference.
    failed : dict
        Of aggregated rows, the failed runs that count as worse than every result, by data set and
        algorithm.
    notes : tuple of str
        Counted notes of the format on what failed, was imputed or was left out; results of tests
        repeat them.
    """

    shows: ClassVar[str] = "claims.figures.of_table"  # the function that lists its figures

    values: np.ndarray
    datasets: tuple[str, ...]
    algorithms: tuple[str, ...]
    measures: dict[str, str]
    rope: dict[str, float]
    missing: str = "raise"
    dropped: tuple[Dropped, ...] = ()
    aggregate: str | None = None
    n_rows: int = 0
    in_sample: tuple[str, ...] = ()
    incomplete: np.ndarray | None = None
    families: Mapping[str, str] | None = None
    all_runs: AllRuns | None = None
    properties: Mapping[str, Property] = field(default_factory=dict)
    roped: tuple[str, ...] = ()
    failed: Mapping[tuple[str, str], int] = field(default_factory=dict, metadata={"plain": False})
    notes: tuple[errors.Caution, ...] = ()

    def __post_init__(self) -> None:
        if (self.everything()[0] * self.signs[:, None] == np.inf).any():
            raise errors.InvalidValueError("Results must be finite where they are better.")

    @property
    def dependent_rows(self) -> errors.Caution | None:
        """Why the rows are not independent data sets, if anything speaks against it."""
        return None

    @property
    def n(self) -> int:
        """Number of data sets."""
        return len(self.datasets)

    @property
    def n_dropped(self) -> int:
        """Number of data sets left out."""
        return len(self.dropped)

    @property
    def clusters(self) -> np.ndarray:
        """Number of each data set's unit, from 0, shape (n,): its family, or it alone."""
        return self.clusters_of(self.datasets)

    def clusters_of(self, datasets: Sequence[str]) -> np.ndarray:
        """Return the same for any data sets of the input."""
        if self.families is None:
            return np.arange(len(datasets))
        units = [self.families[name] for name in datasets]
        number = {unit: i for i, unit in enumerate(dict.fromkeys(units))}
        return np.array([number[unit] for unit in units], dtype=np.intp)

    def everything(self) -> tuple[np.ndarray, tuple[str, ...]]:
        """Return all values, NaN where missing, shape (n + d, m, l), and the data sets' names.

        The incomplete data sets come last.
        """
        if self.incomplete is None:
            return self.values, self.datasets
        names = tuple(gap.dataset for gap in self.dropped[: len(self.incomplete)])
        return np.concatenate([self.values, self.incomplete]), self.datasets + names

    @property
    def units(self) -> Units:
        """What is independent: the families of the data sets, or the data sets."""
        return Units(self.clusters)

    @property
    def n_families(self) -> int:
        """Number of units of the data sets."""
        return self.units.n

    @property
    def family_names(self) -> tuple[str, ...] | None:
        """Families of the data sets; None if these have none."""
        return self.family_names_of(self.datasets)

    def family_names_of(self, datasets: Sequence[str]) -> tuple[str, ...] | None:
        """Return the same for any data sets of the input."""
        if self.families is None:
            return None
        return tuple(dict.fromkeys(self.families[name] for name in datasets))

    @property
    def complete(self) -> np.ndarray:
        """Which algorithms have all results on the data sets left out, shape (d, l)."""
        if self.incomplete is None:
            return np.zeros((0, len(self.algorithms)), dtype=bool)
        return np.asarray(~np.isnan(self.incomplete).any(axis=1))

    @property
    def comparable(self) -> bool:
        """Whether some data set is complete for at least two algorithms."""
        return self.n > 0 or bool((self.complete.sum(axis=1) > 1).any())

    @property
    def n_failed(self) -> int:
        """Number of failed runs that count as worse than every result (``missing="worst"``).

        A run is a data set and algorithm, or one of several rows that are aggregated; it counts
        once, on however many measures it failed.
        """
        lacking = np.argwhere(np.isnan(self.values).any(axis=1)).tolist()
        failed = {(self.datasets[d], self.algorithms[a]): 1 for d, a in lacking}
        cells = set(product(self.datasets, self.algorithms)) if self.failed else set()
        failed |= {cell: n for cell, n in self.failed.items() if cell in cells}
        return sum(failed.values())

    @property
    def signs(self) -> np.ndarray:
        """+1 for a measure to be maximised, −1 for one to be minimised, shape (m,)."""
        return np.array([1.0 if d == "max" else -1.0 for d in self.measures.values()])

    @property
    def rope_widths(self) -> np.ndarray:
        """The rope of each measure, shape (m,)."""
        return np.array(list(self.rope.values()))

    @property
    def declared_rope(self) -> dict[str, float]:
        """The ropes that were declared, 0 included."""
        return {name: width for name, width in self.rope.items() if width or name in self.roped}

    @property
    def facts(self) -> Facts:
        """What every result knows of this table."""
        return Facts(
            algorithms=self.algorithms,
            measures=self.measures,
            n=self.n,
            n_dropped=self.n_dropped,
            dropped=self.dropped,
            n_failed=self.n_failed,
            rope=self.rope,
            missing=self.missing if self.dropped else None,
            aggregate=self.aggregate,
            properties=dict(self.properties),
            data=self,
        )

    def oriented(self) -> np.ndarray:
        """Return the values, turned so that higher is better; a failed result is −inf.

        Returns
        -------
        ndarray, shape (n, m, l)
        """
        return np.where(np.isnan(self.values), -np.inf, self.values * self.signs[:, None])

    @property
    def unknown(self) -> bool:
        """Whether results are missing and every test uses what is there."""
        return self.missing == "unknown" and self.incomplete is not None and bool(self.dropped)

    def known(self) -> np.ndarray:
        """As :meth:`oriented`; with ``missing="unknown"`` of all data sets, NaN where missing."""
        if not self.unknown:
            return self.oriented()
        return np.asarray(self.everything()[0] * self.signs[:, None])

    @property
    def known_units(self) -> Units:
        """As :attr:`units`, of the data sets of :meth:`known`."""
        return Units(self.clusters_of(self.everything()[1] if self.unknown else self.datasets))

    @property
    def shared_units(self) -> Units:
        """The same of those that two algorithms share."""
        return Units(self.known_units.clusters[self.shared])

    @property
    def shared(self) -> np.ndarray:
        """Return which data sets of :meth:`known` have a measure of two algorithms."""
        if not self.unknown:
            return np.ones(self.n, dtype=bool)
        return np.asarray(((~np.isnan(self.known())).sum(axis=2) > 1).any(axis=1))

    def require_values(self, test: Part) -> None:
        """Refuse failed results, for a test that needs numbers and not only orders.

        Raises
        ------
        MissingValuesError
            If any result is marked as failed.
        """
        if self.n_failed:
            few = f" needs values, but {wording.plural(self.n_failed, 'run')} failed ("
            drop = (Option("missing", "worst"), "): use ", Option("missing", "drop"))
            tests = (Function("glrt_test"), ", ", Function("bayes_test"), ", ")
            orders = (", or a test that needs orders only (", *tests, Function("sign_test"), ").")
            raise errors.MissingValuesError(test, few, *drop, *orders)

    def require_datasets(self) -> None:
        """Refuse a table without a complete data set; pairs of its algorithms may have some.

        Raises
        ------
        MissingValuesError
            If none is complete; the message names the first missing result and the remedies.
        """
        if not self.n:
            raise no_data_set(self)

    def select(
        self,
        algorithms: Iterable[Any] | None = None,
        measures: Iterable[Any] | None = None,
        *,
        recover: bool | None = None,
    ) -> ResultsTable:
        """Keep some algorithms or measures, in the order named.

        Parameters
        ----------
        algorithms, measures : iterable of str, optional
            Names to keep (default: all).
        recover : bool, optional
            Bring back data sets that were left out for a result that is no longer needed; they
            come after the others. By default only with ``missing="unknown"``.

        Returns
        -------
        ResultsTable

        Raises
        ------
        ColumnError
            If a name is unknown or named twice.
        AlgorithmError
            If fewer than two algorithms remain.
        """
        chosen_m = self.measures if measures is None else measures
        kept_m = options.known_names("measure", chosen_m, self.measures)
        chosen_a = self.algorithms if algorithms is None else algorithms
        kept_a = options.known_names("algorithm", chosen_a, self.algorithms)
        check_size(self.datasets or [d.dataset for d in self.dropped], kept_a, kept_m)
        columns, layers = _places(kept_m, self.measures), _places(kept_a, self.algorithms)
        gaps = self.incomplete
        chosen = replace(
            self,
            values=self.values[:, columns][:, :, layers],
            algorithms=tuple(kept_a),
            measures={name: self.measures[name] for name in kept_m},
            rope={name: self.rope[name] for name in kept_m},
            roped=tuple(name for name in self.roped if name in kept_m),
            incomplete=None if gaps is None else gaps[:, columns][:, :, layers],
            all_runs=None if self.all_runs is None else self.all_runs.part(columns, layers),
            properties={name: prop.of(kept_a) for name, prop in self.properties.items()},
        )
        return recovered(chosen) if (self.unknown if recover is None else recover) else chosen

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy data frame: dataset, algorithm, and a column for every measure.

        Properties follow, the same in every row of an algorithm.
        """
        import pandas as pd

        n, l = len(self.datasets), len(self.algorithms)
        columns: dict[str, Any] = {
            "dataset": np.repeat(np.array(self.datasets, dtype=object), l),
            "algorithm": np.tile(np.array(self.algorithms, dtype=object), n),
        }
        for j, name in enumerate(self.measures):
            columns[name] = self.values[:, j, :].ravel()
        for name, prop in self.properties.items():
            columns[name] = np.tile([prop.values[a] for a in self.algorithms], n)
        return pd.DataFrame(columns)

    @property
    def figures(self) -> tuple[str, ...]:
        """Names of the table's figures, for :meth:`plot`; the first is the default."""
        return tuple(figures_of(self))

    def plot(self, figure: str | None = None, ax: Drawn | None = None, **options: Any) -> Drawn:
        """Draw the data themselves, with matplotlib (extra ``plot``); nothing is tested.

        Parameters
        ----------
        figure : str, optional
            One of :attr:`figures`: ``"results"`` (default), a panel for each measure and a dot for
            each result; ``"quadrant"``, the differences of two algorithms on two measures.
        ax : matplotlib Axes, optional
        **options
            ``width``, ``theme``, ``title``, ``notes`` as of :meth:`Result.plot`, and the figure's:
            ``measures=(a, b)``, and ``pair=(a, b)`` of a ``"quadrant"``.

        Returns
        -------
        matplotlib Axes

        Raises
        ------
        PlotError
            If there is no such figure.

        Examples
        --------
        >>> import jointstats as js
        >>> ax = js.load_dataset("weka").plot(width=6.9)
        """
        return presenters["plot"](self, figure, ax, **options)

    def __repr__(self) -> str:
        plural, runs = wording.plural, self.all_runs
        ways = [f"{name} ({way})" for name, way in self.measures.items()]
        known = [f"{name} ({prop.direction})" for name, prop in self.properties.items()]
        widths = [f"{name} {width:g}" for name, width in self.declared_rope.items()]
        gone = "incomplete" if self.missing == "unknown" else "dropped"
        failed = f"{plural(self.n_failed, 'run')}, ranked below all results"
        rows = [
            ("algorithms", ", ".join(self.algorithms)),
            ("measures", ", ".join(ways)),
            ("properties", ", ".join(known)),
            ("rope", ", ".join(widths)),
            ("aggregated", self.aggregate and f"{self.aggregate} of {self.n_rows} rows"),
            ("runs", runs and f"{len(runs.names)}, {_KINDS[runs.kind]}"),
            ("families", self.families is not None and str(self.known_units.n)),
            (gone, self.dropped and plural(self.n_dropped, "data set")),
            ("failed", self.n_failed and failed),
            *(("note", note) for note in self.notes),
        ]
        head = (
            f"ResultsTable: {plural(self.n, 'data set')} × "
            f"{plural(len(self.algorithms), 'algorithm')} × {plural(len(ways), 'measure')}"
        )
        return "\n".join([head, *(f"  {name + ':':<11} {text}" for name, text in rows if text)])

    def _repr_html_(self) -> str:
        return presenters["html_of_data"](self)


def _places(names: Iterable[str], known: Iterable[str]) -> list[int]:
    at = {name: i for i, name in enumerate(known)}
    return [at[name] for name in names]
