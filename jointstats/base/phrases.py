"""Phrases that sentences and titles share: numbers, comparatives, conditions of an error rate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jointstats.base import wording
from jointstats.base.result import Result
from jointstats.base.rows import cells

TEST_NAMES = {
    "bayes": "Bayesian test",
    "glrt": "likelihood-ratio test",
    "network": "network test",
    "hotelling": "Hotelling test",
    "sign": "sign test",
    "wilcoxon": "Wilcoxon test",
}

ASSUMED = {"wilcoxon": "assumes differences symmetric about their median"}
"""What a test assumes and does not check."""

SYMMETRIC = (
    "Wilcoxon's test assumes that differences are symmetric about their median. If they are "
    "skewed, it may find one algorithm better although both win equally often."
)


def assuming(test: str) -> str:
    """A test's name with what the test assumes, if that may be wrong.

    Examples
    --------
    >>> assuming("sign"), assuming("wilcoxon")
    ('sign test', 'Wilcoxon test; assumes differences symmetric about their median')
    """
    name = TEST_NAMES.get(test, test)
    return f"{name}; {ASSUMED[test]}" if test in ASSUMED else name


def supposed(test: str) -> str:
    """The same as a sentence with a blank before it, or nothing."""
    return f" The {TEST_NAMES[test]} {ASSUMED[test]}." if test in ASSUMED else ""


def shown_of(n: int, total: int, what: str) -> str:
    """How many of all are shown: "3 of 21 pairs are shown".

    Examples
    --------
    >>> shown_of(0, 3, "pairs"), shown_of(1, 3, "pairs")
    ('None of the 3 pairs is shown', '1 of 3 pairs is shown')
    """
    if total == 1:
        return f"The {what} is {'' if n else 'not '}shown"
    return f"{n or 'None'} of {'' if n else 'the '}{total} {what} {'are' if n > 1 else 'is'} shown"


def better_on(name: str, measures: Sequence[str], *, than: str = "") -> str:
    """That an algorithm is better on some measures: a clause.

    Examples
    --------
    >>> better_on("A", ["accuracy", "time"]), better_on("A", ["time"], than="B")
    ('A is better on accuracy and time', 'A is better than B on time')
    """
    rival = f"than {than} " if than else ""
    return f"{name} is better {rival}on {wording.listing(measures)}"


def listed_by_winner(
    winners: Iterable[str | None], measures: Iterable[str]
) -> dict[str, list[str]]:
    """The measures that each algorithm wins, in their order."""
    won: dict[str, list[str]] = {}
    for winner, measure in zip(winners, measures, strict=True):
        if winner is not None:
            won.setdefault(winner, []).append(measure)
    return won


def both_failed(counts: Mapping[str, int | None]) -> str:
    """On how many data sets both runs of a pair failed, by measure: a sentence, or nothing.

    Examples
    --------
    >>> both_failed({"accuracy": 60, "time": 60}), both_failed({"accuracy": 60, "time": 0})
    ('Both failed on 60 data sets.', 'Both failed on 60 data sets (accuracy).')
    """
    failed = {measure: n for measure, n in counts.items() if n}
    if not failed:
        return ""
    if len({*counts.values()}) == 1:
        failed = {"": next(iter(failed.values()))}
    listed = [
        wording.plural(n, "data set") + (f" ({measure})" if measure else "")
        for measure, n in failed.items()
    ]
    return f"Both failed on {wording.listing(listed)}."


def between(low: float, high: float) -> str:
    """Two probabilities as the ends of a range; one, if they read alike."""
    first, last = (
        wording.probability(p).replace("< ", "below ").replace("> ", "above ") for p in (low, high)
    )
    return first if first == last else f"between {first} and {last}"


ROOM = 70  # characters of a title

_NUMBERS = ["no", "one", "two", "three", "four", "five", "six"]
_NUMBERS += ["seven", "eight", "nine", "ten", "eleven", "twelve"]


def fitting(*candidates: str) -> str:
    """The first of several wordings that fits the room of a title; otherwise the shortest."""
    return next((text for text in candidates if len(text) <= ROOM), min(candidates, key=len))


def in_words(n: int) -> str:
    """A small number as a word.

    Examples
    --------
    >>> in_words(6), in_words(13)
    ('six', '13')
    """
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def all_of(measures: Sequence[str]) -> str:
    """Every measure, in words: "accuracy", "both measures", "all six measures"."""
    n = len(measures)
    if n == 1:
        return measures[0]
    return "both measures" if n == 2 else f"all {in_words(n)} measures"


def on_all(measures: Sequence[str]) -> str:
    """The same after "on"."""
    return f"on {all_of(measures)}"


def on_measures(some: Sequence[str], every: Sequence[str]) -> list[str]:
    """Some measures in words, and counted."""
    if len(some) == len(every):
        return [on_all(every)]
    return [f"on {wording.listing(some)}", f"on {in_words(len(some))} of {len(every)} measures"]


TIMES = ("time", "second", "latency", "duration", "runtime", "delay")
COSTS = ("cost", "price", "memory", "size", "energy", "emission", "flops", "parameters", "tokens")
ACCURACIES = ("accuracy", "acc")


def is_time(measure: str, direction: str) -> bool:
    """Whether a measure is a time, which is better if lower."""
    return direction == "min" and any(word in measure.lower() for word in TIMES)


def is_cost(measure: str, direction: str) -> bool:
    """Whether a measure is what results cost: time, memory, money and the like."""
    name = measure.lower()
    return direction == "min" and (is_time(name, direction) or any(x in name for x in COSTS))


def comparative(measure: str, direction: str, *, better: bool) -> str:
    """What an algorithm is that is better, or worse, on a measure.

    Only names that leave no doubt have a separate word.

    Examples
    --------
    >>> comparative("training_time", "min", better=False), comparative("mae", "min", better=True)
    ('slower', 'better mae')
    """
    if is_time(measure, direction):
        return "faster" if better else "slower"
    if direction == "max" and re.split(r"[\W_]+", measure.lower())[-1] in ACCURACIES:
        return f"{'more' if better else 'less'} accurate"
    return f"{'better' if better else 'worse'} {measure}"


def more_than(threshold: float) -> str:
    """The share that is to be exceeded, in words: "more than half"."""
    return f"more than {part_of(threshold)}"


def part_of(share: float) -> str:
    """A share in words: "half", "60 %"."""
    return "half" if share == 0.5 else f"{100 * share:g} %"


def no_measure(a: str, b: str) -> str:
    """That no measure alone shows which of two algorithms is better."""
    return f"No measure alone shows a difference between {a} and {b}"


def of_single_tests(tests: Sequence[Any], measures: Iterable[str], test: str) -> str:
    """What tests of single measures show: who is better on what, or how many differences."""
    columns = cells(tests, ("a", "b", "measure", "winner"))
    every, name = list(measures), TEST_NAMES.get(test, test)
    pairs = set(zip(columns["a"], columns["b"], strict=True))
    shown = sum(winner is not None for winner in columns["winner"])
    if len(pairs) > 1:
        said = shown_of(shown, len(columns["winner"]), "differences on single measures")
        return f"{said} ({name})"
    ((a, b),) = pairs
    if not shown:
        return fitting(no_measure(a, b), "No measure alone shows a difference")
    on = listed_by_winner(columns["winner"], columns["measure"])
    long = "; ".join(f"{who} is better {on_measures(some, every)[0]}" for who, some in on.items())
    short = ", ".join(f"{who} better on {len(some)} of {len(every)}" for who, some in on.items())
    return fitting(long, f"Measure by measure: {short}", short)


# Options that are chosen in advance, because a choice by the results finds what chance put there.
_CHOSEN = {"control": "the control", "on": "the measures", "groups": "the groups"}


def listed(units: str, *, left_out: bool = False, named: Sequence[str] = ()) -> str:
    """What an error rate takes for granted: a clause.

    Parameters
    ----------
    units : str
        What votes, in the plural.
    left_out : bool
        Missing results were left out.
    named : sequence of str
        What has to be named before results are seen.

    Examples
    --------
    >>> listed("tasks", named=["the claim"])
    'tasks are independent draws and the claim was named in advance'
    >>> listed("families of data sets", left_out=True)
    'families of data sets are independent and results are missing independently of all results'
    """
    said = [f"{units} are independent{'' if units.startswith('families') else ' draws'}"]
    if left_out:
        said.append(wording.MISSING_BY_CHANCE)
    if named:
        were = "were" if len(named) > 1 or named[0].endswith("s") else "was"
        said.append(f"{wording.listing(list(named))} {were} named in advance")
    return wording.listing(said)


def conditions(result: Result, *named: str) -> str:
    """The conditions of a result, from its facts; `named` has to be named in advance, too.

    Examples
    --------
    >>> import jointstats as js
    >>> conditions(js.compare_algorithms(js.load_dataset("weka"), control="AODE"))
    'data sets are independent draws and the control was named in advance'
    """
    chosen = [what for option, what in _CHOSEN.items() if result.call.get(option) is not None]
    ropes = ["the ropes"] if result.facts.rope else []
    facts = result.facts
    return listed(
        "data sets" if facts.n_families is None else "families of data sets",
        # Missing results were, or might have been, left out.
        left_out=bool(facts.dropped) if facts.missing is None else facts.missing == "drop",
        named=[*named, *chosen, *ropes],
    )


def jointly(result: Result) -> str:
    """With what confidence bounds or ranks hold together: a clause.

    Examples
    --------
    >>> import jointstats as js
    >>> jointly(js.leaderboard(js.load_dataset("example1")))
    'jointly with 95 % confidence if data sets are independent draws'
    """
    alpha: float = getattr(result, "alpha")  # noqa: B009
    return f"jointly with {100 * (1 - alpha):g} % confidence if {conditions(result)}"


def guarantee(result: Result, *named: str, what: str = "any false claim") -> str:
    """How probable a false claim is, with its conditions: a sentence.

    Examples
    --------
    >>> import jointstats as js
    >>> guarantee(js.compare_algorithms(js.load_dataset("weka")))
    'The probability of any false claim is at most 5 % if data sets are independent draws.'
    """
    alpha: float = getattr(result, "alpha")  # noqa: B009
    level = f"{100 * alpha:g} %"
    return f"The probability of {what} is at most {level} if {conditions(result, *named)}."
