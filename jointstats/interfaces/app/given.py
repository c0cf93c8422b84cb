"""Answers that were given about a table, and what has to be said once settings were changed.

A reader who looks at an answer and changes a setting can go on until it pleases. Therefore every
answer after the first one states this everywhere: in the page, the report, figures and code.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jointstats.base import wording
from jointstats.interfaces.app.complaints import LABELS, VALUES, label

_WAYS = {"max": "higher is better", "min": "lower is better", None: "not used"}
_LEVEL = 0.05
MOST = 40  # answers that are kept in full


@dataclass(frozen=True)
class Given:
    """An answer that was given.

    Attributes
    ----------
    asked : dict
        Roles and settings.
    verdict : str
    """

    asked: Mapping[str, Any]
    verdict: str

    def plain(self) -> dict[str, Any]:
        """For the page, which may bring it back later."""
        return {"asked": dict(self.asked), "verdict": self.verdict}


def restored(saved: Any) -> list[Given]:
    """Answers that the page brings back; anything else is ignored."""
    if not isinstance(saved, list):
        return []
    return [
        Given(drawn["asked"], str(drawn.get("verdict", ""))[:2000])
        for drawn in saved[:MOST]
        if isinstance(drawn, dict) and isinstance(drawn.get("asked"), dict)
    ]


def place_of(asked: Mapping[str, Any], given: Sequence[Given]) -> int | None:
    """The number of the answer to the same question, from 1; None if it is a new one."""
    wanted = _key(asked)
    return next((i for i, answer in enumerate(given, 1) if _key(answer.asked) == wanted), None)


def note(
    number: int, given: Sequence[Given], asked: Mapping[str, Any], tried: Mapping[str, int]
) -> str:
    """The remark on an answer after the first one.

    Parameters
    ----------
    number : int
        Of the answer, from 1.
    given : sequence of Given
    asked : dict
        What is answered now.
    tried : dict
        How many values of each setting were tried to see where a verdict holds.
    """
    if number <= 1 or not given:
        return ""
    first = given[0]
    verdict = f": “{first.verdict}”, with" if first.verdict else " was given with"
    values = [f"{name}, {wording.plural(n, 'value')}" for name, n in tried.items()]
    return (
        "Settings were changed after an answer had been seen: this is answer "
        f"{number}. First answer{verdict} {_settings(first.asked)}. "
        f"Changed since: {'; '.join(changes(first.asked, asked)) or 'nothing that is kept'}."
    ) + (f" Other values had been tried: {'; '.join(values)}." if values else "")


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs between two questions, a phrase for each difference."""
    first, second = dict(_flat(before)), dict(_flat(after))
    names = dict.fromkeys([*first, *second])
    return [
        f"{name} from {_word(name, first.get(name))} to {_word(name, second.get(name))}"
        for name in names
        if first.get(name) != second.get(name)
    ]


def _settings(asked: Mapping[str, Any]) -> str:
    settings = dict(_flat(asked))
    ropes = [f"{name} {width:g}" for name, width in settings.items() if name.startswith(_ROPE)]
    rest = wording.listing([f"{label('alpha')} {settings[label('alpha')]:g}", *ropes])
    return rest if ropes else f"{rest}, and no rope"


_ROPE = "differences that do not matter on "


def _flat(asked: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every setting by the name that a reader knows it by; those not given have their usual value.

    Only what can be read is passed on: answers may come back from a link that somebody wrote.
    """
    roles, settings = (asked.get(part) for part in ("roles", "settings"))
    known = {**(roles if isinstance(roles, dict) else {})}
    known |= settings if isinstance(settings, dict) else {}
    level = known.get("alpha")
    yield label("alpha"), float(level) if isinstance(level, int | float) else _LEVEL
    for name in LABELS:
        value = known.get(name)
        if name in ("alpha", "measures", "rope") or value in (None, "", [], {}):
            continue
        if isinstance(value, str):
            words = VALUES.get((name, value))
            yield label(name), value if words is None else f"“{words}”"
        else:
            yield label(name), value if isinstance(value, int | float) else json.dumps(value)
    for part, begin in (("measures", "measure "), ("rope", _ROPE)):
        nested = known.get(part)
        for key, value in nested.items() if isinstance(nested, dict) else ():
            if part == "measures":
                yield f"{begin}{key}", str(value)
            elif isinstance(value, int | float):
                yield f"{begin}{key}", float(value)


def _key(asked: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted(_flat(asked), key=lambda pair: pair[0])


def _word(name: str, value: Any) -> str:
    if name.startswith("measure "):
        return f"“{_WAYS.get(value, str(value))}”"
    if value is None:
        return "none"
    return f"{value:g}" if isinstance(value, float) else str(value)
