"""Compare today's answers with recorded ones, call by call: ``python tests/recorded/compare.py``.

Numbers and names must be equal to the last bit. That can be asked only of the processor, linear
algebra and libraries that recorded them. Before and after a change, on any machine:
``python tests/recorded/record.py FILE``, then ``compare.py --before FILE``. ``--tolerance 1e-9`` is
for a record of another machine, as in the tests. ``--calls PATTERN`` repeats only some calls,
``--no-words`` leaves sentences out. Ends with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path as File
from typing import Any

import record
from cases import Case, cases

Path = tuple[str, ...]
ABSENT = "(absent)"


@dataclass(frozen=True)
class Difference:
    """One value that is not what was recorded."""

    call: str
    test: str
    path: Path
    old: Any
    new: Any
    words: bool = False

    def __str__(self) -> str:
        return f"{self.call}\n  {'.'.join(self.path)}: {_short(self.old)} -> {_short(self.new)}"

    @property
    def kind(self) -> str:
        """Test and path, with * for positions."""
        steps = ["*" if step.isdigit() else step for step in self.path]
        return f"{self.test}: {'.'.join(steps)}"


def leaves(value: Any, path: Path = ()) -> dict[Path, Any]:
    """Take a result apart: path to value; an empty list or dict is a value."""
    if not (isinstance(value, dict | list) and value):
        return {path: value}
    items = value.items() if isinstance(value, dict) else enumerate(value)
    found: dict[Path, Any] = {}
    for key, item in items:
        found |= leaves(item, (*path, str(key)))
    return found


def same(old: Any, new: Any, tolerance: float = 0.0) -> bool:
    """Equal to the last bit; None and NaN are alike.

    With a tolerance (relative; the absolute one is a thousandth of it) numbers that are not whole
    may be as far apart, and texts may round them otherwise.
    """
    old, new = (None if isinstance(x, float) and math.isnan(x) else x for x in (old, new))
    numbers = all(isinstance(x, int | float) and not isinstance(x, bool) for x in (old, new))
    if isinstance(old, str) and isinstance(new, str):
        return old == new or (tolerance > 0 and _same_text(old, new))
    if not numbers:
        return type(old) is type(new) and old == new
    if tolerance and not (isinstance(old, int) and isinstance(new, int)):
        return math.isclose(old, new, rel_tol=tolerance, abs_tol=tolerance / 1000)
    return old == new and math.copysign(1, old) == math.copysign(1, new)


# A number that a text has rounded: decimals, a power of ten or percent.
_ROUNDED = re.compile(r"(\d*)\.(\d+)(?:e([-+]?\d+))?|(\d+)e([-+]?\d+)|(\d+)(?=\s?%)")


def _same_text(old: str, new: str) -> bool:
    """Whether texts differ only in the last digit of rounded numbers, by one."""
    rest = [
        _ROUNDED.sub("#", re.sub(r"-{2,}", "--", " ".join(text.split()))) for text in (old, new)
    ]
    numbers = [[found[0] for found in _ROUNDED.finditer(text)] for text in (old, new)]
    return rest[0] == rest[1] and all(
        abs(float(a) - float(b)) <= 1.01 * max(_unit(a), _unit(b))
        for a, b in zip(*numbers, strict=True)
    )


def _unit(number: str) -> float:
    """What the last digit of a number stands for."""
    digits, _, power = number.partition("e")
    return 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))


def differences(
    case: Case, before: Mapping[str, Any], now: Mapping[str, Any], tolerance: float = 0.0
) -> list[Difference]:
    """What differs between the recorded and today's answer to a call."""
    if "error" in before or "error" in now:
        numbers = [{("error",): one.get("error", "a result")} for one in (before, now)]
        return _unequal(case, *numbers, tolerance)
    numbers = [leaves(one["numbers"]) for one in (before, now)]
    unequal = _unequal(case, *numbers, tolerance)
    if tolerance:  # of what has a last bit, a digest depends on it
        unequal = [one for one in unequal if getattr(one.new, "discrete", True)]
    words = [{tuple(path.split(".")): text for path, text in one["words"].items()}
             for one in (before, now)]  # fmt: skip
    return [*unequal, *_unequal(case, *words, tolerance, words=True)]


def _unequal(
    case: Case,
    before: Mapping[Path, Any],
    now: Mapping[Path, Any],
    tolerance: float,
    words: bool = False,
) -> list[Difference]:
    """The paths at which two answers differ, or that only one of them has."""
    test = case.function.removesuffix("_test")
    pairs = {p: (before.get(p, ABSENT), now.get(p, ABSENT)) for p in before.keys() | now.keys()}
    return [
        Difference(case.name, test, path, old, new, words)
        for path, (old, new) in sorted(pairs.items())
        if not same(old, new, tolerance)
    ]


def compare(
    recorded: Mapping[str, Any], wanted: Iterable[Case], tolerance: float = 0.0
) -> list[Difference]:
    """Repeat recorded calls and return what differs."""
    answers = recorded["answers"]
    return [
        one
        for case in wanted
        for one in differences(case, answers[case.name], record.answer(case), tolerance)
    ]


def readable(found: list[Difference], most: int = 20) -> str:
    """The first differences, one below the other."""
    lines = [str(one) for one in found[:most]]
    more = [f"... and {len(found) - most} more"] if len(found) > most else []
    return "\n".join([f"{len(found)} differences", *lines, *more])


def grouped(found: list[Difference]) -> str:
    """Differences by test and path: how many, in how many calls, and the first of them."""
    groups: dict[str, list[Difference]] = defaultdict(list)
    for one in found:
        groups[one.kind].append(one)
    lines = []
    for kind, ones in sorted(groups.items(), key=lambda item: -len(item[1])):
        calls = len({one.call for one in ones})
        lines.append(f"{len(ones):6d} in {calls} calls  {kind}")
        lines.append(f"        {ones[0].call}: {_short(ones[0].old)} -> {_short(ones[0].new)}")
    return "\n".join(lines)


def _short(value: Any) -> str:
    text = value if value is ABSENT else repr(value)
    return text if len(text) <= 200 else f"{text[:150]} ... {text[-40:]}"


def main() -> None:
    record.on_one_thread()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", default="*", help="only calls of this pattern (of the shell)")
    parser.add_argument("--tolerance", type=float, default=0.0)
    parser.add_argument("--no-words", action="store_true")
    parser.add_argument("--before", type=File, default=record.FILE, help="another record")
    chosen = parser.parse_args()
    recorded = record.read(chosen.before)
    if recorded["environment"] != record.environment():
        print(f"Recorded with {recorded['environment']}; here {record.environment()}.")
    if recorded["inputs"] != record.inputs_digest():
        sys.exit("The inputs are not the recorded ones: the tables or NumPy's random streams.")
    wanted = {case.name: case for case in cases() if fnmatchcase(case.name, chosen.calls)}
    names = {name for name in recorded["answers"] if fnmatchcase(name, chosen.calls)}
    both = [case for name, case in wanted.items() if name in names]
    print(f"{len(both)} calls compared; {len(wanted.keys() - names)} calls are not recorded, "
          f"{len(names - wanted.keys())} recorded calls are not made.")  # fmt: skip
    found = compare(recorded, both, chosen.tolerance)
    if chosen.no_words:
        found = [one for one in found if not one.words]
    for words, title in ((False, "Numbers and names"), (True, "Words")):
        part = [one for one in found if one.words is words]
        print(f"{title}: {len(part)} differences")
        if part:
            print(grouped(part))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
