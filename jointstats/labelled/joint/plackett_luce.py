"""Bayesian Plackett–Luce rankings, measure by measure: where statements would be too many.

With l algorithms and m measures there are (l!)^m statements, each of which no data set may show
twice; a worth for every algorithm on every measure is l·m numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jointstats.kernels.counting import orders
from jointstats.kernels.joint import plackett_luce
from jointstats.kernels.studies.simulation import child_generator
from jointstats.labelled import options, wording
from jointstats.labelled.errors import JointStatsWarning, OptionError
from jointstats.labelled.joint.counting import statement_counts
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.result import Result, warn
from jointstats.labelled.table.intake import as_table

LEVEL = 0.95  # of the intervals


@dataclass(frozen=True, kw_only=True, repr=False)
class PlackettLuceResult(Result):
    """Outcome of :func:`jointstats.plackett_luce_test`.

    Attributes
    ----------
    worths : list of dict
        By ``measure`` and ``algorithm``: ``worth`` (the probability of being ranked first on a new
        data set, as posterior mean), ``worth_low``, ``worth_high`` (95 % credible interval),
        ``probability_best`` (that its worth is the largest) and ``mcse`` of that probability.
    pairs : list of dict
        By ``measure``, ``a``, ``b``: ``probability`` that a has the larger worth, and ``mcse``.
    best : dict
        Measure to the algorithm that most probably has the largest worth.
    on_all : list of dict
        By ``algorithm``: ``probability`` that its worth is the largest on every measure, and
        ``mcse``. Measures are modelled apart.
    decided : dict
        Measure to whether ``probability_best`` reaches 1 − alpha.
    alpha : float
    draws, seed : int
    method : str
        ``"monte_carlo"``.
    """

    test: ClassVar[str] = "plackett_luce"

    worths: list[dict[str, Any]]
    pairs: list[dict[str, Any]]
    best: dict[str, str]
    on_all: list[dict[str, Any]]
    decided: dict[str, bool]
    alpha: float
    draws: int
    seed: int
    method: str = "monte_carlo"

    def _rows(self) -> list[dict[str, Any]]:
        return self.worths

    def summary(self) -> str:
        """The worths as text."""
        from importlib import import_module

        return import_module("jointstats.presentation.studies").plackett_luce_summary(self)


def plackett_luce_test(
    table: Any,
    *,
    on: Sequence[Any] | None = None,
    prior_shape: float = 1.0,
    alpha: float = 0.05,
    draws: int = 4000,
    rng: Any = 0,
    **roles: Any,
) -> PlackettLuceResult:
    """Rank algorithms by their worth on each measure, with probabilities.

    An alternative to the statement tests for four algorithms or more, at a price: it supposes that
    who is next does not depend on who came before, and models each measure on its own.

    Parameters
    ----------
    table : ResultsTable, StatementCounts, DataFrame, or dict of matrices
    on : sequence of str, optional
        Only these measures.
    prior_shape : float, default 1
        Of the Gamma prior of each worth; 1 is a uniform prior of the shares.
    alpha : float, default 0.05
        A measure is decided if an algorithm is best with probability at least 1 − alpha.
    draws : int, default 4000
        Posterior draws (Gibbs sampling), after 500 that are not used.
    rng : int, Generator or None, default 0
        Seed.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    PlackettLuceResult

    Raises
    ------
    JointStatsError
        For invalid input or options.

    References
    ----------
    Luce (1959), Individual choice behavior. Plackett (1975), The analysis of permutations. Caron
    and Doucet (2012), Efficient Bayesian inference for generalized Bradley–Terry models.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.plackett_luce_test(js.load_dataset("example1"))
    >>> result.best
    {'accuracy': 'B', 'time': 'B'}
    """
    alpha = options.level(alpha)
    shape = options.number("prior_shape", prior_shape, 0, open_low=True)
    draws = options.whole_number("draws", draws, 100)
    seed = options.seed(rng)
    source = _source(table, on, roles)
    algorithms, measures = source.algorithms, dict(source.measures)
    worths, pairs, firsts = [], [], []
    n, n_dropped, tied = 0.0, 0, 0
    for j, measure in enumerate(measures):
        counts = statement_counts(source, on=[measure])
        n, n_dropped, tied = counts.n, counts.n_dropped, tied + counts.n_tied
        ranked = orders.unrank_orders(counts.codes[:, 0], len(algorithms))
        drawn = plackett_luce.draw_worths(
            ranked, counts.weights, draws, child_generator(seed, j), shape
        )
        first = (drawn.share == drawn.share.max(axis=1, keepdims=True)).astype(float)
        firsts.append(first)
        worths += _worth_rows(measure, algorithms, drawn.share, first)
        pairs += _pair_rows(measure, algorithms, drawn.log_share)
    best, decided = {}, {}
    for measure in measures:
        rows = [row for row in worths if row["measure"] == measure]
        top = max(rows, key=lambda row: row["probability_best"])
        best[measure] = top["algorithm"]
        decided[measure] = top["probability_best"] >= 1 - alpha
    return PlackettLuceResult(
        algorithms=algorithms,
        measures=measures,
        n=n,  # type: ignore[arg-type]
        n_dropped=n_dropped,
        call={"function": "plackett_luce_test", "on": on, "prior_shape": shape, "alpha": alpha,
              "draws": draws, "rng": seed},
        warnings=warn(_cautions(tied)),
        verdict=_verdict(worths, best, decided, alpha),
        worths=worths,
        pairs=pairs,
        best=best,
        on_all=_on_all(algorithms, firsts),
        decided=decided,
        alpha=alpha,
        draws=draws,
        seed=seed,
    )  # fmt: skip


def _source(table: Any, on: Any, roles: dict[str, Any]) -> Any:
    if isinstance(table, StatementCounts):
        if table.question != "orderings":
            raise OptionError("plackett_luce_test needs counts of complete orderings.")
        return statement_counts(table, on=on, **roles)
    return as_table(table, on=on, **roles)


def _worth_rows(
    measure: str, algorithms: Sequence[str], drawn: np.ndarray, first: np.ndarray
) -> list[dict[str, Any]]:
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    error = plackett_luce.batch_error(first)
    rows = [
        {"measure": measure, "algorithm": name, "worth": float(drawn[:, i].mean()),
         "worth_low": float(low[i]), "worth_high": float(high[i]),
         "probability_best": float(first[:, i].mean()), "mcse": _floored(error[i], len(first))}
        for i, name in enumerate(algorithms)
    ]  # fmt: skip
    return sorted(rows, key=lambda row: -row["worth"])


def _pair_rows(measure: str, algorithms: Sequence[str], drawn: np.ndarray) -> list[dict[str, Any]]:
    rows = []
    for i, a in enumerate(algorithms):
        for j in range(i + 1, len(algorithms)):
            ahead = (drawn[:, i] > drawn[:, j]).astype(float)
            error = float(plackett_luce.batch_error(ahead))
            rows.append({"measure": measure, "a": a, "b": algorithms[j],
                         "probability": float(ahead.mean()),
                         "mcse": _floored(error, len(ahead))})  # fmt: skip
    return rows


def _on_all(algorithms: Sequence[str], firsts: list[np.ndarray]) -> list[dict[str, Any]]:
    """Products over measures: their posteriors are independent."""
    chance = np.array([first.mean(axis=0) for first in firsts])
    error = np.array([
        [_floored(e, len(first)) for e in plackett_luce.batch_error(first)] for first in firsts
    ])  # fmt: skip
    others = np.array([np.delete(chance, j, axis=0).prod(axis=0) for j in range(len(firsts))])
    total = np.sqrt(((error * others) ** 2).sum(axis=0))
    return [
        {"algorithm": name, "probability": float(p), "mcse": float(e)}
        for name, p, e in zip(algorithms, chance.prod(axis=0), total, strict=True)
    ]


def _floored(error: float, draws: int) -> float:
    """A share of no draws, or of all, is not known without error."""
    return max(float(error), 1 / draws)


def _cautions(tied: int) -> list[tuple[type[Warning], str]]:
    if not tied:
        return []
    return [
        (JointStatsWarning,
         "Ties are shared among the orderings that they allow, with equal weights.")
    ]  # fmt: skip


def _verdict(
    worths: list[dict[str, Any]], best: dict[str, str], decided: dict[str, bool], alpha: float
) -> str:
    parts = []
    for measure, name in best.items():
        row = next(r for r in worths if (r["measure"], r["algorithm"]) == (measure, name))
        chance = wording.probability(row["probability_best"], row["mcse"])
        parts.append(f"{name} on {measure} ({chance})")
    sure = sum(decided.values())
    return (
        f"Best on {wording.plural(sure, 'measure')} of {len(best)} with probability at least "
        f"{1 - alpha:g}; most probably best: {wording.listing(parts)}."
    )
