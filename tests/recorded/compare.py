"""Compare today's answers with the recorded ones: ``python tests/recorded/compare.py``.

Numbers and names must be equal to the last bit, but for what `keys.py` says. That can be asked only
of the processor, linear algebra and libraries that recorded them. Before and after a change, on any
machine: ``python tests/recorded/record.py FILE``, then ``compare.py --before FILE``, which knows of
no change. ``--tolerance 1e-9`` is for a record of another machine, as in the tests. ``--calls
PATTERN`` repeats only some calls, ``--no-words`` leaves sentences out. Ends with 1 if anything
differs that is not listed.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path as File
from typing import Any

import keys
import record
from cases import Case, cases
from keys import Change

Path = tuple[str, ...]
ABSENT = "(absent)"

# What stands for the end of a column in which nothing is known, however long.
_UNKNOWN = frozenset(record.digest([None] * rows) for rows in range(1, 1001))


@dataclass(frozen=True)
class Difference:
    """One value that is not what was recorded; `known` is the cause that `keys.py` gives."""

    call: str
    test: str
    path: Path
    old: Any
    new: Any
    words: bool = False
    known: str | None = None

    def __str__(self) -> str:
        return f"{self.call}\n  {'.'.join(self.path)}: {_short(self.old)} -> {_short(self.new)}"

    @property
    def kind(self) -> str:
        """Test and path, with * for positions."""
        steps = ["*" if step.isdigit() else step for step in self.path]
        return f"{self.test}: {'.'.join(steps)}"


@dataclass
class Leaves:
    """A result taken apart: path to value, and which results stand where (the outermost at ())."""

    values: dict[Path, Any] = field(default_factory=dict)
    tests: dict[Path, str] = field(default_factory=dict)

    def owners(self, path: Path) -> Iterator[tuple[Path, str]]:
        """The results around a value, the innermost first: where each stands, its test."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.tests:
                yield path[:end], self.tests[path[:end]]


def leaves(value: Any) -> Leaves:
    """Take a result apart; an empty list or dict is a value."""
    found = Leaves()
    _collect(value, (), found)
    return found


def _collect(value: Any, path: Path, found: Leaves) -> None:
    if isinstance(value, dict) and {"schema", "test"} <= value.keys():
        found.tests[path] = value["test"]
    if isinstance(value, dict) and value:
        for key, item in value.items():
            _collect(item, (*path, key), found)
    elif isinstance(value, list) and value:
        for i, item in enumerate(value):
            _collect(item, (*path, str(i)), found)
    else:
        found.values[path] = value


def matches(pattern: str, path: Path) -> bool:
    """Whether a path is the pattern's, or below it."""
    steps = pattern.split(".")
    return len(steps) <= len(path) and all(
        step in ("*", name) for step, name in zip(steps, path, strict=False)
    )


def renamed(path: Path, patterns: Mapping[str, str]) -> Path:
    """The new path; the longest pattern that fits counts."""
    fitting = [pattern for pattern in patterns if matches(pattern, path)]
    if not fitting:
        return path
    old = max(fitting, key=lambda pattern: (pattern.count("."), -pattern.count("*")))
    steps = old.split(".")
    stars = iter([name for step, name in zip(steps, path, strict=False) if step == "*"])
    new = [next(stars) if step == "*" else step for step in patterns[old].split(".")]
    return (*new, *path[len(steps) :])


def _lookup(table: Mapping[str, Mapping[str, Any]], test: str) -> dict[str, Any]:
    """What a table of `keys.py` says of a test: of every test, and of this one."""
    return {**table.get("*", {}), **table.get(test, {})}


def _translated(values: Mapping[Path, Any], old: Leaves) -> dict[Path, Any]:
    """Old values under today's keys."""
    found = {}
    for path, value in values.items():
        now, was = path, value
        for place, test in old.owners(path):
            depth = len(place)
            now = (*now[:depth], *renamed(now[depth:], _lookup(keys.RENAMED, test)))
            for pattern, names in _lookup(keys.VALUES, test).items():
                if matches(pattern, now[depth:]) and isinstance(was, Hashable) and was in names:
                    was = names[was]
        found[now] = was
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
    rest = [_ROUNDED.sub("#", _laid_out(text)) for text in (old, new)]
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
    """What differs between the recorded and today's answer to a call, listed or not."""
    if "error" in before or "error" in now:
        errors = [one.get("error", "a result") for one in (before, now)]
        if errors[0] == errors[1]:
            return []
        found = Difference(case.name, case.function, ("error",), *errors)
        return [_with_cause(found, [((), case.function)])]
    old, new = leaves(before["numbers"]), leaves(now["numbers"])
    unequal = _unequal(case, old.values, new.values, old, new, tolerance)
    if tolerance:  # of what has a last bit, a digest depends on it
        unequal = [one for one in unequal if getattr(one.new, "discrete", True)]
    texts = [{tuple(path.split(".")): text for path, text in one["words"].items()}
             for one in (before, now)]  # fmt: skip
    return [*unequal, *_unequal(case, *texts, old, new, tolerance, words=True)]


def _digest(found: Difference) -> bool:
    """Whether the value stands for the end of a long list."""
    values = (found.old, found.new)
    return all(isinstance(x, str) and len(x) == 16 and set(x) <= set("0123456789abcdef")
               for x in values)  # fmt: skip


