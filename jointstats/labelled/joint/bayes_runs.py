"""The Bayesian test of two algorithms whose runs leave open what a data set shows.

Runs lean, they decide nothing: where one algorithm wins by much and loses by little, the sizes of
differences leak into the shares of statements (`jointstats.kernels.joint.runs`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from jointstats.kernels.messages import Function, Option
from jointstats.labelled import wording
from jointstats.labelled.errors import Caution, OptionError
from jointstats.labelled.joint.bayes_result import RUNS, BayesResult, DatasetStatement
from jointstats.labelled.joint.counting import count_table
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.posterior import Posterior, answer_of
from jointstats.labelled.joint.prior import prior_of
from jointstats.labelled.joint.runs import PairRuns, differences, pair_runs, varies
from jointstats.labelled.joint.uncertain import uncertain_answer
from jointstats.labelled.table.families import families_ignored
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable


def leaning_of_runs(
    table: Any,
    *,
    question: str,
    on: Any,
    ties: Any,
    prior: Any,
    prior_strength: float | None,
    rule: str,
    alpha: float,
    lead_ratio: float,
    level: float,
    roles: Mapping[str, Any],
) -> BayesResult:
    """What :func:`jointstats.bayes_test` says with ``runs_as="uncertain"``."""
    uncertain = Option("runs_as", "uncertain")
    if question != "orderings":
        raise OptionError(uncertain, " goes with ", Option("question", "orderings"), " only.")
    if rule != "lower":
        raise OptionError(
            Option("rule"), " has no meaning with ", uncertain, ": runs lean, they decide nothing."
        )
    results = as_table(table, on=on, families_fit=True, **roles)
    if len(results.algorithms) > 2:
        raise OptionError(
            uncertain,
            " is about two algorithms, not about complete orderings of more: use ",
            Function("pairwise_tests"),
            " for all pairs.",
        )
    counts = count_table(results, ties=ties)
    how: dict[str, Any] = {"alpha": alpha, "lead_ratio": lead_ratio}
    if not varies(differences(results)):
        mass = prior_of(counts, prior, prior_strength)
        answer = answer_of(Posterior(counts, mass, level), rule=rule, **how)
        return answer.with_warnings((*answer.warnings, _no_spread(results)))
    found = pair_runs(results, ties)
    statements = replace(
        counts, codes=found.codes, weights=np.zeros(len(found.codes)), families=None
    )
    mass = prior_of(statements, prior, prior_strength)
    answer = uncertain_answer(
        *found.found.entries(),
        results.n,
        statements,
        mass,
        rule=rule,
        level=level,
        **how,
    )
    ignored = families_ignored(results.units)
    return replace(
        answer.with_warnings((*answer.warnings, *ignored)),
        rule=RUNS,
        decided=False,
        decisive=None,
        threshold=1 - alpha,
        verdict=_verdict(answer),
        datasets=_datasets(results, found, statements),
    )


def _datasets(
    table: ResultsTable, found: PairRuns, statements: StatementCounts
) -> tuple[DatasetStatement, ...]:
    """The most probable statement of every data set."""
    orders = [statements.order(code) for code in found.codes]
    said = [wording.statement(order) for order in orders]
    rows = []
    for i, name in enumerate(table.datasets):
        first, shown = int(found.likely[i]), np.flatnonzero(found.averaged[i])
        tie, same = len(shown) > 1, int(shown[0]) == first
        rows.append(
            DatasetStatement(
                dataset=name,
                runs=int(found.n_runs[i]),
                order=orders[first],
                statement=said[first],
                probability=float(found.probability[i, first]),
                averaged="a tie" if tie else None if same else said[int(shown[0])],
                probability_averaged=float(found.of_averaged[i]),
            )
        )
    return tuple(rows)


def _no_spread(table: ResultsTable) -> Caution:
    """Why averages answer."""
    single = " (each has a single one)" if _single(table) else ""
    return Caution(
        f"On no data set do runs of {wording.listing(table.algorithms)} differ{single}: nothing is "
        "known of how uncertain they are, and the averages answer."
    )


def _single(table: ResultsTable) -> bool:
    return bool((np.isfinite(differences(table)).all(axis=2).sum(axis=1) == 1).all())


def _verdict(answer: BayesResult) -> str:
    if answer.best is None or answer.share is None or answer.probability is None:
        return "The runs lean to no statement: several are equally probable."
    limit = 1 - answer.alpha
    p, mcse = answer.probability, answer.statements[0].mcse
    if answer.prior.name == "imprecise" and answer.probability_lower is not None:
        p, mcse = answer.probability_lower, 0.0
    kind = "lower probability" if answer.prior.name == "imprecise" else "probability"
    number = wording.probability(p, mcse, limit=limit)
    said = wording.statement(answer.best)
    share = f"expected on {wording.percent(answer.share.mean)} of data sets"
    if p >= limit:
        return (
            f"Leaning, not shown: by the runs, {said} ({kind} {number} of being the most common "
            f"statement; {share})."
        )
    return (
        f'Open: by the runs, "{said}" is the most common statement with {kind} {number}, below '
        f"{limit:g} ({share})."
    )
