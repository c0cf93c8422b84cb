"""How sure the statement of each data set is, given its runs."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np

from jointstats.labelled import options, wording
from jointstats.labelled.declare import declare
from jointstats.labelled.given import TableLike, TableRoles
from jointstats.labelled.joint.counting import count_table
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.run_certainty_result import (
    DatasetCertainty,
    PairCertainty,
    RunCertaintyResult,
    sum_of,
    verdict,
)
from jointstats.labelled.joint.runs import PROBABLE, SURE, PairRuns, pair_runs, runs_kept
from jointstats.labelled.joint.ties import pair_rules
from jointstats.labelled.kinds import Algorithm, Measures, Seed, Ties
from jointstats.labelled.order import Order
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable

LISTED = 0.001  # less probable statements of a data set are not listed


@declare(
    "certainty of the runs",
    family="joint",
    asks="How sure is each data set's statement, given its runs?",
    gives="probability of each data set's statement, and how many averages may mislead",
    needs="a table that keeps its runs",
    mind="about each data set for itself: it decides nothing about all of them",
)
def run_certainty(
    table: TableLike,
    *,
    control: Algorithm = None,
    on: Measures = None,
    ties: Ties = "auto",
    rng: Seed = 0,
    **roles: Unpack[TableRoles],
) -> RunCertaintyResult:
    """Probability of what each data set says of two algorithms, given its runs.

    Parameters
    ----------
    table : ResultsTable or DataFrame
        Results that keep their runs: made with ``runs``, ``run_kind`` and, of cross-validation,
        ``test_share``.
    control : str, optional
        Only its pairs with each other algorithm; by default every pair.
    on : sequence of str, optional
        Only these measures.
    ties : {"auto", "equal", "split"} or dict, default "auto"
        Whether expected results within the rope are an outcome of their own, "practically equal".
        "auto": on measures that have a rope. "split": better and worse are the only outcomes.
    rng : int, Generator or None, default 0
        Seed of the points on which probabilities are computed; they are accurate to some 0.001.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    RunCertaintyResult

    Raises
    ------
    JointStatsError
        For invalid input or options, a table that keeps no runs, failed results, and pairs of which
        no data set has two runs.

    Notes
    -----
    A statement is about the *expected* results of the two algorithms on a data set. Differences of
    runs are taken for normal. Few runs hardly tell a variance: variances are drawn towards what the
    data sets have in common (Smyth 2004). Runs of cross-validation share training cases, which adds
    q/(1 − q) to the factor 1/J of J runs, q being the share tested on (Nadeau & Bengio 2003). A
    measure without a rope has a flat prior; one with a rope a normal prior, whose scale is learned
    from all data sets.

    What stands behind it: row "runs" of the ledger in `docs/validity.md`.

    Examples
    --------
    >>> import jointstats as js
    >>> folds = js.load_frame("weka_folds")
    >>> table = js.results_table(
    ...     folds[folds["run"] == 1], dataset="dataset", algorithm="algorithm", runs="fold",
    ...     run_kind="cv", test_share=0.1, measures={"accuracy": "max", "auc": "max"},
    ...     only=["AODE", "NaiveBayes"])
    >>> found = js.run_certainty(table)
    >>> (found.n, found.n_sure, found.n_open)
    (8, 1, 4)
    """
    results = as_table(table, on=on, families_fit=True, unknown_fits=True, **roles)
    if control is not None:
        control = options.known_name(options.CONTROL, control, results.algorithms)
    return certainty_of(results, control, ties=ties, seed=options.seed(rng))


def certainty_of(
    table: ResultsTable, control: str | None, *, ties: Any, seed: int
) -> RunCertaintyResult:
    """What :func:`run_certainty` says of a finished table; it does not warn."""
    kept = runs_kept(table)
    datasets: list[DatasetCertainty] = []
    pairs: list[PairCertainty] = []
    used = set(table.datasets)
    for pair in pairs_of(table.algorithms, control):
        both = data_sets_of_pair(table, pair)
        if not both.n:
            continue
        used.update(both.datasets)
        found = pair_runs(both, ties, seed=seed)
        datasets += _datasets(both, found, count_table(both, ties=ties))
        pairs.append(pair_certainty(pair, found))
    if not pairs:  # such as a control that never ran
        table.require_datasets()
    return RunCertaintyResult(
        algorithms=table.algorithms,
        measures=table.measures,
        n=len(used),
        n_dropped=table.n + table.n_dropped - len(used),
        verdict=verdict(pairs),
        datasets=tuple(datasets),
        pairs=tuple(pairs),
        **sum_of(pairs),
        run_kind=kept.kind,
        test_share=kept.test_share,
        n_runs=len(kept.names),
        control=control,
        tie_rules=pair_rules(ties, table.rope),
        rope=table.rope,
        dropped=tuple(one for one in table.dropped if one.dataset not in used),
    )


def data_sets_of_pair(table: ResultsTable, pair: tuple[str, str]) -> ResultsTable:
    """Two algorithms on the data sets of all; on those of both, if what is missing is unknown."""
    return table.select(algorithms=pair, common=not table.unknown)


def pair_certainty(pair: tuple[str, str], found: PairRuns) -> PairCertainty:
    """The row of a pair."""
    sure, open_ = found.most >= SURE, found.most < PROBABLE
    return PairCertainty(
        a=pair[0],
        b=pair[1],
        n=len(found.most),
        n_sure=int(sure.sum()),
        n_probable=int((~sure & ~open_).sum()),
        n_open=int(open_.sum()),
        n_differ=int(found.differs.sum()),
        expected_wrong=float((1 - found.of_averaged).sum()),
        df=_finite(found.spread.prior_df),
    )


def _datasets(
    table: ResultsTable, found: PairRuns, counts: StatementCounts
) -> list[DatasetCertainty]:
    """The rows of a pair; `counts` know the names behind the codes."""
    orders: list[Order] = [counts.order(code) for code in found.codes]
    said = [wording.statement(order) for order in orders]
    sd = found.sd
    rows = []
    for i, name in enumerate(table.datasets):
        first, p = int(found.likely[i]), found.probability[i]
        shown = np.flatnonzero(found.averaged[i])
        single = int(shown[0]) if shown.size == 1 else None
        rows.append(
            DatasetCertainty(
                a=table.algorithms[0],
                b=table.algorithms[1],
                dataset=name,
                runs=int(found.n_runs[i]),
                order=orders[first],
                statement=said[first],
                probability=float(p[first]),
                order_averaged=None if single is None else orders[single],
                averaged="a tie" if single is None else None if single == first else said[single],
                probability_averaged=float(found.of_averaged[i]),
                differs=bool(found.differs[i]),
                probabilities={
                    said[s]: float(p[s]) for s in np.argsort(-p, kind="stable") if p[s] >= LISTED
                },
                df=_finite(float(found.spread.df[i])),
                sd=dict(zip(table.measures, sd[i].tolist(), strict=True)),
            )
        )
    return rows


def _finite(x: float) -> float | None:
    return None if np.isinf(x) else float(x)
