"""Whether higher or lower is better, from the name of a measure: one list, and rules for words.

The list is ``directions.csv``. A name that is in it as a whole has the direction stated there;
otherwise its words decide. Words that contradict each other give no direction, nor does a setting
or a spread.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_OPPOSITE = {"max": "min", "min": "max", "": ""}
_ARROWS = {"max": "↑⇑⬆▲↗", "min": "↓⇓⬇▼↘"}
_STATED = (("max", ("higher", "better")), ("min", ("lower", "better")))
_LONGEST = 5  # words of a name in the list


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Words that change nothing.
_NEUTRAL = _set(
    "train training test testing val valid validation eval evaluation dev cv oof holdout mean avg "
    "average median mittel moyenne overall total final best macro micro weighted normalized norm "
    "relative rel abs raw global peak rate rates percent pct fit score index value"
)
_SMALL = _set("the a of in on at for is was")
_SETTINGS = _set(
    "step steps window batch sample samples n num number count length len horizon rank ranking "
    "threshold weight weights limit budget id ids seed epoch epochs lr code target "
    "version year date timestamp start begin end depth width bins timeout learning "
    "type message temperature size new"
)
_UNCLEAR = _set("inverse inv inverted minus z p difference")
_COUNTS = _set("n num number count")
_SPREADS = _set(
    "std stdev stddev sd stderr se sem ci conf var variance iqr lower upper lo standard margin bar "
    "bars uncertainty deviation ±"
)
_EXTREMES = _set("min max minimum maximum")  # a spread only next to what they are extremes of
_MEANS = _set("mean avg average median")
_NEGATED = _set("neg negative negated")
_BETTER = _set("improvement improvements gain gains uplift")
_SAVED = _set("saved saving savings")
_WORSE = _set("drop degradation overhead penalty deterioration slowdown shortfall")
_REDUCED = _set("reduction reductions reduced")
_LOGARITHMS = _set("log ln log2 log10")
_WORK = _set(
    "op ops operation operations request requests req reqs token tokens tok row rows frame frames "
    "byte bytes kb mb gb mbit sample samples image images img query queries item items task tasks "
    "example examples it iter iters iteration iterations step steps transaction transactions "
    "record records message messages document documents word words char chars node nodes"
)
_PER_TIME = _set("s sec secs second seconds min mins minute minutes h hr hour hours ms day days")
_PER_COST = _set("dollar dollars usd eur joule joules j watt watts wh kwh")
_PER_ITEM = _WORK | _PER_TIME | _PER_COST | _set("epoch episode run call instance")
_RATE = re.compile(rf"/(?=\s*(?:{'|'.join(_PER_ITEM)})\b)", re.I)
_MAY_TURN = {"loss", "time"}  # kinds that are never negative, unless their sign was turned


@dataclass(frozen=True)
class Reading:
    """What a name states: the better direction, or nothing; and the kinds of its measures.

    The direction is ``"max"``, ``"min"``, or nothing where the name states neither.
    """

    better: str
    kinds: frozenset[str] = frozenset()


_NOTHING = Reading("")


def sign_of(low: float, high: float) -> int:
    """The sign of values from their extremes."""
    return -1 if high <= 0 and low < 0 else int(low >= 0)


@cache
def read(name: str, sign: int | None = None) -> Reading:
    """Read a direction and the kinds of a measure from its name, and the sign of its values.

    Parameters
    ----------
    name : str
    sign : int, optional
        1: no value is negative; -1: no value is positive; 0: some of both. See `sign_of`.
    """
    parts = words(name)
    stated = [way for way, marks in _ARROWS.items() if any(mark in name for mark in marks)]
    stated = stated or [way for way, said in _STATED if {*said} <= {*parts}]
    if stated:
        return Reading(stated[0] if len(stated) == 1 else "")
    content = [word for word in parts if word not in _NEUTRAL | _SMALL]
    for whole in (parts, content):
        if known := _listed().get("".join(whole)):
            return _with_sign(Reading(known[0], frozenset({known[1]})), sign)
    if content and content[0] in _NEGATED:
        base = read(" ".join(parts[parts.index(content[0]) + 1 :]))
        turned = base.better == "min" and "signed" not in base.kinds and sign in (None, -1)
        return Reading("max" if turned else "")
    return _with_sign(_of_rate(parts) or _of_words(parts), sign)


def is_spread(name: str, others: Iterable[str]) -> bool:
    """Whether a column is a spread of another one, such as ``acc_stderr`` next to ``acc``."""
    parts = words(name)
    bare = [word for word in parts if word not in _SPREADS | _EXTREMES]
    means = ([word for word in words(other) if word not in _MEANS] for other in others)
    return 0 < len(bare) < len(parts) and [w for w in bare if w not in _MEANS] in means


def is_setting(name: str) -> bool:
    """Whether a name is that of a setting or a count: batch_size, n_features, step."""
    return bool({*_matches(words(name))[1]} & _SETTINGS)


def is_qualifier(name: str) -> bool:
    """Whether a name says which numbers these are, not of what: train, mean, std, 10."""
    odd = _NEUTRAL | _SPREADS | _EXTREMES | _SETTINGS
    return all(word in odd or word.isdigit() for word in words(name))


def is_outcome(name: str) -> bool:
    """Whether yes is better than no under a name: solved, resolved, success."""
    found = read(name)
    return found.kinds == {"outcome"} and found.better == "max"


def words(name: str) -> list[str]:
    """The words of a name, in lower case and without accents; ``@10`` is ``@k``."""
    plain = unicodedata.normalize("NFKD", name.replace("²", "2"))
    plain = "".join(mark for mark in plain if not unicodedata.combining(mark))
    plain = re.sub(r"@[\s\d.:\[\]]*k?|[ _.-](at|cut)[ _.-]?(\d+|k)\b", "@k ", plain)
    plain = _RATE.sub(" ÷ ", plain)
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z0-9])(?=[A-Z][a-z]{2})", " ", plain)
    return [word.casefold() for word in re.split(r"[^\w@+%±$÷]+|_+", plain) if word]


@cache
def _listed() -> dict[str, tuple[str, str]]:
    """All names of the list, without separators, with direction and kind."""
    return {**_of_list("synonyms"), **_of_list("alone")}


@cache
def _of_list(column: str) -> dict[str, tuple[str, str]]:
    known = {}
    for row in rows():
        first = [row["name"]] if column == "synonyms" else []
        for name in (*first, *filter(None, row[column].split("; "))):
            known["".join(words(name))] = (row["better"], row["kind"])
    return known


@cache
def rows(name: str = "directions.csv") -> tuple[dict[str, str], ...]:
    """The rows of a list.

    That of names has ``name``, ``better``, ``kind``, ``synonyms``, and those of whole names.
    """
    text = files("jointstats.table").joinpath(name).read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines()))


def _with_sign(found: Reading, sign: int | None) -> Reading:
    """Turn a loss without any positive value, once; a negative cost has no direction."""
    if sign != -1 or found.better != "min" or "signed" in found.kinds:
        return found
    return Reading("max" if found.kinds and found.kinds <= _MAY_TURN else "", found.kinds)


def _of_rate(parts: Sequence[str]) -> Reading | None:
    """The direction of one thing per another, if it is such a rate; None otherwise."""
    at = next((i for i, word in enumerate(parts) if word in ("per", "÷")), 0)
    above, below = parts[:at], parts[at + 1 :]
    if not (above and below):
        return None
    if above[-1] in _WORK and below[0] in _PER_TIME | _PER_COST:
        return Reading("max", frozenset({"amount"}))
    numerator = read(" ".join(above))
    return numerator if numerator.better or parts[at] == "per" else None  # "/" may part a path


def _of_words(parts: Sequence[str]) -> Reading:
    """The direction on which the words of a name agree."""
    if parts[:2] == ["time", "to"] and "failure" not in parts:
        return Reading("min", frozenset({"time"}))
    for at in (i for i, word in enumerate(parts) if word in _REDUCED):
        after = parts[at + 1 : at + 2] in (["of"], ["in"])
        target, rest = (parts[at + 2 :], parts[:at]) if after else (parts[:at], parts[at + 1 :])
        turned, other = _OPPOSITE[_of_words(target).better], _of_words(rest).better
        return Reading(turned if other in ("", turned) else "" if turned else other)
    found, others = _matches(parts)
    known = [match for match in found if match[1] != "weak"] or found
    ways, kinds = {way for way, _ in known}, frozenset(kind for _, kind in known)
    if _SAVED & {*others} or (_BETTER & {*others} and known[-1:] != [("min", "time")]):
        return Reading("" if {*others} & (_WORSE | _SETTINGS) else "max")
    if {*others} & (_SPREADS | _NEGATED | _UNCLEAR) or {*others} & _SETTINGS - _COUNTS:
        return _NOTHING
    if parts[:1] == ["max"] and kinds == {"count"}:  # a limit
        return _NOTHING
    if {*others} & _COUNTS and not kinds <= {"loss", "outcome"}:
        return _NOTHING
    if {*others} & _WORSE or "gap" in kinds:
        return Reading("" if "drop" in others and "min" in ways else "min", frozenset({"gap"}))
    kinds |= {"signed"} if kinds == {"time"} and {*others} & _LOGARITHMS else set()
    return Reading(ways.pop(), kinds) if len(ways) == 1 else Reading("", kinds)


def _matches(parts: Sequence[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """The names of the list inside a name, the longest first, and the words between them."""
    known, found, others, at = _of_list("synonyms"), [], [], 0
    while at < len(parts):
        for end in range(min(len(parts), at + _LONGEST), at, -1):
            if match := _match(known, parts[at:end]):
                found.append(match)
                break
        else:
            end = at + 1
            others.append(parts[at])
        at = end
    return found, others


def _match(known: dict[str, tuple[str, str]], parts: Sequence[str]) -> tuple[str, str] | None:
    """The name of the list that some words are, but for a plural or a number at the end."""
    joined = "".join(parts)
    bare = (joined.removesuffix("@k"), joined.removesuffix("s"), joined.rstrip("0123456789"))
    return next((known[name] for name in (joined, *bare) if name in known), None)
