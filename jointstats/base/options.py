"""One validator per option: every test checks the same option with the same sentence."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np

from jointstats.base.errors import ColumnError, DirectionError, OptionError
from jointstats.evidence.messages import Option, Part, Value, literal, visible

# Directions, and the words for them that other packages use.
DIRECTIONS = {"max": "max", "min": "min"} | {
    f"{way}imi{z}e": way for way in ("max", "min") for z in "zs"
}
_IN_R = {"fdr": "BH", "two.sided": "two-sided"}  # words of R that have another name here

# Options that only readers of some formats have, and which formats.
FORMAT_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "sheet": ("excel",),
    "pattern": ("tables",),
    "metrics": ("jmetal",),
    "filter": ("lm-eval",),
    "unit": ("inspect",),
    "constraint": ("amlb",),
}


def one_of(name: str, value: Any, choices: Sequence[str]) -> str:
    """Return `value` if it is one of `choices`, otherwise say what the choices are."""
    if isinstance(value, str) and value in choices:
        return value
    like = {x.lower() for x in (value, _IN_R.get(value, value))} if isinstance(value, str) else ()
    meant = [choice for choice in choices if choice.lower() in like]
    hint = f': did you mean "{meant[0]}"?' if meant else "."
    raise wrong(name, f"one of {', '.join(map(literal, choices))}", value, hint)


# What a complaint is about: an option's name, or a phrase that may hold parts.
Subject = str | tuple[Part, ...]


def wrong(name: Subject, must: str, value: Any, hint: str = ".") -> OptionError:
    """The refusal of a value: what it must be, what it is, and perhaps what was meant."""
    return OptionError(*_subject(name), f" must be {must}; got ", Value(value), hint)


TINY = 1e-300  # products and quotients of smaller positive numbers lose all their digits
MOST_MASS = 1e150  # of a prior: products of larger ones are no longer finite
_LONG = 200  # letters of a name that a message repeats: more are the fault itself, or no name


def number(
    name: Subject,
    value: Any,
    low: float = -math.inf,
    high: float = math.inf,
    *,
    open_low: bool = False,
    open_high: bool = False,
    also: Sequence[str] = (),
) -> float:
    """Return `value` as a finite float inside the range, otherwise say what the range is.

    `also` are the words that stand for a value, too, for the sentence.
    """
    words = or_words(also)
    try:
        x = float(value)
    except (TypeError, ValueError, OverflowError):
        raise wrong(name, f"{words}a number", value) from None
    below = x <= low if open_low else x < low
    tiny = open_low and low == 0 < x < TINY
    above = x >= high if open_high else x > high
    if isinstance(value, bool) or not math.isfinite(x) or below or above or tiny:
        left = f"above {low:g}" if open_low and not tiny else f"at least {TINY if tiny else low:g}"
        right = f"below {high:g}" if open_high else f"at most {high:,.15g}"
        bounds = [text for text, end in ((left, low), (right, high)) if math.isfinite(end)]
        must = f"{words}a finite number" + (" " + " and ".join(bounds) if bounds else "")
        raise wrong(name, must, value)
    return x


def _subject(name: Subject) -> tuple[Part, ...]:
    """An option's name as a part of a message; a phrase stays as it is."""
    if isinstance(name, tuple):
        return name
    return (Option(name) if name.isidentifier() else name,)


def or_words(also: Sequence[str]) -> str:
    """Words that do as well as what follows: ``"auto" or``, with a blank."""
    return "".join(f"{literal(word)} or " for word in also)


def whole_number(
    name: Subject, value: Any, low: int, also: Sequence[str] = (), high: float = math.inf
) -> int:
    """Return `value` as an int from `low` to `high`."""
    x = number(name, value, low, high, also=also)
    if x != int(x):
        raise wrong(name, "a whole number", value)
    return int(x)


def whole(x: float) -> float | int:
    """A number as it would be typed: 3, not 3.0."""
    return int(x) if x.is_integer() and abs(x) < 2**53 else x


def flag(name: str, value: Any) -> bool:
    """Return `value` if it is true or false."""
    if isinstance(value, bool | np.bool_):
        return bool(value)
    words = (Value(True), " or ", Value(False))
    raise OptionError(Option(name), " must be ", *words, "; got ", Value(value), ".")


def level(value: Any) -> float:
    """Check `alpha`, the level of a test: above 0 and below one half."""
    x = number("alpha", value, 0, 1, open_low=True, open_high=True)
    if x >= 0.5:
        meant = round(1 - x, 10) if x > 0.5 else 0.05
        must = "below 0.5, because it is the accepted error rate"
        raise wrong("alpha", must, value, f": did you mean {meant:g}?")
    return x


def page_path(path: Any) -> Path:
    """Check the name of a file to which HTML is written."""
    name = Path(path)
    if name.suffix.lower() not in ("", ".html", ".htm"):
        raise OptionError(f'"{name.name}" must end in .html, because the report is a page of HTML.')
    return name


def generator(rng: Any) -> tuple[np.random.Generator, int | None]:
    """A random generator and its seed: from a seed, a Generator (no seed), or None (a new seed)."""
    if isinstance(rng, np.random.Generator):
        return rng, None
    if rng is None:
        rng = int(np.random.default_rng().integers(2**31))
    whole = whole_number(("The seed (", Option("rng"), ")"), rng, 0)
    seed = int(rng) if isinstance(rng, int | np.integer) else whole  # floats lack digits
    return np.random.default_rng(seed), seed


def seed(rng: Any) -> int:
    """One whole number that stands for a seed, a Generator, or None (unpredictable).

    Every labelled function that draws at random checks its `rng` here or in :func:`generator`.
    """
    stream, number = generator(rng)
    return int(stream.integers(2**53)) if number is None else number


