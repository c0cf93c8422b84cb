"""Bytes as text: UTF-8, or what Windows' spreadsheets save as CSV; JSON that names nothing twice.

Python's own reader of JSON silently keeps the last of two equal names. Whole numbers beyond doubles
are infinite, as those with an exponent are: some versions of pandas fail on them.
"""

from __future__ import annotations

import codecs
import json
import math
import re
import sys
from typing import Any

from jointstats.labelled.errors import ReadError

UTF_8, WINDOWS = "utf-8-sig", "cp1252"
NULL = "a byte of zero"  # the reason of a UnicodeDecodeError
# What no text holds, and what hardly any text holds unless it is UTF-8.
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_UTF_8 = re.compile(rb"[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_SHOWN = 20  # letters of an example
_HALF = _SHOWN // 2


def not_utf8(name: Any) -> ReadError:
    """What to say of a file that is no UTF-8."""
    return ReadError(f"{name} is not UTF-8 text: save it as UTF-8.")


def has_null(name: Any) -> ReadError:
    """What to say of a file with a byte of zero, at which old versions of pandas end a cell."""
    return ReadError(
        f"{name} contains a NUL byte, so it is damaged or not UTF-8 text: save it as UTF-8."
    )


def beginning(head: bytes) -> str:
    """The first bytes of a file as text, which may end within a letter."""
    try:
        return codecs.getincrementaldecoder(UTF_8)().decode(head)
    except UnicodeDecodeError:
        windows = windows_example(head) is not None
        return head.decode(WINDOWS if windows else UTF_8, errors="ignore")


def windows_example(content: bytes) -> str | None:
    """The first letter beyond ASCII with what is around it, if this can be Windows-1252.

    A file with bytes that mean nothing there, or with letters of UTF-8, is damaged or mixes both.
    """
    if _NO_TEXT.search(content) or _UTF_8.search(content):
        return None
    try:
        text = content.decode(WINDOWS)
    except UnicodeDecodeError:
        return None
    example = re.search(rf"[^\s,;\t\"]{{0,{_HALF}}}[^\x00-\x7f][^\s,;\t\"]{{0,{_HALF}}}", text)
    return None if example is None else example[0]


def parsed(text: str, name: str, line: int | None = None) -> Any:
    """The content of a text in JSON, or of one numbered line of JSON Lines."""
    what, where = ("JSON", "") if line is None else ("JSON Lines", f"of line {line}, ")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_whole)
    except json.JSONDecodeError as error:
        at = line or error.lineno
        raise ReadError(f"{name} is not {what}: {error.msg} in line {at}.") from None
    except (RecursionError, ValueError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise ReadError(f"{name} cannot be read as {what}: {where}{why.rstrip('.')}.") from None


def _whole(digits: str) -> int | float:
    value = int(digits)
    if abs(value) <= sys.float_info.max:
        return value
    return math.inf if value > 0 else -math.inf


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise ValueError(f'one of its objects names "{twice}" twice')
    return content
