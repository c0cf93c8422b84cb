"""What may be claimed: two algorithms, and measures that do not contradict each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jointstats.kernels.claims.scores import Claim
from jointstats.kernels.messages import Option, Value, asked
from jointstats.labelled import options, wording
from jointstats.labelled.errors import OptionError
from jointstats.labelled.joint.claim_result import NamedClaim
from jointstats.labelled.table.groups import Group


def two_algorithms(a: Any, b: Any) -> tuple[str, str]:
    """Labels of the two algorithms of a claim, which differ."""
    first, second = options.label(a), options.label(b)
    if first == second:
        both = (Option("a"), " and ", Option("b"), " are both ", Value(first))
        raise OptionError("A claim compares two algorithms, but ", *both, ".")
    return first, second


def refuse_only(roles: Mapping[str, Any]) -> None:
    """Refuse a choice of algorithms beside those that the claim names."""
    if "only" in roles:
        raise OptionError(
            Option("only"), " has no meaning for a claim: ", asked("a"), " and ", asked("b"),
            " name its two algorithms.",
        )  # fmt: skip


def named_claim(
    measures: Iterable[str], better: Any, not_worse: Any, equal: Any, at_least: int | None
) -> NamedClaim:
    """The claim, if the measures are there and it does not contradict itself.

    Raises
    ------
    ColumnError
        If a measure is unknown, or named twice in one list.
    OptionError
        If no measure is named, one both as better and as equal, or `at_least` does not fit.
    """
    known = tuple(measures)
    lists = {
        name: _measures(name, given, known)
        for name, given in (("better", better), ("not_worse", not_worse), ("equal", equal))
    }
    if not any(lists.values()):
        ways = (asked("better"), ", ", asked("not_worse"), " or ", asked("equal"))
        raise OptionError(
            "A claim names at least one measure, in ",
            *ways,
            f"; there are {options.shorten(known)}.",
        )
    for measure in lists["better"]:
        if measure in lists["equal"]:
            raise OptionError(
                f'The measure "{measure}" is named in ', Option("better"), " and in ",
                Option("equal"), ": no data set shows both, so name it in one of them only.",
            )  # fmt: skip
    claim = NamedClaim(**lists, at_least=at_least)
    if at_least is not None and at_least > len(claim.better):
        raise OptionError(
            Option("at_least"), " must be at most the number of measures named in ",
            Option("better"), f", {len(claim.better)}; got ", Value(at_least), ".",
        )  # fmt: skip
    return claim


def ungrouped(names: Any, groups: Iterable[Group]) -> Any:
    """Names of measures, with the measures of a group in place of its name."""
    if names is None:
        return None
    of = {group.name: group.measures for group in groups}
    given = options.one_or_several(names)
    found = [one for name in given for one in of.get(name, (name,))]
    return found if len(found) > len(given) else names


def _measures(option: str, given: Any, known: Sequence[str]) -> tuple[str, ...]:
    kind = ("measure (named in ", Option(option), ")")
    return () if given is None else tuple(options.known_names(kind, given, known))


def require_ropes(claim: NamedClaim, rope: Mapping[str, float]) -> None:
    """Refuse a claim of practical equality on a measure that has no positive rope.

    Raises
    ------
    OptionError
        Naming these measures.
    """
    exact = [name for name in claim.equal if not rope[name]]
    if exact:
        raise OptionError(
            f"Practical equality on {wording.listing(exact)} needs a rope: say up to which "
            "difference results are practically equal (", Option("rope", {exact[0]: 0.01}), ").",
        )  # fmt: skip


def coded(claim: NamedClaim, questions: Sequence[str]) -> Claim:
    """The claim with the places of its measures and groups in their stead."""

    def places(names: Sequence[str]) -> tuple[int, ...]:
        return tuple(questions.index(name) for name in names)

    return Claim(places(claim.better), places(claim.not_worse), places(claim.equal), claim.at_least)
