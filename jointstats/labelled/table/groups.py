"""Groups of measures, such as quality and cost: jointly within a group, a trade-off between them.

On a data set a group has one outcome, as a measure has: one of two algorithms is better by the rule
within the group, or neither is. What is claimed of measures is then claimed of groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jointstats.kernels.joint.measure_rules import RULES, Rule, sure_verdicts, verdicts
from jointstats.kernels.joint.outcomes import EQUAL, MISSING
from jointstats.kernels.messages import Option, Value
from jointstats.labelled import options, wording
from jointstats.labelled.errors import OptionError
from jointstats.labelled.table.results_table import ResultsTable


@dataclass(frozen=True)
class Group:
    """Measures that are taken together.

    Attributes
    ----------
    name : str
    measures : tuple of str
    within : {"all", "some", "wins"} or int
        What better on the group is: better on all of its measures; worse on none and better on
        some; better on more of them than worse; or better on so many, at least.
    """

    name: str
    measures: tuple[str, ...]
    within: Rule = "all"

    @property
    def alone(self) -> bool:
        """Whether it is a single measure."""
        return len(self.measures) == 1

    @property
    def even(self) -> bool:
        """Whether the two are even on it where neither is better: practically equal, or as good."""
        return self.alone or self.within == "wins"

    @property
    def meaning(self) -> str:
        """What better on the group is.

        Examples
        --------
        >>> Group("quality", ("accuracy", "auc"), "some").meaning
        'better on quality is not worse on accuracy and auc, and better on at least one of them'
        """
        on = wording.listing(self.measures)
        rules = {
            "all": f"better on {on} at once",
            "some": f"not worse on {on}, and better on at least one of them",
            "wins": f"better on more of {on} than worse",
        }
        rule = self.within
        said = rules[rule] if isinstance(rule, str) else f"better on at least {rule} of {on}"
        return f"better on {self.name} is {said if not self.alone else f'better on {on}'}"

    @property
    def meaning_sentence(self) -> str:
        """The same as a sentence."""
        return f"{wording.capital(self.meaning)}."


def groups_of(
    measures: Sequence[str] | Mapping[str, str], groups: Any, within: Any
) -> tuple[Group, ...]:
    """The groups of a table's measures; a measure that is in none stands alone.

    Parameters
    ----------
    measures : sequence of str
        All measures, in their order.
    groups : mapping or None
        Name to the measures of the group. None: no groups, an empty tuple.
    within : {"all", "some", "wins"}, int, or mapping of groups to such

    Raises
    ------
    OptionError
        If a group has no measure, or the name of another's measure, a measure is in two groups, or
        the rule does not fit.
    ColumnError
        If a measure is unknown.
    """
    if groups is None:
        if within not in (None, "all"):
            raise OptionError(
                Option("within"), " says what better on a group is: name the groups, ",
                Option("groups"), ".",
            )  # fmt: skip
        return ()
    named = dict(_named(measures, groups))
    taken = {measure: name for name, of in named.items() for measure in of}
    rules = _rules(within, named)
    found: dict[str, Group] = {}
    for measure in measures:
        name = taken.get(measure, measure)
        if name not in found:
            found[name] = Group(name, named.get(name, (measure,)), rules.get(name, "all"))
    return tuple(found.values())


def grouped_outcomes(
    seen: np.ndarray, measures: Sequence[str], groups: Sequence[Group], certain: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Outcomes of groups from outcomes of measures.

    Parameters
    ----------
    seen : ndarray of int, shape (..., m)
        Of the first algorithm of each pair against the second.
    measures : sequence of str, length m
    groups : sequence of Group, length g
    certain : array_like of bool, shape (m,)
        Measures whose ties are practical equality; elsewhere they may hide a difference.

    Returns
    -------
    outcomes : ndarray of int8, shape (..., g)
        ``EQUAL`` where neither is better on the group; ``MISSING`` where a result is.
    sure : ndarray of bool, shape (..., g)
        False where ties may hide that one of the two is better.
    conflict : ndarray of bool, shape (...)
        Where neither is better on some group although they are not equal on all of it: then nobody
        may be called not worse there. (By the rule "wins" they are even, and there is none.)
    """
    place = {name: j for j, name in enumerate(measures)}
    certain = np.asarray(certain)
    codes = np.empty((*seen.shape[:-1], len(groups)), dtype=np.int8)
    sure = np.empty(codes.shape, dtype=bool)
    conflict = np.zeros(seen.shape[:-1], dtype=bool)
    for g, group in enumerate(groups):
        own = [place[name] for name in group.measures]
        part = seen[..., own]
        rule = "all" if group.alone else group.within
        codes[..., g], sure[..., g] = sure_verdicts(part, rule, certain[own])
        codes[..., g][(part == MISSING).any(axis=-1)] = MISSING
        if rule != "wins":
            neither = (codes[..., g] == EQUAL) & sure[..., g]
            conflict |= neither & (part != EQUAL).any(axis=-1)
    return codes, sure, conflict


def with_groups(seen: np.ndarray, table: ResultsTable, groups: Sequence[Group]) -> np.ndarray:
    """Outcomes of a table's measures, and behind them those of groups; ties are outcomes.

    Parameters
    ----------
    seen : ndarray of int, shape (n, m)
    table : ResultsTable
    groups : sequence of Group
    """
    if not groups:
        return seen
    place = {name: j for j, name in enumerate(table.measures)}
    of_groups = [
        verdicts(seen[:, [place[name] for name in one.measures]], one.within) for one in groups
    ]
    return np.concatenate([seen, np.stack(of_groups, axis=1)], axis=1)


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
                raise OptionError(
                    Option("within"), f' names no group: "{name}"; there '
                    f"{'is' if len(named) == 1 else 'are'} {options.shorten(tuple(named))}.",
                )  # fmt: skip
    rules: dict[str, Rule] = {}
    for name, of in named.items():
        rule = within.get(name, "all") if isinstance(within, Mapping) else within
        m = len(of)
        if rule not in RULES and m > 1 and not m < 2 * rule <= 2 * m:
            raise OptionError(
                Option("within"), f' asks for {rule} of the measures of "{name}": it must be more '
                f"than half of them and at most all, from {m // 2 + 1} to {m}; got ", Value(rule),
                ".",
            )  # fmt: skip
        rules[name] = rule
    return rules
