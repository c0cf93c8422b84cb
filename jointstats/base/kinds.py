"""Kinds of options: what a value may be, declared in the signature next to the option's name.

``alpha: Level = 0.05`` says all that the checks, the command line, the bridge and the generated
R functions need to know of an option; its help is the function's numpydoc.
"""

from __future__ import annotations

import math
import os
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self, get_args, get_origin

from jointstats.base import options
from jointstats.base.errors import OptionError
from jointstats.evidence.claim_tests import Alternative
from jointstats.evidence.messages import Option
from jointstats.evidence.multiplicity import AdjustmentWord
from jointstats.evidence.scores import RULES as MEASURE_RULES
from jointstats.evidence.scores import WithinWord

# Types of values, for type checkers and editors. A type checker takes `Mapping[Hashable, …]` to
# refuse a `dict[str, …]`: keys of mappings are `Any`.
CasesWord = Literal["auto", "common", "pairwise"]
FactorWord = Literal[
    "level", "rope", "measure", "data set", "family", "algorithm", "missing", "runs"
]
ScaleWord = Literal["difference", "ratio"]
ReferenceForm = Literal["bibtex", "csl-json"]
TableName = Literal["league", "pairs", "measures", "data", "statements"]
Theme = Literal["colour", "grey", "dark"]
TiesWord = Literal["auto", "equal", "split"]

Label = Hashable  # a name of a column, an algorithm or a measure, as it stands in the table
Labels = Sequence[Label]
FilePath = str | os.PathLike[str]

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes as Drawn

    RandomState = int | np.random.Generator | None
else:  # annotations are read when the package runs, too, and load nothing
    Drawn = RandomState = Any


@dataclass(frozen=True)
class OptionKind:
    """Base of the kinds; also the kind of options that their function checks itself.

    Attributes
    ----------
    shape : str
        One of "one", "several", "one or several", "several or mapping", "mapping", "one or
        mapping", "equations", "groups", "flag", "object".
        Whether a value is one word or number, a list of them, either, a list of names or a mapping
        of them to numbers, a mapping of names to numbers, one word or number or a mapping of names
        to such, a mapping written NAME=VALUE, a mapping of names to lists, a truth value, or an
        object, which no command line can say as an option of a function.
    """

    shape: ClassVar[str] = "object"

    def check(self, name: str, value: Any) -> Any:
        """Return the value in its proper type, or say what it must be."""
        return value

    def read(self, name: str, text: str) -> Any:
        """Turn one word of the command line into a value."""
        return text

    @property
    def words(self) -> tuple[str, ...]:
        """Words that the value may be, for the command line's help; empty: anything."""
        return ()

    def of_type(self, hint: Any) -> Self:
        """The kind of an option with this type: words are those of its ``Literal``."""
        return self


def literals(hint: Any) -> tuple[str, ...]:
    """Every word that a type allows, in its order."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(word for part in get_args(hint) for word in literals(part))


@dataclass(frozen=True)
class WithWords(OptionKind):
    """Base of the kinds that take words: by default those of the option's type."""

    choices: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        return self.choices

    def of_type(self, hint: Any) -> Self:
        return self if self.choices else replace(self, choices=literals(hint))


def _parsed(kind: type, name: str, text: str, also: Sequence[str], what: str) -> Any:
    """A number from one word of the command line."""
    try:
        return kind(text)
    except ValueError:
        raise options.wrong(name, f"{options.or_words(also)}{what}", text) from None


@dataclass(frozen=True)
class WithNumbers(OptionKind):
    """Base of the kinds that take numbers, and words that stand for one."""

    shape: ClassVar[str] = "one"

    also: tuple[str, ...] = field(default=(), kw_only=True)

    def of_type(self, hint: Any) -> Self:
        return replace(self, also=self.also or literals(hint))


@dataclass(frozen=True)
class Number(WithNumbers):
    """A number in a range; or one of some words, such as "auto"."""

    low: float = -float("inf")
    high: float = float("inf")
    open_low: bool = False
    open_high: bool = False

    def check(self, name: str, value: Any) -> Any:
        if isinstance(value, str) and value in self.also:
            return value
        ends = {"open_low": self.open_low, "open_high": self.open_high}
        return options.number(name, value, self.low, self.high, also=self.also, **ends)

    def read(self, name: str, text: str) -> Any:
        return text if text in self.also else _parsed(float, name, text, self.also, "a number")