def label(value: Any) -> str:
    r"""Text of a name; whole numbers read alike whether stored as 3, 3.0 or "3".

    Names reach terminals, pages and files: what cannot be seen in one is written as an escape.

    Examples
    --------
    >>> label(3.0), label("a\x1b[2J"), label("a\nb")
    ('3', 'a\\x1b[2J', 'a\\nb')
    """
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = str(value)
    return text if text.isprintable() else visible(text).replace("\n", "\\n")


def known_name(kind: Subject, name: Any, known: Collection[str]) -> str:
    """Return `name` as text if it is known, otherwise name the nearest known one."""
    text = label(name)
    if text in known:
        return text
    names = list(known)
    close = get_close_matches(text, names, n=1)
    hint = f'did you mean "{close[0]}"?' if close else f"known: {shorten(names)}."
    raise ColumnError("There is no ", *_phrase(kind), f' "{text}"; {hint}')


def known_names(kind: Subject, names: Any, known: Iterable[str]) -> list[str]:
    """Check a list of names (one name is a list of one), each once."""
    given = one_or_several(names)
    known = dict.fromkeys(known)
    checked = [known_name(kind, name, known) for name in given]
    times = Counter(checked)
    if len(times) < len(checked):
        twice = min(name for name, number in times.items() if number > 1)
        raise ColumnError("The ", *_phrase(kind), f' "{twice}" is given twice.')
    return checked


def one_or_several(given: Any) -> list[Any]:
    """Several things as a list; one thing as a list of it."""
    several = isinstance(given, Iterable) and not isinstance(given, str | bytes)
    return list(given) if several else [given]


def equations(pairs: Mapping[Any, Any]) -> list[str]:
    """Names with their values, one word for each value: ``status=timeout``."""
    return [f"{name}={value}" for name, values in pairs.items() for value in one_or_several(values)]


def checked_control(given: Any, algorithms: Sequence[str]) -> str | None:
    """The name of the control, if there is one, as the table spells it."""
    kind = ("algorithm (", Option("control"), ")")
    return None if given is None else known_name(kind, given, algorithms)


def _phrase(kind: Subject) -> tuple[Part, ...]:
    return kind if isinstance(kind, tuple) else (kind,)


_CONDITIONS = {"where": {"settings": "default"}, "failed": {"status": ["timeout", "memout"]}}


def _such_as(name: str, must: str, example: Any, value: Any) -> tuple[Part, ...]:
    """What an option must be, with an example, and what it is."""
    return Option(name), f"{must}, such as ", Option(name, example), "; got ", Value(value), "."


def conditions(name: str, value: Any) -> dict[str, list[Any]]:
    """Check an option that names columns, each with a value or a list of them."""
    if not isinstance(value, Mapping) or not value:
        must = " names columns and their values"
        raise OptionError(*_such_as(name, must, _CONDITIONS[name], value))
    return {label(column): one_or_several(values) for column, values in value.items()}


def directions(measures: Any, option: str = "measures", what: str = "measure") -> dict[str, str]:
    """Check `measures`: a mapping of at least one measure's name to "max" or "min".

    "maximize", "minimize" (or with "s") are taken for these. Or another option of this kind, whose
    names are of something else.
    """
    example = {"accuracy": "max", "time": "min"} if what == "measure" else {"price": "min"}
    if not isinstance(measures, Mapping):
        must = f" must state for every {what} whether higher or lower is better"
        raise DirectionError(*_such_as(option, must, example, measures))
    if not measures:
        raise DirectionError(
            Option(option), f" is empty: name at least one {what} and its direction."
        )
    checked: dict[str, str] = {}
    for name, direction in measures.items():
        way = DIRECTIONS.get(direction) if isinstance(direction, str) else None
        if way is None:
            raise DirectionError(
                f'The direction of {what} "{name}" must be "max" (higher is better) or "min" '
                "(lower is better); got ",
                Value(direction),
                ".",
            )
        if label(name) in checked:
            raise DirectionError(f'The {what} "{name}" is named twice in ', Option(option), ".")
        checked[label(name)] = way
    return checked


def ropes(rope: Any, measures: Iterable[str]) -> dict[str, float]:
    """Check `rope`: nothing, one number for all measures, or a mapping for some of them.

    Returns the ropes that are declared; without one a tie may hide a difference.
    """
    names = list(measures)
    if rope is None:
        return {}
    if not isinstance(rope, Mapping):
        width = number("rope", rope, 0)
        if width > 0 and len(names) > 1:
            raise OptionError(
                Option("rope"),
                " must name its measures, because they have different units, such as ",
                Option("rope", {names[0]: width}),
                ".",
            )
        return dict.fromkeys(names, width)
    given = {
        known_name(("measure (named in ", Option("rope"), ")"), name, names): number(
            f'The rope of measure "{name}"', width, 0
        )
        for name, width in rope.items()
    }
    return {name: given[name] for name in names if name in given}


def refuse_unknown(given: Iterable[str], known: Sequence[str]) -> None:
    """Refuse the first of these names that is not an option, and say which ones there are."""
    for name in given:
        if name not in known:
            raise OptionError(
                "There is no option ", Option(name), f"; known: {shorten(known, 99)}."
            )


def shorten(names: Sequence[str], most: int = 8) -> str:
    """List names in a sentence: quoted, at most `most` of them, and the beginning of long ones."""
    shown = ", ".join(
        f'"{name}"' if len(str(name)) <= _LONG else f'"{str(name)[: _LONG - 1]}…"'
        for name in list(names)[:most]
    )
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
