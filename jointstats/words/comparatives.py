"""Better and worse on a measure in a word: "faster", "more accurate", or "better AUC"."""

from __future__ import annotations

import re

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

    Only names that leave no doubt have a word of their own.

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
