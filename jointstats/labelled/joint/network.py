"""The Bayesian-network test of dominance statements."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from jointstats.kernels.counting.extensions import ExpansionLimitError
from jointstats.kernels.counting.statements import Expansion, expand_cases
from jointstats.kernels.network.average import AveragePosterior, average_posterior
from jointstats.kernels.network.bdeu import CodedCases, coded_cases
from jointstats.kernels.network.dag_draws import class_weights
from jointstats.kernels.network.posterior import NetworkPosterior, network_posterior
from jointstats.labelled import options, wording
from jointstats.labelled.errors import JointStatsWarning, OptionError
from jointstats.labelled.joint import structure as networks
from jointstats.labelled.joint.counting import explained, statement_counts
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.network_answers import Answers, average_facts, components
from jointstats.labelled.joint.result import JointResult, Share, facts
from jointstats.labelled.result import warn
from jointstats.labelled.table.intake import as_table

if TYPE_CHECKING:
    import networkx as nx

GRAPH_DRAWS = 1000  # graphs drawn for the average where they cannot be enumerated


@dataclass(frozen=True, kw_only=True, repr=False)
class NetworkResult(JointResult):
    """Outcome of :func:`jointstats.network_test`.

    Attributes
    ----------
    structure : str
        ``"best"``, ``"average"`` or ``"given"``.
    arcs : list of dict
        ``from``, ``to``, ``compelled`` (whether every equivalent graph has this direction).
    edges : list of dict
        For every pair of measures ``a``, ``b``: posterior ``probability`` of being adjacent.
    edges_method : str
        ``"exact"`` (summed over all graphs) or ``"pairwise"`` (each pair alone).
    score, score_lead_empty, score_lead_complete : float
        BDeu score of the graph, and its lead over the graphs without and with all arcs.
    components : list of dict
        Connected groups of measures in the graph, each with its own test: ``measures``,
        ``order``, ``probability``, ``mcse``, ``method``.
    max_parents : int or None
        The limit that was used.
    ess : float
        Equivalent sample size of BDeu.
    tie_rule : str
        How tied data sets entered: ``"split"``, ``"ignore"`` or ``"em"``.
    untied_arcs : list of dict or None
        Arcs learned with tied data sets left out, if there are ties.
    average : dict or None
        For ``structure="average"``: ``classes`` (number of equivalence classes), ``best_weight``
        (of the best graph's class), ``probability_best`` (what the best graph alone says of
        ``best``), ``difference``, ``graph_draws`` (0 if all classes were enumerated).
    probability, mcse : float or None
        Of ``best``.
    lead : dict
        ``delta``, ``probability``, ``mcse`` and ``difference``: practical lead over the next.
    share : Share or None
        Expected share of ``best``; its interval matches two moments.
    seed : int or None

    Others as in :class:`JointResult`.
    """

    test: ClassVar[str] = "network"

    structure: str
    arcs: list[dict[str, Any]]
    edges: list[dict[str, Any]]
    edges_method: str
    score: float
    score_lead_empty: float
    score_lead_complete: float
    components: list[dict[str, Any]]
    max_parents: int | None
    ess: float
    tie_rule: str
    untied_arcs: list[dict[str, Any]] | None
    average: dict[str, Any] | None
    probability: float | None
    mcse: float | None
    lead: dict[str, float]
    share: Share | None
    seed: int | None

    def graph(self) -> nx.DiGraph:
        """The network as a ``networkx.DiGraph``; pass it as ``structure=`` to use it again."""
        return networks.to_networkx(self.arcs, list(self.measures))


def network_test(
    table: Any,
    *,
    structure: Any = "best",
    ess: Any = "auto",
    max_parents: Any = "auto",
    ties: str = "split",
    on: Sequence[Any] | None = None,
    alpha: float = 0.05,
    delta: float = 0.05,
    target_mcse: float = 0.001,
    rng: Any = 0,
    **roles: Any,
) -> NetworkResult:
    """Bayesian test that uses the conditional independences among the measures.

    Parameters
    ----------
    table : ResultsTable, StatementCounts, DataFrame, or dict of matrices
        The results, or the counts of their complete orderings.
    structure : {"best", "average"} or networkx.DiGraph or list of arcs, default "best"
        The best graph by BDeu (the papers' choice); the average over all graphs by their posterior
        probability; or a graph of the measures' names, which no parent limit binds.
    ess : "auto" or float, default "auto"
        Equivalent sample size α* of the BDeu prior: the papers' 1 for two algorithms; for more, one
        for each parameter that an arc adds, but at most a tenth of the data sets:
        max(1, min((r − 1)², n / 10)) with r = l! orders of l algorithms. With 1, dependent measures
        of three or more algorithms look independent.
    max_parents : "auto", int or None, default "auto"
        Limit of parents of a measure. Without a limit (None, the papers' choice) the best graph
        degenerates where configurations outnumber the data sets; "auto", which prevents that,
        asks for ten data sets for every configuration of the parents: max(1, ⌊log_r(n / 10)⌋)
        with r = l! orders of l algorithms (1 with more than 22 measures).
    ties : {"split", "ignore", "em"}, default "split"
        How tied data sets enter: shared equally among their orderings (the papers' rule, which
        hides dependence); left out when the structure is learned, and shared equally afterwards
        (finds two to three times as many dependences of a measure with many ties); or shared as
        the network expects (structural EM).
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        The test decides if the probability is at least 1 − alpha.
    delta : float, default 0.05
        Practical lead: a difference of shares that would matter.
    target_mcse : float, default 0.001
        Monte Carlo standard error that no probability exceeds, given the graph. (The average over
        the graphs of more than five measures adds the error of 1000 graphs drawn; ``mcse`` says
        how large it is.)
    rng : int, Generator or None, default 0
        Seed of whatever is sampled.
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
    Myllymäki 2006). Connected groups of measures multiply; a group whose measures are all adjacent
    is exact by quadrature, the others are sampled. Unlike those of the plain Bayesian test, the
    probabilities of a pair do not follow from those of many algorithms.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.network_test(js.load_dataset("example1"))
    >>> result.arcs, round(result.probability, 4), result.method
    ([], 0.8417, 'exact')
    """
    alpha = options.level(alpha)
    delta = options.number("delta", delta, 0, 1, open_high=True)
    target = options.number("target_mcse", target_mcse, 1e-6, 0.1)
    options.one_of("ties", ties, networks.TIES)
    generator, seed = options.generator(rng)
    given = isinstance(table, StatementCounts)
    source = table if given else as_table(table, on=on, **roles)
    counts = statement_counts(source, on=on, **roles) if given else statement_counts(source)
    if counts.question != "orderings":
        raise OptionError("network_test needs the counts of complete orderings.")
    states = [float(math.factorial(len(counts.algorithms)))] * len(counts.measures)
    rows = _tied_rows(source, counts)
    if ties != "split" and rows is None and counts.n_tied:
        raise OptionError(
            f'ties="{ties}" needs the results table: counts no longer know which data sets tied.'
        )
    mass = networks.equivalent_size(ess, counts.n, states)
    cases = coded_cases(counts.codes, counts.weights, states, mass)
    if ties == "em" and rows is not None:
        cases = networks.completed(rows, states, mass, max_parents)
    apart = None if rows is None else networks.untied(rows, states, mass)
    found, name = _structure(structure, cases, apart, ties, max_parents, list(counts.measures))
    limit = networks.parent_limit(max_parents, cases) if name == "given" else found.max_parents
    listed, how, posterior = networks.edge_list(found, list(counts.measures), limit)
    chosen = network_posterior(found.cases, found.parents, target_mcse=target, rng=generator)
    answer: NetworkPosterior | AveragePosterior = chosen
    if name == "average":
        if posterior is None or found.scores is None:
            raise OptionError(
                f'structure="average" is limited to {networks.MOST_EXACT_EDGES} measures.'
            )
        classes = class_weights(
            found.scores, found.max_parents, GRAPH_DRAWS, generator, posterior=posterior
        )
        answer = average_posterior(found.cases, classes, target_mcse=target, rng=generator)
    answers = Answers(counts, found.cases, answer)
    first = answers.leaders()
    best = first[0] if len(first) == 1 else None
    decided = best is not None and best["probability"] >= 1 - alpha
    share = None if best is None else answers.share()
    lead = answers.lead(delta, generator)
    untied_arcs = _untied_arcs(apart, max_parents, name, counts)
    arcs = networks.arc_list(found, list(counts.measures))
    return NetworkResult(
        **facts(counts),
        call={"function": "network_test", "structure": name, "ess": ess,
              "max_parents": max_parents, "ties": ties, "on": on, "alpha": alpha, "delta": delta,
              "target_mcse": target, "rng": seed},
        warnings=warn(_cautions(counts, found, name, arcs, untied_arcs, best, alpha)),
        verdict=_verdict(counts, best, decided, alpha, share, lead, len(first)),
        statements=answers.statements(),
        unobserved=answers.unobserved(),
        best=None if best is None else best["order"],
        tied_best=[] if best is not None else [row["order"] for row in first],
        decided=bool(decided),
        alpha=alpha,
        method=answer.method,
        structure=name,
        arcs=arcs,
        untied_arcs=untied_arcs,
        components=components(chosen, counts),
        edges=listed,
        edges_method=how,
        score=found.score,
        score_lead_empty=found.lead_empty,
        score_lead_complete=found.lead_complete,
        max_parents=found.max_parents,
        ess=mass,
        tie_rule=ties,
        average=average_facts(answer, chosen, found.parents, best)
        if isinstance(answer, AveragePosterior)
        else None,
        probability=None if best is None else best["probability"],
        mcse=None if best is None else best["mcse"],
        lead=lead,
        share=share,
        seed=seed,
    )  # fmt: skip


def _tied_rows(source: Any, counts: StatementCounts) -> Expansion | None:
    """Statements case by case, needed only if there are ties."""
    if isinstance(source, StatementCounts) or not counts.n_tied:
        return None
    upwards = (source.oriented(), np.ones(len(source.measures)), source.rope_widths)
    try:
        return expand_cases(*upwards)
    except ExpansionLimitError as error:
        raise explained(error, source) from None


def _structure(
    structure: Any,
    cases: CodedCases,
    apart: CodedCases | None,
    ties: str,
    max_parents: Any,
    measures: list[str],
) -> tuple[networks.Structure, str]:
    if not isinstance(structure, str):
        return networks.given_structure(cases, structure, measures), "given"
    options.one_of("structure", structure, ("best", "average"))
    fitting = apart if ties == "ignore" and apart is not None else cases
    limit = networks.parent_limit(max_parents, fitting)
    return networks.learn_structure(cases, limit, fitting), structure


def _untied_arcs(
    apart: CodedCases | None,
    max_parents: Any,
    name: str,
    counts: StatementCounts,
) -> list[dict[str, Any]] | None:
    """Arcs that the untied data sets alone would give."""
    if apart is None or name == "given":
        return None
    other = networks.learn_structure(apart, networks.parent_limit(max_parents, apart))
    return networks.arc_list(other, list(counts.measures))


def _cautions(
    counts: StatementCounts,
    found: networks.Structure,
    name: str,
    arcs: list[dict[str, Any]],
    untied: list[dict[str, Any]] | None,
    best: dict[str, Any] | None,
    alpha: float,
) -> list[tuple[type[Warning], str]]:
    texts = []
    alone = networks.degenerate(found)
    if alone and name != "given":
        names = wording.listing([list(counts.measures)[i] for i in alone])
        texts.append(
            f"The arcs into {names} mean little: their parents leave most data sets alone in their "
            'configuration. Use max_parents="auto" or a smaller limit.'
        )
    if untied is not None:
        pairs = [{frozenset((a["from"], a["to"])) for a in one} for one in (arcs, untied)]
        if pairs[0] != pairs[1]:
            differ = ["–".join(sorted(pair)) for pair in sorted(pairs[0] ^ pairs[1], key=sorted)]
            texts.append(
                f"Ties change the structure: without the {counts.n_tied} tied data sets the edges "
                f"differ in {wording.listing(differ)}. Split ties hide dependence; see ties=."
            )
    if counts.n_tied:
        texts.append(
            f"{wording.have(counts.n_tied, counts.n, 'ties')}: each is shared "
            "among all the statements that it does not contradict."
        )
    if (
        best is not None
        and best["mcse"]
        and abs(best["probability"] - (1 - alpha)) < 3 * best["mcse"]
    ):
        texts.append(
            f"The decision is within the Monte Carlo error ({wording.significant(best['mcse'], 1)})"
            ": another seed may decide otherwise. Use a smaller target_mcse."
        )
    return [(JointStatsWarning, text) for text in texts]


def _verdict(
    counts: StatementCounts,
    best: dict[str, Any] | None,
    decided: bool,
    alpha: float,
    share: Share | None,
    lead: dict[str, float],
    tied: int,
) -> str:
    if best is None or share is None:
        return f"Not decided: {tied} statements lead equally."
    said = wording.cell(best["order"], counts.question, counts.control)
    p = wording.probability(best["probability"], best["mcse"])
    ahead = wording.probability(lead["probability"], lead["mcse"])
    shown = (
        f"expected on {share}; it leads the next statement by more than {100 * lead['delta']:g} "
        f"percentage points with probability {ahead}"
    )
    if decided:
        return f"Decided: {said} (probability {p} of being the most probable statement); {shown}."
    return (
        f'Not decided: "{said}" leads, but is the most probable statement with probability {p} '
        f"only, below {1 - alpha:g}; {shown}."
    )
