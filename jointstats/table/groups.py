"""Groups of measures, such as quality and cost, in place of single measures.

On a data set a group has one outcome, as a measure has, by the rule within the group. Claims about
measures are then claims about groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jointstats.base import options
from jointstats.base.errors import OptionError
from jointstats.evidence.measure_rules import RULES, Rule
from jointstats.evidence.messages import Option, Value


@dataclass(frozen=True)
class Group:
    """Measures that are taken together.

    Attributes
    ----------
    name : str
        Its name.
    measures : tuple of str
        Its measures.
    within : {"jointly", "wins"} or int
        Rule for "better on the group": worse on no measure and better on at least one; better on
        more measures than worse; or better on at least this number.
    """

    name: str
    measures: tuple[str, ...]
    within: Rule = "jointly"

    @property
    def alone(self) -> bool:
        """Whether it is a single measure."""
        return len(self.measures) == 1


def groups_of(
    measures: Sequence[str] | Mapping[str, str], groups: Any, within: Any
) -> tuple[Group, ...]:
    """The groups of a table's measures; a measure in no group is a group by itself.

    Parameters
    ----------
    measures : sequence of str
        All measures, in their order.
    groups : mapping or None
        For each name, the measures of the group; None for no groups.
    within : {"jointly", "wins"}, int, or mapping of groups to such

    Raises
    ------
    OptionError
        If a group has no measure, or the name of another's measure, a measure is in two groups, or
        the rule does not fit.
    ColumnError
        If a measure is unknown.
    """
    if groups is None:
        if within not in (None, "jointly"):
            lacking = " says what better on a group is: name the groups, "
            raise OptionError(Option("within"), lacking, Option("groups"), ".")
        return ()
    named = dict(_named(measures, groups))
    taken = {measure: name for name, of in named.items() for measure in of}
    rules = _rules(within, named)
    by_name: dict[str, Group] = {}
    for measure in measures:
        name = taken.get(measure, measure)
        if name not in by_name:
            by_name[name] = Group(name, named.get(name, (measure,)), rules.get(name, "jointly"))
    return tuple(by_name.values())


def _named(
    measures: Sequence[str] | Mapping[str, str], groups: Mapping[Any, Any]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every group's name and its measures, checked."""
    kind = ("measure (named in ", Option("groups"), ")")
    taken: dict[str, str] = {}
    for label, given in groups.items():
        name = options.label(label)
        of = tuple(options.known_names(kind, given, measures))
        if not of:
            raise OptionError(f'The group "{name}" has no measure: name some, or leave it out.')
        for measure in of:
            if measure in taken:
                raise OptionError(
                    f'The measure "{measure}" is in the groups "{taken[measure]}" and "{name}": '
                    "name it in one of them only."
                )
            taken[measure] = name
        if name in measures and of != (name,):
            raise OptionError(f'The group "{name}" has the name of a measure: call it otherwise.')
        yield name, of


def _rules(within: Any, named: Mapping[str, tuple[str, ...]]) -> dict[str, Rule]:
    """The rule of every group, checked against how many measures it has."""
    if isinstance(within, Mapping):
        for name in within:
            if name not in named:
                known = options.shorten(tuple(named))
                unknown = f' names "{name}", which is not a group; known: {known}.'
                raise OptionError(Option("within"), unknown)
    rules: dict[str, Rule] = {}
    for name, of in named.items():
        rule = within.get(name, "jointly") if isinstance(within, Mapping) else within
        m = len(of)
        if rule not in RULES and m > 1 and not m < 2 * rule <= 2 * m:
            must = f"more than half of them and at most all, from {m // 2 + 1} to {m}"
            required = f' requires {rule} of the measures of "{name}": it must be {must}; got '
            raise OptionError(Option("within"), required, Value(rule), ".")
        rules[name] = rule
    return rules
