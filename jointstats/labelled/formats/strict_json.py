"""JSON in which nothing is named twice: Python's own reader keeps the last of two, silently.

Whole numbers beyond doubles are infinite, as those with an exponent are: some versions of pandas
refuse them with an internal error.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any


def parsed(text: str) -> Any:
    """What a text in JSON says.

    Raises
    ------
    json.JSONDecodeError
        If it is not JSON.
    ValueError
        If an object names something twice, or a number is too long.
    RecursionError
        If it is nested too deeply.
    """
    return json.loads(text, object_pairs_hook=_object, parse_int=_whole)


def _whole(digits: str) -> int | float:
    if len(digits) <= sys.float_info.max_10_exp:
        return int(digits)
    value = int(digits)
    if abs(value) <= sys.float_info.max:
        return value
    return math.inf if value > 0 else -math.inf


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise ValueError(f'one of its objects names "{twice}" twice')
    return made
