"""Rules of ties: a separate outcome on a measure, or split between the statements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base import options, wording
from jointstats.base.errors import Caution, OptionError, TiesWarning
from jointstats.base.kinds import WordOfEach
from jointstats.claims.pair_votes import ties_of_pairs
from jointstats.evidence import outcomes
from jointstats.evidence.messages import Function, Option

if TYPE_CHECKING:
    from jointstats.joint.counts import StatementCounts
    from jointstats.table.results_table import ResultsTable

OFTEN = 0.1  # share of data sets that tie on a measure from which splitting them may mislead


def tie_rules(
    ties: str | Mapping[str, str],
    rope: Mapping[str, float],
    algorithms: Sequence[str],
    question: str = "orderings",
) -> dict[str, str]:
    """For each measure, what its ties are: ``"equal"`` (a separate outcome) or ``"split"``.

    Parameters
    ----------
    ties : {"auto", "equal", "split"} or mapping
        The option; ``"auto"`` for the measures that a mapping does not name.
    rope : mapping
        For each measure, the width of its ties.
    algorithms : sequence of str
    question : str

    Raises
    ------
    OptionError
        If ties shall be an outcome of complete orderings of three algorithms, or of a question
        that asks who is best.
    """
    asked_for = rule_of_each(ties, rope, "auto")
    if len(algorithms) == 2 and question == "orderings":
        by_rope = {name: "equal" if width > 0 else "split" for name, width in rope.items()}
        return {name: by_rope[name] if rule == "auto" else rule for name, rule in asked_for.items()}
    if "equal" in asked_for.values():
        raise _refused(question)
    return dict.fromkeys(rope, "split")


def rule_of_each(
    ties: str | Mapping[Any, str], measures: Mapping[str, Any], usual: str
) -> dict[str, str]:
    """A rule of ties for every measure, the usual one for those that are not named."""
    if isinstance(ties, str):
        return dict.fromkeys(measures, ties)
    kind = ("measure (named in ", Option("ties"), ")")
    named = {options.known_name(kind, name, measures): rule for name, rule in ties.items()}
    return {name: named.get(name, usual) for name in measures}


def rules_given(ties: Any, names: Sequence[str], measures: Mapping[str, str]) -> dict[str, str]:
    """What ties are on each measure, for counts that are given."""
    checked = WordOfEach(("split", "equal")).check("ties", ties)
    rules = rule_of_each(checked, measures, "split")
    if len(names) > 2 and "equal" in rules.values():
        raise OptionError(Option("ties", "equal"), " needs two algorithms.")
    return rules


def pair_rules(ties: str | Mapping[str, str], rope: Mapping[str, float]) -> dict[str, str]:
    """The rules of ties of two algorithms, also where more are compared."""
    return tie_rules(ties, rope, ("", ""))


def _refused(question: str) -> OptionError:
    if question != "orderings":
        return OptionError(
            Option("ties", "equal"),
            " needs ",
            Option("question", "orderings"),
            ": the other questions have no such outcome.",
        )
    return OptionError(
        Option("ties", "equal"),
        " needs two algorithms: complete orderings of more split their ties. ",
        Function("pairwise_tests"),
        " and ",
        Function("compare_algorithms"),
        " take it for every pair.",
    )


def with_ties(counts: StatementCounts, ties: str | Mapping[str, str]) -> StatementCounts:
    """Counts with the requested rule of ties; counts with split ties cannot go back.

    Raises
    ------
    OptionError
        If ties that were split shall be an outcome.
    """
    asked_for = rule_of_each(ties, counts.measures, "auto")
    was = counts.tie_rules
    lost = [name for name, rule in asked_for.items() if rule == "equal" and was[name] == "split"]
    if lost and len(counts.algorithms) > 2:
        raise _refused(counts.question)
    if lost:
        raise OptionError(
            f"These counts have split the ties on {wording.listing(lost)}: for ",
            Option("ties", "equal"),
            " give the results, or counts that were made with it.",
        )
    return split_ties(counts, [name for name, rule in asked_for.items() if rule == "split"])


def split_ties(counts: StatementCounts, on: Sequence[str] | None = None) -> StatementCounts:
    """The counts with ties split on some measures (default: all), as the papers do."""
    chosen = counts.measures if on is None else on
    split = [name in chosen and rule == "equal" for name, rule in counts.tie_rules.items()]
    if not any(split):
        return counts
    shown = (counts.codes[:, np.array(split)] == outcomes.EQUAL).any(axis=1)
    codes, weights = outcomes.split_statements(counts.codes, counts.weights, split)
    rules = dict.fromkeys(chosen, "split")
    return counts.recounted(
        codes,
        weights,
        tie_rules=counts.tie_rules | rules,
        # Who tied on a measure that was split before is not kept: an upper bound.
        n_split=min(counts.n_tied, counts.n_split + round(float(counts.weights[shown].sum()))),
    )


def often_tied(ties: Mapping[str, int], rules: Mapping[str, str], n: float) -> list[str]:
    """Measures that split the ties of more than a tenth of the data sets."""
    return [name for name, count in ties.items() if rules[name] == "split" and count > OFTEN * n]


def often_tied_pairs(
    table: ResultsTable, pairs: Sequence[tuple[str, str]], rules: Mapping[str, str]
) -> dict[str, int]:
    """The same for pairs of algorithms: measure to the number of ties of the pair with most."""
    most = ties_of_pairs(table, pairs).max(axis=0).tolist()
    ties = dict(zip(rules, most, strict=True))
    return {name: ties[name] for name in often_tied(ties, rules, len(table.known()))}


def split_cautions(counts: StatementCounts, of_the_test: str = "") -> Iterator[Caution]:
    """What to say of ties that were split.

    Parameters
    ----------
    counts : StatementCounts
    of_the_test : str
        What they do to the test, a sentence with a blank before it.
    """
    if not counts.n_split:
        return
    what = "split ties" if counts.equal.any() else "ties"
    said = (
        f"{wording.have(counts.n_split, counts.n, what)}: each is shared among all the "
        f"statements that it does not contradict.{of_the_test}"
    )
    often = []
    if len(counts.algorithms) == 2 and counts.question == "orderings":
        often = often_tied(counts.ties, counts.tie_rules, counts.n)
    cure = (" ", *recommended({name: counts.ties[name] for name in often})) if often else ()
    yield Caution(said, *cure, category=TiesWarning)


def recommended(ties: Mapping[str, int], who: str = "") -> tuple[Any, ...]:
    """Why ties of these measures should be a separate outcome, and how to make them one.

    Parameters
    ----------
    ties : mapping
        For each measure, the number of data sets.
    who : str
        Whose ties they are, with a blank before it.
    """
    named = wording.listing([f"{name} ({n})" for name, n in ties.items()])
    return (
        f"More than a tenth of the data sets tie{who} on {named}: where ties go with one side of "
        "another measure, sharing them can mislead. ",
        Option("ties", "equal"),
        " makes them a separate outcome.",
    )
