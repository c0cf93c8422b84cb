"""A comparison as a paragraph for a paper."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.findings.kinds import MissingResults
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.presentation.leading import FIRST
from jointstats.presentation.pieces import used
from jointstats.words.claims import level_shares


def report_text(result: Comparison) -> str:
    """A paragraph for a paper."""
    from jointstats import __version__

    way = {"max": "higher is better", "min": "lower is better"}
    measures = wording.listing([f"{name} ({way[d]})" for name, d in result.measures.items()])
    test = {"sign": "the sign test", "wilcoxon": "Wilcoxon's signed-rank test"}
    correction = wording.corrected(result.p_adjust).replace("after", "with")
    network = []
    if result.joint.get("network") is not None:
        network = [
            "Dependences among the measures were modelled by a Bayesian network (BDeu score; "
            "Benavoli & de Campos, 2016)."
        ]
    bayes = next((p for p in result.joint.values() if isinstance(p, BayesResult)), None)
    prior = ""
    if bayes is not None:
        prior = f"; {bayes.prior.name} prior of mass {bayes.prior.strength:g}"
    return " ".join(
        [
            f"We compared {len(result.algorithms)} algorithms{_named(result)} on "
            f"{used(result)} and "
            f"{wording.plural(len(result.measures), 'performance measure')}: {measures}.",
            *_data_sentences(result),
            "Joint dominance statements were tested with the generalised likelihood-ratio test, "
            f"using {_p_value(result)}, and with the Bayesian multinomial–Dirichlet test (Benavoli "
            f"& de Campos, 2016{prior}), whose posterior probabilities were {_posterior(result)}.",
            *network,
            f"Claims about pairs were tested exactly{_flips(result)} on their outcomes by measure "
            "(better, practically equal, worse) and corrected together, over all pairs and claims, "
            f"by sequential rejection at level {result.alpha:g} (Goeman & Solari, 2010).",
            *filter(None, [level_shares(result.level_shares)]),
            f"Each measure was also tested separately with {test[result.separate_test]} "
            f"{correction} at level {result.alpha:g}.",
            *result.findings,
            f"Computed with jointstats {__version__}.",
        ]
    )


def _named(result: Comparison) -> str:
    """Their names, best first; of many only the table has them."""
    if len(result.algorithms) > FIRST:
        return ""
    return f" ({', '.join(result.order if result.pairs else result.algorithms)})"


def _p_value(result: Comparison) -> str:
    """Which p-value the likelihood-ratio test has."""
    if result.families is not None:
        return "the p-value of sign flips of whole families of data sets, given the leader"
    return "the exact conditional p-value (Hung & Fithian, 2019)"


def _posterior(result: Comparison) -> str:
    """How the probabilities of the Bayesian test were computed."""
    made = [part for part in result.joint.values() if isinstance(part, BayesResult)]
    if any(part.unknown is not None and part.unknown.n_partly for part in made):
        return "averaged over all that incomplete data sets may show"
    if result.families is not None:
        return "averaged over a hierarchical model of these families (Teh et al., 2006)"
    return "computed exactly by quadrature"


def _flips(result: Comparison) -> str:
    """How families of data sets were allowed for, with a blank before it."""
    return "" if result.families is None else ", by sign flips of whole families of data sets,"


def _data_sentences(result: Comparison) -> list[str]:
    """What was combined, left out, or tied before testing."""
    lines = []
    if result.aggregate:
        lines.append(f"Repeated runs were combined by their {result.aggregate}.")
    if result.n_dropped:
        verb = "was" if result.n_dropped == 1 else "were"
        lines.append(
            f"{wording.plural(result.n_dropped, 'data set')} with missing results {verb} left out."
        )
    missing = next((one for one in result.found if isinstance(one, MissingResults)), None)
    if missing is not None:
        lines.append(
            f"{missing.missing} of {wording.plural(missing.results, 'result')} were missing, taken "
            "to be so at random: each pair was compared on the data sets with all measures of both "
            f"({missing.fewest} to {missing.most})."
        )
    if result.n_failed:
        verb = "was" if result.n_failed == 1 else "were"
        lines.append(
            f"{wording.plural(result.n_failed, 'failed run')} {verb} ranked below all results and "
            "tied with each other."
        )
    widths = [f"{name} {width:g}" for name, width in result.rope.items() if width]
    if widths:
        lines.append(f"Differences within {', '.join(widths)} were treated as ties.")
    return lines + _ties(result)


def _ties(result: Comparison) -> list[str]:
    """What became of ties."""
    tied = {name: n for name, n in result.ties.items() if n}
    equal = [name for name in tied if result.tie_rules[name] == "equal"]
    of_all = len(result.algorithms) > 2
    split = sum(n for name, n in tied.items() if of_all or name not in equal)
    lines = []
    if equal:
        lines.append(
            f"Ties of two algorithms on {wording.listing(equal)} were an outcome of their own "
            "(practically equal)."
        )
    if split:
        n = result.n if result.data is None else len(result.data.known())
        cells = n * len(result.measures)
        questions = "; questions about all algorithms split those, too" if equal else ""
        lines.append(
            f"Ties ({split} of {cells} data set × measure cells) were split evenly among all "
            f"compatible orderings{questions if of_all else ''}."
        )
    return lines