@dataclass(frozen=True)
class Whole(WithNumbers):
    """A whole number, `low` to `high`; or a word; `none` is the command line's word for None."""

    low: int = 0
    high: float = math.inf
    none: str = ""

    def check(self, name: str, value: Any) -> Any:
        if (value is None and self.none) or (isinstance(value, str) and value in self.also):
            return value
        return options.whole_number(name, value, self.low, self.also, self.high)

    def read(self, name: str, text: str) -> Any:
        if text in self.also:
            return text
        if self.none and text == self.none:
            return None
        words = (*self.also, self.none) if self.none else self.also
        return _parsed(int, name, text, words, "a whole number")


@dataclass(frozen=True)
class TestLevel(Number):
    """The level of a test: above 0, below one half."""

    def check(self, name: str, value: Any) -> float:
        return options.level(value)


@dataclass(frozen=True)
class Choice(WithWords):
    """One of some words; with `other`, also a value that the function itself checks."""

    shape: ClassVar[str] = "one"

    other: bool = False

    def check(self, name: str, value: Any) -> Any:
        if self.other and not isinstance(value, str):
            return value
        return options.one_of(name, value, self.choices)


@dataclass(frozen=True)
class Choices(WithWords):
    """Several of some words, each once."""

    shape: ClassVar[str] = "several"

    def check(self, name: str, value: Any) -> list[str]:
        return [options.one_of(name, item, self.choices) for item in options.one_or_several(value)]


@dataclass(frozen=True)
class NameOf(OptionKind):
    """The name of one thing: an algorithm, a measure, a column."""

    shape: ClassVar[str] = "one"

    of: str = ""

    def check(self, name: str, value: Any) -> Any:
        named = isinstance(value, str) and self.of != "file"
        return options.label(value) if named else value


