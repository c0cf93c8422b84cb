"""What counts must keep to: names, numbers, when they add up, and the rules of ties.

A tie is a separate outcome on a measure, or split between the statements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base import errors, options, wording
from jointstats.base.kinds import WordOfEach
from jointstats.base.wording import is_tie, names_of
from jointstats.evidence import orders, outcomes
from jointstats.evidence.messages import Function, Option, asked, literal

if TYPE_CHECKING:
    from jointstats.joint.counts import StatementCounts

LEAD_TOLERANCE = 1e-9  # counts closer than this are equal: sums of fractions such as 1/3
SHARING = ("split", "ignore")  # how data sets with ties that are no outcome enter
OFTEN = 0.1  # share of data sets that tie on a measure from which splitting them may mislead


# --- Counts that are given ------------------------------------------------------------------------


def names_given(algorithms: Iterable[Any]) -> tuple[str, ...]:
    """At least two names, each once."""
    names = tuple(options.label(name) for name in algorithms)
    if len(names) < 2:
        raise errors.AlgorithmError(f"At least two algorithms are needed; got {len(names)}.")
    if len(set(names)) < len(names):
        raise errors.ColumnError("An algorithm is named twice.")
    return names


def code_given(places: Sequence[Any], names: Sequence[str], measure: str, rule: str) -> int:
    """Code of the ordering of a measure."""
    named = [options.label(name) for name in names_of(places)]
    if sorted(named) != sorted(names):
        raise errors.ColumnError(
            f'The ordering on measure "{measure}" must name every algorithm once, '
            f"best first; got {named}."
        )
    if is_tie(places):
        return outcomes.EQUAL
    rank = int(orders.rank_orders([[names.index(name) for name in named]])[0])
    return 2 * rank if rule == "equal" else rank


@np.errstate(over="ignore")
def require_weights(x: np.ndarray) -> None:
    """Refuse weights that are no finite numbers of at least 0, or whose sum is none."""
    if np.ndim(x) != 1 or not np.isfinite(np.sum(x)) or np.less(x, 0).any():
        raise errors.InvalidValueError("Counts must be finite numbers of at least 0.")


def weights_given(counts: Iterable[Any]) -> np.ndarray:
    """Finite numbers of at least 0, not all of them 0."""
    try:
        x = np.asarray(list(counts), dtype=float)
    except (TypeError, ValueError):
        x = np.array([np.nan])
    require_weights(x)
    if x.sum() <= 0:
        raise errors.NoDataError("No data set is counted: all counts are 0.")
    return x


def whole(x: float) -> float:
    """A number of data sets, whole where rounding alone kept it from being so."""
    return round(x) if abs(x - round(x)) < LEAD_TOLERANCE else float(x)


def require_alike(first: StatementCounts, second: StatementCounts) -> None:
    """Refuse counts that do not ask the same of the same names.

    Raises
    ------
    OptionError
    """
    only_if = "Counts add up only if"
    for what in ("algorithms", "question", "control"):
        one, other = getattr(first, what), getattr(second, what)
        if one != other:
            said = f"{only_if} they have the same {what}: {one} and {other} differ."
            raise errors.OptionError(said)
    if list(first.measures.items()) != list(second.measures.items()):
        raise errors.OptionError(f"{only_if} they have the same measures and directions.")
    if any(first.rope.get(m, 0.0) != second.rope.get(m, 0.0) for m in first.measures):
        raise errors.OptionError(f"{only_if} they were made with the same rope.")
    if first.tie_rules != second.tie_rules:
        same = "ties are the same in both: a separate outcome on the same measures ("
        raise errors.OptionError(f"{only_if} {same}", asked("ties"), ").")


def families_of_both(first: StatementCounts, second: StatementCounts) -> tuple[str, ...] | None:
    """The families of both pieces; each family is whole in one of them.

    Raises
    ------
    OptionError
        If only one of them has families, or both have data sets of one.
    """
    parts = [counts.families for counts in (first, second) if counts.n]
    if all(part is None for part in parts):
        return None
    if any(part is None for part in parts):
        said = (
            "Counts with families of data sets and counts without do not add up: name the families"
        )
        raise errors.OptionError(f"{said} of both (", asked("cluster"), ").")
    names = [name for part in parts for name in part or ()]
    if len(set(names)) < len(names):
        twice = Counter(names).most_common(1)[0][0]
        raise errors.OptionError(
            f'Both counts have data sets of the family "{twice}": count the data sets of a family '
            "together."
        )
    return tuple(names)


# --- Ties -----------------------------------------------------------------------------------------


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
        raise errors.OptionError(Option("ties", "equal"), " needs two algorithms.")
    return rules


def pair_rules(ties: str | Mapping[str, str], rope: Mapping[str, float]) -> dict[str, str]:
    """The rules of ties of two algorithms, also where more are compared."""
    return tie_rules(ties, rope, ("", ""))


def _refused(question: str) -> errors.OptionError:
    equal = Option("ties", "equal")
    if question != "orderings":
        why = ": the other questions have no such outcome."
        return errors.OptionError(equal, " needs ", Option("question", "orderings"), why)
    needs = " needs two algorithms: complete orderings of more split their ties. "
    both = (Function("pairwise_tests"), " and ", Function("compare_algorithms"))
    return errors.OptionError(equal, needs, *both, " take it for every pair.")


def sharing_of(ties: str | Mapping[str, str]) -> tuple[Any, str]:
    """What ties are (an outcome, or split), and how those enter that are split.

    Examples
    --------
    >>> sharing_of("ignore"), sharing_of({"accuracy": "equal", "time": "ignore"})
    (('split', 'ignore'), ({'accuracy': 'equal', 'time': 'split'}, 'ignore'))
    """
    words = [ties] if isinstance(ties, str) else list(ties.values())
    sharing = list(dict.fromkeys(word for word in words if word in SHARING)) or ["split"]
    if len(sharing) > 1:
        needs = f" needs {' and '.join(map(literal, sharing))}."
        one = "Data sets with split ties need one rule: "
        raise errors.OptionError(one, Option("ties"), needs)
    if isinstance(ties, str):
        return "split" if ties in SHARING else ties, sharing[0]
    return {name: "split" if word in SHARING else word for name, word in ties.items()}, sharing[0]


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
        split = f"These counts have split the ties on {wording.listing(lost)}: for "
        cure = " give the results, or counts that were made with it."
        raise errors.OptionError(split, Option("ties", "equal"), cure)
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


def split_cautions(counts: StatementCounts, of_the_test: str = "") -> Iterator[errors.Caution]:
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
    yield errors.Caution(said, *cure, category=errors.TiesWarning)


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