def _unequal(
    case: Case,
    before: Mapping[Path, Any],
    now: Mapping[Path, Any],
    old: Leaves,
    new: Leaves,
    tolerance: float,
    words: bool = False,
) -> list[Difference]:
    expected = _translated(before, old)
    found = []
    for path in sorted(expected.keys() | now.keys()):
        a, b = expected.get(path, ABSENT), now.get(path, ABSENT)
        owners = list(new.owners(path)) or list(old.owners(path))
        if same(a, b, tolerance) or _allowed(path, a, b, owners):
            continue
        test = owners[-1][1] if owners else case.function
        found.append(_with_cause(Difference(case.name, test, path, a, b, words), owners))
    return found


def _allowed(path: Path, old: Any, new: Any, owners: Iterable[tuple[Path, str]]) -> bool:
    """Whether `keys.py` allows a key to be new, gone, or absent for None."""
    tables: list[Mapping[str, Mapping[str, str]]] = []
    tables += [keys.ADDED] if old is ABSENT else []
    tables += [keys.REMOVED] if new is ABSENT else []
    nothing = all(
        value is None or value is ABSENT or (isinstance(value, str) and value in _UNKNOWN)
        for value in (old, new)
    )
    tables += [keys.OPTIONAL] if nothing else []
    return any(
        matches(pattern, path[len(place) :])
        for place, test in owners
        for table in tables
        for pattern in _lookup(table, test)
    )


def _with_cause(found: Difference, owners: Iterable[tuple[Path, str]]) -> Difference:
    change = next(
        (
            change
            for change in (keys.WORDS if found.words else keys.CHANGES)
            for place, test in owners
            if _says(change, test, found.path[len(place) :], found.call)
            and _near(found, change.within)
        ),
        None,
    )
    cause = reworded(found.old, found.new) if found.words else None
    if change is not None:
        cause = change.cause
    return found if cause is None else Difference(**{**vars(found), "known": cause})


def _near(found: Difference, most: float) -> bool:
    """Whether numbers are as near as a change leaves them; a digest cannot tell."""
    if math.isinf(most) or _digest(found):
        return True
    pair = (found.old, found.new)
    if not all(isinstance(x, int | float) for x in pair):
        return False
    return math.isclose(*pair, rel_tol=most, abs_tol=most)


def reworded(old: Any, new: Any) -> str | None:
    """Why the old words are the new ones: the causes of the rewordings that lead there."""
    if not (isinstance(old, str) and isinstance(new, str)):
        return None
    reached: dict[str, tuple[str, ...]] = {_laid_out(old): ()}
    for one in keys.REWORDINGS:
        for text, causes in list(reached.items()):
            reached.setdefault(re.sub(one.old, one.new, text), (*causes, one.cause))
    for text, causes in reached.items():
        if text == _laid_out(new):
            return " ".join(causes) or keys.LAYOUT
    return None


def _laid_out(text: str) -> str:
    """Words without their layout: where lines break, and how wide columns are."""
    return re.sub(r"-{2,}", "--", " ".join(text.split()))


def _says(change: Change, test: str, path: Path, call: str) -> bool:
    return (
        change.test in ("*", test)
        and matches(change.path, path)
        and fnmatchcase(call, change.calls)
    )


def compare(
    recorded: Mapping[str, Any], wanted: Iterable[Case], tolerance: float = 0.0
) -> list[Difference]:
    """Repeat the calls and say what differs; a call without a record does, too."""
    found = []
    for case in wanted:
        before = recorded["answers"].get(case.name)
        if before is None:
            found.append(Difference(case.name, case.function, ("call",), ABSENT, "a call"))
        else:
            found += differences(case, before, record.answer(case), tolerance)
    return found


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
    parser.add_argument("--before", type=File, help="a record of before the change")
    chosen = parser.parse_args()
    if chosen.before:
        keys.forget()
    recorded = record.read(chosen.before or record.FILE)
    if recorded["environment"] != record.environment():
        print(f"Recorded with {recorded['environment']}; here {record.environment()}.")
    if recorded["inputs"] != record.inputs_digest():
        sys.exit("The inputs are not the recorded ones: the tables or NumPy's random streams.")
    wanted = [case for case in cases() if fnmatchcase(case.name, chosen.calls)]
    found = compare(recorded, wanted, chosen.tolerance)
    if chosen.no_words:
        found = [one for one in found if not one.words]
    known = Counter(one.known for one in found if one.known)
    new = [one for one in found if not one.known]
    for cause, times in known.most_common():
        print(f"{times:6d} known: {cause}")
    if chosen.calls == "*":
        for change in [*keys.CHANGES, *keys.WORDS, *keys.REWORDINGS]:
            if not any(change.cause in cause for cause in known):
                print(f"     0 known: {change.cause} (no longer needed?)")
        gone = recorded["answers"].keys() - {case.name for case in wanted}
        if gone:
            sys.exit(f"{len(gone)} recorded calls are no longer made, such as {min(gone)}")
    for words, title in ((False, "Numbers and names"), (True, "Words")):
        part = [one for one in new if one.words is words]
        print(f"{title}: {len(part)} unlisted differences in {len(wanted)} calls")
        if part:
            print(grouped(part))
    sys.exit(bool(new))


if __name__ == "__main__":
    main()
