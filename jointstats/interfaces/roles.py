"""Words of users: what the roles of a table are, and how words become values by their kinds.

The shell makes its flags from these kinds, the page and the bridge check what they are given by
them. What a value may be is the table's business (:class:`jointstats.table.building.Roles`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, get_args

from jointstats.base import declare
from jointstats.base.errors import OptionError
from jointstats.base.kinds import Choice, NameOf, NamesOf, OptionKind, Widths, literals
from jointstats.base.options import whole
from jointstats.evidence.messages import Option


@dataclass(frozen=True)
class NamesOfColumns(OptionKind):
    """One column, or several whose names are joined."""

    shape: ClassVar[str] = "one or several"
    of: ClassVar[str] = "column"


@dataclass(frozen=True)
class Limits(Widths):
    """A number for each of some measures, as it would be typed: 3, not 3.0."""

    def read(self, name: str, text: str) -> float | int:
        """The number in a text."""
        return whole(super().read(name, text))


@dataclass(frozen=True)
class Conditions(OptionKind):
    """Columns with a value each, written COL=VALUE; several values of a column are alternatives."""

    shape: ClassVar[str] = "equations"

    def read(self, name: str, text: str) -> tuple[str, str]:
        """Column and value of one equation."""
        return _equation(
            name, text, text.partition("="), "a column and its value", "status=timeout"
        )


@dataclass(frozen=True)
class Directions(OptionKind):
    """Columns, and whether higher or lower is better: NAME=max or NAME=min."""

    shape: ClassVar[str] = "equations"

    def read(self, name: str, text: str) -> tuple[str, str]:
        """Column and direction; a name may hold the sign."""
        what = "a column and whether higher or lower is better"
        return _equation(name, text, text.rpartition("="), what, "price=min")


def _equation(
    name: str, text: str, parts: tuple[str, str, str], what: str, example: str
) -> tuple[str, str]:
    key, equals, value = parts
    if not (key and equals):
        raise OptionError(Option(name), f' takes {what}, such as {example}; got "{text}".')
    return key, value


ROLES: Mapping[str, OptionKind] = {
    **dict.fromkeys(("dataset", "algorithm", "cluster", "runs", "fold", "run"), NamesOfColumns()),
    **dict.fromkeys(("metric", "value", "columns"), NameOf("column")),
    "of": NameOf("data set"),
    **dict.fromkeys(("measures", "per_algorithm"), Directions()),
    "rope": Widths(),
    **dict.fromkeys(("where", "failed"), Conditions()),
    **dict.fromkeys(("only", "exclude"), NamesOf("algorithm")),
    "limit": Limits(),
    "even_failed": NamesOf("measure"),
    "failed_words": NamesOf(),
    "relative_to": NameOf("algorithm"),
    "missing": Choice(get_args(declare.MissingWord)),
    "aggregate": Choice(get_args(declare.AggregateWord)),
    "failed_runs": Choice(get_args(declare.FailedRunsWord)),
    "run_kind": Choice(get_args(declare.RunKind)),
    "format": Choice(literals(declare.FormatWord)),
    **dict.fromkeys(("min_folds", "test_share"), OptionKind()),  # numbers, which the table reads
}

# Roles of columns that are written with a value each; measures have flags of their own.
EQUATIONS = [n for n, kind in ROLES.items() if kind.shape == "equations" and n != "measures"]


def read(name: str, words: Any) -> Any:
    """The value of a role from its words: one, a list of them, or pairs of a measure and a number.

    Examples
    --------
    >>> read("failed", ["status=timeout", "status=memout", "found=False"])
    {'status': ['timeout', 'memout'], 'found': 'False'}
    >>> read("limit", [["seconds", "3600"]])
    {'seconds': 3600}
    """
    return value_of(name, ROLES[name], words)


def read_line(name: str, line: str) -> Any:
    """The value of a role that is written on one line, with semicolons.

    Examples
    --------
    >>> read_line("where", "settings = default; seed=1"), read_line("failed_words", "DNF; TIMEOUT")
    ({'settings': 'default', 'seed': '1'}, ['DNF', 'TIMEOUT'])
    """
    words: list[Any] = [word for part in line.split(";") if (word := part.strip())]
    shape = ROLES[name].shape
    if shape in ("equations", "mapping"):
        words = [re.sub(r"\s*=\s*", "=", word, count=1) for word in words]
    if shape == "mapping":
        what = "a measure and a number"
        words = [_equation(name, text, text.rpartition("="), what, "seconds=60") for text in words]
    return read(name, words)


def value_of(name: str, kind: OptionKind, words: Any) -> Any:
    """The value of an option of this kind from its words: the shape of the kind says how."""
    match kind.shape:
        case "flag" | "one or several":
            return words
        case "mapping":
            return _by_name(name, words, kind)
        case "one or mapping":
            return _one_or_mapping(name, words, kind)
        case "groups":
            return _groups(name, words)
        case "several":
            return [kind.read(name, text) for text in words]
        case "equations":
            pairs = [kind.read(name, text) for text in words]
            return _conditions(pairs) if isinstance(kind, Conditions) else _once(name, pairs)
        case "several or mapping":
            found = _once(name, (kind.read(name, text) for text in words))
            return found if any(number is not None for number in found.values()) else list(found)
    return kind.read(name, words)


def _one_or_mapping(name: str, said: list[list[str]], kind: OptionKind) -> Any:
    """``--ties WORD``, or ``--ties MEASURE WORD`` for each measure; numbers likewise."""
    noun, thing = "word" if kind.words else "number", thing_of(kind)
    if len(said) == 1 and len(said[0]) == 1:
        return kind.read(name, said[0][0])
    if any(len(words) != 2 for words in said):
        takes = f" takes one {noun}, or a {thing} and its {noun}, as often as needed."
        raise OptionError(Option(name), takes)
    return _by_name(name, [(measure, word) for measure, word in said], kind, thing)


def thing_of(kind: OptionKind) -> str:
    """What the words of an option of one value or a mapping are about."""
    return getattr(kind, "of", "measure")


def _groups(name: str, said: list[list[str]]) -> dict[str, list[str]]:
    """``--group NAME MEASURE ...``, each group once."""
    if not all(measures for _, *measures in said):
        raise OptionError(Option(name), " takes the name of a group and its measures.")
    return _once(name, ((group, measures) for group, *measures in said), "group")


def _conditions(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    values: dict[str, list[str]] = {}
    for column, value in pairs:
        values.setdefault(column, []).append(value)
    return {column: some[0] if len(some) == 1 else some for column, some in values.items()}


def _by_name(
    name: str, pairs: Iterable[tuple[str, str]], kind: OptionKind, thing: str = "measure"
) -> dict[str, Any]:
    """A value for each measure, or other thing, named once."""
    return _once(name, ((key, kind.read(name, text)) for key, text in pairs), thing)


def _once(name: str, pairs: Iterable[tuple[str, Any]], thing: str = "") -> dict[str, Any]:
    """Names with their values; a name that comes twice is refused."""
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            what = f"the {thing} " if thing else ""
            raise OptionError(Option(name), f' names {what}"{key}" twice.')
        values[key] = value
    return values