@dataclass(frozen=True)
class NamesOf(OptionKind):
    """Names of several things; the table says whether it has them."""

    shape: ClassVar[str] = "several"

    of: str = ""

    def check(self, name: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            raise options.wrong(name, "names", value)
        if not isinstance(value, list | tuple):
            return NameOf(self.of).check(name, value)
        return type(value)(NameOf(self.of).check(name, item) for item in value)


@dataclass(frozen=True)
class Margins(NamesOf):
    """Names of measures; or measures with a margin each, or None for the rope of the table."""

    shape: ClassVar[str] = "several or mapping"

    of: str = "measure"

    def check(self, name: str, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return super().check(name, value)
        return {
            options.label(measure): None if margin is None else self._margin(measure, margin)
            for measure, margin in value.items()
        }

    def read(self, name: str, text: str) -> tuple[str, float | None]:
        measure, sign, margin = text.rpartition("=")
        return (measure, self._margin(measure, margin)) if sign else (text, None)

    def _margin(self, measure: Any, margin: Any) -> float:
        return options.number(f'The margin of measure "{measure}"', margin, 0)


@dataclass(frozen=True)
class Numbers(OptionKind):
    """One number or several."""

    shape: ClassVar[str] = "several"

    whole: bool = False

    def read(self, name: str, text: str) -> Any:
        return Whole().read(name, text) if self.whole else Number().read(name, text)


@dataclass(frozen=True)
class Widths(OptionKind):
    """A number for each of some measures."""

    shape: ClassVar[str] = "mapping"

    def read(self, name: str, text: str) -> float:
        return Number().read(name, text)


@dataclass(frozen=True)
class OfEach(OptionKind):
    """Base of the kinds of one value for all measures, or such a value for each of some."""

    shape: ClassVar[str] = "one or mapping"

    def check(self, name: str, value: Any) -> Any:
        """Return one checked value, or the checked value of each name."""
        if not isinstance(value, Mapping):
            return super().check(name, value)
        return {
            options.label(key): super(OfEach, self).check(name, each) for key, each in value.items()
        }


@dataclass(frozen=True)
class WordOfEach(OfEach, Choice):
    """One of some words for all measures, or such a word for each of some measures."""


@dataclass(frozen=True)
class NumberOfEach(OfEach, Number):
    """One number for all measures, or such a number for each of some measures."""


@dataclass(frozen=True)
class GroupsOf(OptionKind):
    """Names of groups, each with several measures."""

    shape: ClassVar[str] = "groups"

    def check(self, name: str, value: Any) -> Any:
        if not isinstance(value, Mapping) or not value:
            example = Option(name, {"quality": ["accuracy", "auc"], "cost": ["time"]})
            raise OptionError("Groups have names and measures, such as ", example, ".")
        return {options.label(group): options.one_or_several(of) for group, of in value.items()}


@dataclass(frozen=True)
class MeasureRule(Whole):
    """One of some words, or how many measures at least."""

    low: int = 1
    also: tuple[str, ...] = field(default=MEASURE_RULES, kw_only=True)

    def check(self, name: str, value: Any) -> Any:
        if isinstance(value, str):
            return options.one_of(name, value, MEASURE_RULES)
        return super().check(name, value)

    @property
    def words(self) -> tuple[str, ...]:
        return MEASURE_RULES


@dataclass(frozen=True)
class RuleOfEach(OfEach, MeasureRule):
    """A rule for all groups, or one for each of some."""

    of: ClassVar[str] = "group"


@dataclass(frozen=True)
class Flag(OptionKind):
    """True or false."""

    shape: ClassVar[str] = "flag"

    def check(self, name: str, value: Any) -> bool:
        return options.flag(name, value)


@dataclass(frozen=True)
class RandomSeed(Whole):
    """What is random: a seed, a Generator (it draws a seed), or None for any seed."""

    def check(self, name: str, value: Any) -> int:
        return options.seed(value)


@dataclass(frozen=True)
class Workers(Whole):
    """How many processes share the work, or on which cluster; no result depends on it."""

    def check(self, name: str, value: Any) -> Any:
        return value


# --- The options that several tests share ---------------------------------------------------------

Alpha = Annotated[float, TestLevel()]
Coverage = Annotated[float, Number(0, 1, open_low=True, open_high=True)]
Question = Annotated[Literal["orderings", "best", "control"], Choice()]
Ties = Annotated[TiesWord | Mapping[Any, str], WordOfEach()]
Algorithm = Annotated[Label, NameOf("algorithm")]
Measure = Annotated[Label, NameOf("measure")]
Measures = Annotated[Labels | None, NamesOf("measure")]
NotWorse = Annotated[Labels | Mapping[Any, float | None] | None, Margins()]
Algorithms = Annotated[Labels | None, NamesOf("algorithm")]
Adjustment = Annotated[AdjustmentWord, Choice()]
_AMOUNT = Number(0, options.MOST_MASS, open_low=True)
Mass = Annotated[float, _AMOUNT]
OptionalMass = Annotated[float | None, _AMOUNT]
Share = Annotated[float | None, Number(0, 1)]
TargetError = Annotated[float, Number(1e-6, 0.1)]
ParentLimit = Annotated[int | Literal["auto"] | None, Whole(0, none="none")]
SampleSize = Annotated[float | Literal["auto"], Number(0, options.MOST_MASS, open_low=True)]
Delta = Annotated[float, Number(0, 1, open_high=True)]
LeadRatio = Annotated[float, Number(1)]
Rule = Annotated[Literal["lower", "probability"], Choice()]
HowMany = Annotated[int, Whole(1)]
MOST_DRAWS = 1_000_000  # beyond it, memory and time run out before an error becomes visible
Drawings = Annotated[int, Whole(1, MOST_DRAWS)]
Replicates = Annotated[int, Whole(2, MOST_DRAWS)]
AtLeast = Annotated[int | None, Whole(1)]
Sides = Annotated[Alternative, Choice()]
AtLeastTwo = Annotated[int, Whole(2)]
Sizes = Annotated[int | Sequence[int], Numbers(whole=True)]
Seed = Annotated[RandomState, RandomSeed()]
Jobs = Annotated[int | str | None, Workers()]
YesNo = Annotated[bool, Flag()]
Groups = Annotated[Mapping[Any, Any] | None, GroupsOf()]
Scale = Annotated[ScaleWord | Mapping[Any, str] | None, WordOfEach()]
Within = Annotated[WithinWord | int | Mapping[Any, str | int], RuleOfEach()]
Means = Annotated[Mapping[Any, float] | None, Widths()]
NoiseRatio = Annotated[float | Mapping[Any, float] | None, NumberOfEach(0)]
Agreement = Annotated[float, Number(0, 1)]
Ratio = Annotated[float | None, Number(0, open_low=True)]
Correction = Annotated[Literal["nadeau-bengio"] | None, Choice()]
