"""The Bayesian-network test of dominance statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from jointstats.base import kinds, options, wording
from jointstats.base.declare import TableOrCounts, TableRoles, declare
from jointstats.base.errors import Caution, NoDataError, OptionError
from jointstats.evidence.extensions import ExpansionLimitError
from jointstats.evidence.messages import Function, Option, asked
from jointstats.evidence.outcomes import expand_outcomes, outcomes
from jointstats.evidence.statements import Expansion, expand_cases
from jointstats.joint.counting import explained, statement_counts
from jointstats.joint.counts import StatementCounts
from jointstats.joint.result import known_from
from jointstats.joint.rules import sharing_of, split_cautions
from jointstats.network import structure as networks
from jointstats.network.kernel_average import AveragePosterior, average_posterior
from jointstats.network.kernel_bdeu import CodedCases, coded_cases
from jointstats.network.kernel_best_dag import default_ess, parent_limit
from jointstats.network.kernel_dags import class_weights
from jointstats.network.kernel_edges import GraphPosterior
from jointstats.network.kernel_posterior import network_posterior
from jointstats.network.network_result import Answers, NetworkResult, NetworkStatement, components
from jointstats.table.intake import as_table
from jointstats.table.results_table import ResultsTable

GRAPH_DRAWS = 1000  # graphs drawn for the average where they cannot be enumerated
ALIKE = 2  # about equally probable: the first statement, in means of all observed ones
SEVERAL = 10  # statements, at least, that can be called alike


@declare(
    "network test",
    family="joint",
    pairs="joint",
    asks="Which joint outcome is the most probable, if measures depend on each other?",
    gives="posterior probabilities, and the measures that depend on each other",
    needs="only which of two results is better; enough data sets to learn dependences",
    mind="no error rate is known; sampled unless it can be exact",
    rests_on=("benavoli2016joint", "heckerman1995learning", "silander2006simple"),
    validity=("probabilities", "graphs"),
)
def network_test(
    table: TableOrCounts,
    *,
    structure: networks.GraphChoice = "best",
    ess: kinds.SampleSize = "auto",
    max_parents: kinds.ParentLimit = "auto",
    ties: networks.NetworkTies = "auto",
    on: kinds.Measures = None,
    alpha: kinds.Alpha = 0.05,
    lead_ratio: kinds.LeadRatio = 1.25,
    level: kinds.Coverage = 0.95,
    target_mcse: kinds.TargetError = 0.001,
    rng: kinds.Seed = 0,
    **roles: Unpack[TableRoles],
) -> NetworkResult:
    """Compute the probabilities of dominance statements with a network of the measures.

    Parameters
    ----------
    table : ResultsTable, StatementCounts, DataFrame, or dict of matrices
        The results, or the counts of their complete orderings.
    structure : {"best", "average"} or networkx.DiGraph or list of arcs, default "best"
        The best graph by BDeu (the papers' choice); the average over all graphs by their posterior
        probability; or a graph of the measures' names, to which no parent limit applies.
    ess : "auto" or float, default "auto"
        Equivalent sample size α* of the BDeu prior: the papers' 1 for two outcomes; for more, one
        for each parameter that an arc adds, but at most a tenth of the data sets:
        max(1, min((r − 1)², n / 10)) with r = l! orders of l algorithms, 3 outcomes of two where
        ties are one (the largest r of all measures). With 1, dependent measures of three or more
        algorithms look independent.
    max_parents : "auto", int or None, default "auto"
        Maximum number of parents of a measure. Without a limit (None, the papers' choice) the best
        graph degenerates where configurations outnumber the data sets; "auto", which prevents that,
        needs ten data sets for every configuration of the parents: max(1, ⌊log_r(n / 10)⌋) with the
        same r (1 with more than 22 measures).
    ties : {"auto", "equal", "split", "ignore"} or dict, default "auto"
        Ties of two algorithms on a measure: a separate outcome, "practically equal", with "equal";
        otherwise shared among the orderings. "auto": an outcome where the measure has a rope. The
        last two say how data sets with shared ties enter: "split", equally (the papers' rule,
        which hides dependence); "ignore", left out when the structure is learned, and shared
        equally afterwards (finds two to three times as many dependences of a measure with many
        ties). Words named by measure apply to single measures; only one of the last two may
        occur. More than two algorithms share all their ties.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        ``decided`` is true if the probability is at least 1 − alpha, the papers' rule. No error
        rate is known for it.
    lead_ratio : float, default 1.25
        Practical lead: the ratio to the probability of every other statement that would matter.
    level : float, default 0.95
        Probability of the credible intervals of the shares, each of a statement fixed in advance;
        coverage of ``chosen_share``.
    target_mcse : float, default 0.001
        Largest Monte Carlo standard error of a probability, given the graph. (With more than five
        measures, the average over graphs adds the error of 1000 drawn graphs, which ``mcse``
        includes.)
    rng : int, Generator or None, default 0
        Seed of all random draws.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    NetworkResult

    Warns
    -----
    JointStatsWarning
        If the graph is degenerate, if ties change it, or if the decision is within the Monte Carlo
        error.

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Notes
    -----
    Section 5 of Benavoli & de Campos (2016). The best graph is globally optimal (Silander &
    Myllymäki 2006). The probabilities of connected groups of measures multiply. A group whose
    measures are all adjacent is exact by quadrature; others are sampled. Unlike those of the plain
    Bayesian test, the probabilities of a pair do not follow from those of many algorithms.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.network_test(js.load_dataset("example1"))
    >>> result.arcs, round(result.probability, 4), result.method
    ((), 0.8417, 'exact')
    """
    given = isinstance(table, StatementCounts)
    source = table
    if not given:  # families are ignored, which is noted: tied data sets are cases by themselves
        source = replace(as_table(table, on=on, **roles), families=None)
    outcome, sharing = sharing_of(ties)
    more: dict[str, Any] = {"on": on, **roles} if given else {}
    counts = statement_counts(source, ties=outcome, **more)
    _require_orderings(counts)
    tied = tied_cases(source, counts)
    if sharing != "split" and tied is None and counts.n_split:
        known = " needs the results table: counts no longer know which data sets tied."
        raise OptionError(Option("ties", sharing), known)
    names, seed = list(counts.measures), options.seed(rng)
    generator = np.random.default_rng(seed)
    states = [float(number) for number in counts.states]
    mass = default_ess(counts.n_units, states) if ess == "auto" else float(ess)
    cases = coded_cases(counts.codes, counts.weights, states, mass)
    apart = None if tied is None else networks.untied(tied, states, mass)
    learned, name = _structure(structure, cases, apart, sharing, max_parents, names)
    limit = parent_limit(max_parents, cases) if name == "given" else learned.max_parents
    edges, edges_method, graphs = networks.edge_list(learned, names, limit)
    chosen = network_posterior(
        learned.cases, learned.parents, target_mcse=target_mcse, rng=generator
    )
    averaged = _averaged(learned, graphs, target_mcse, generator) if name == "average" else None
    answers = Answers(counts, learned.cases, averaged or chosen, level)
    best = answers.best
    arcs = networks.arc_list(learned, names)
    untied_arcs = _untied_arcs(apart, max_parents, name, counts)
    result = NetworkResult(
        **known_from(counts),
        warnings=(
            *_cautions(counts, learned, name, arcs, untied_arcs, best, alpha),
            *_alike(counts, answers.rows),
        ),
        **answers.facts(),
        decided=best is not None and best.probability >= 1 - alpha,
        alpha=alpha,
        level=level,
        method=(averaged or chosen).method,
        structure=name,
        arcs=arcs,
        untied_arcs=untied_arcs,
        components=components(chosen, counts),
        edges=edges,
        edges_method=edges_method,
        **learned.facts(),
        ess=mass,
        tie_rule=sharing,
        average=answers.average(chosen),
        lead=answers.lead(lead_ratio, generator),
        seed=seed,
    )
    if isinstance(source, ResultsTable):
        result = result.with_facts(data=source)
    if isinstance(structure, str):
        return result
    # A graph of networkx would be plain data without its arcs.
    return replace(result, call={"structure": [(arc.from_, arc.to) for arc in result.arcs]})


def _averaged(
    learned: networks.Structure,
    graphs: GraphPosterior | None,
    target_mcse: float,
    rng: np.random.Generator,
) -> AveragePosterior:
    if graphs is None or learned.scores is None:
        limited = f" is limited to {networks.MOST_EXACT_EDGES} measures."
        raise OptionError(Option("structure", "average"), limited)
    classes = class_weights(learned.scores, learned.max_parents, GRAPH_DRAWS, rng, posterior=graphs)
    return average_posterior(learned.cases, classes, target_mcse=target_mcse, rng=rng)


def tied_cases(source: Any, counts: StatementCounts) -> Expansion | None:
    """Statements case by case, which only a table knows; needed only if there are ties."""
    if isinstance(source, StatementCounts) or not counts.n_split:
        return None
    upwards = (source.oriented(), np.ones(len(source.measures)), source.rope_widths)
    try:
        if counts.equal.any():
            return expand_outcomes(outcomes(*upwards), counts.states)
        return expand_cases(*upwards)
    except ExpansionLimitError as error:
        raise explained(error, source) from None


def _structure(
    structure: Any,
    cases: CodedCases,
    apart: CodedCases | None,
    sharing: str,
    max_parents: Any,
    measures: list[str],
) -> tuple[networks.Structure, str]:
    if not isinstance(structure, str):
        return networks.given_structure(cases, structure, measures), "given"
    fitting = apart if sharing == "ignore" and apart is not None else cases
    return networks.learn_structure(cases, max_parents, fitting), structure


def _untied_arcs(
    apart: CodedCases | None, max_parents: Any, name: str, counts: StatementCounts
) -> tuple[networks.Arc, ...] | None:
    """Arcs that the untied data sets alone would give."""
    if apart is None or name == "given":
        return None
    return networks.arc_list(networks.learn_structure(apart, max_parents), list(counts.measures))


def _cautions(
    counts: StatementCounts,
    learned: networks.Structure,
    name: str,
    arcs: Sequence[networks.Arc],
    untied: Sequence[networks.Arc] | None,
    best: NetworkStatement | None,
    alpha: float,
) -> Iterator[Caution]:
    alone = networks.degenerate(learned)
    if alone and name != "given":
        names = wording.listing([list(counts.measures)[i] for i in alone])
        alone_in = "most data sets are alone in a configuration of their parents"
        use = f"The arcs into {names} mean little: {alone_in}. Use "
        yield Caution(use, Option("max_parents", "auto"), " or a smaller limit.")
    if untied is not None:
        pairs = [{frozenset((arc.from_, arc.to)) for arc in graph} for graph in (arcs, untied)]
        if pairs[0] != pairs[1]:
            differ = ["–".join(sorted(pair)) for pair in sorted(pairs[0] ^ pairs[1], key=sorted)]
            without = f"without the {counts.n_split} data sets with split ties the edges differ in "
            hide = f"{wording.listing(differ)}. Split ties hide dependence; see "
            yield Caution(f"Ties change the structure: {without}{hide}", asked("ties"), ".")
    yield from split_cautions(counts)
    if best is not None and best.mcse and abs(best.probability - (1 - alpha)) < 3 * best.mcse:
        error = f"the Monte Carlo error ({wording.significant(best.mcse, 1)})"
        seed = "with another seed it may be on the other side. Use a smaller "
        near = f"The probability is as near to {1 - alpha:g} as {error}: {seed}"
        yield Caution(near, Option("target_mcse"), ".")


def _require_orderings(counts: StatementCounts) -> None:
    """Refuse counts of coarser questions, and of no data set."""
    if counts.question != "orderings":
        raise OptionError(Function("network_test"), " needs the counts of complete orderings.")
    if not counts.weights.any():
        raise NoDataError("No data set is counted: all counts are 0.")


def _alike(counts: StatementCounts, rows: Sequence[NetworkStatement]) -> Iterator[Caution]:
    """Point to the coarser question where no statement is more probable than the others."""
    observed = [row.probability for row in rows if row.count]
    first = max(observed)
    alike = len(observed) >= SEVERAL and first <= ALIKE * sum(observed) / len(observed)
    if len(counts.algorithms) > 2 and alike:
        most = f"(at most {wording.significant(first, 2)}): use "
        coarser = Function("bayes_test", {"question": "best"})
        only = ", which only counts the best algorithm on each measure."
        yield Caution(f"No statement is much more probable than the others {most}", coarser, only)
