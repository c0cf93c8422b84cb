"""Many inputs of a few: parts of each swapped for parts that others have in the same place.

A strategy takes longer to make an input than most of the package takes to refuse it; a variant
takes a hundredth of that. What was made by a strategy is learned, and varied.
"""

import json
from random import Random
from typing import Any

from fuzz import ingredients as of

CONTENT = ("bytes", "file", "text", "request", "path")  # any text may stand there
FREE = ("tree", "object", "asks")  # any tree of JSON may stand there
MOST = 60  # parts that are kept of one place
TOKENS = [token.encode() for token in of.TOKENS]
ATOMS = (
    *of.HOSTILE_NAMES,
    *of.PLAIN_NAMES,
    *of.EXTREME,
    *of.ODD_CELLS,
    [],
    {},
    [[]],
    False,
    0,
    2**63,
    -(2**70),
)


class Variants:
    """Inputs of one target, and what becomes of them.

    Attributes
    ----------
    luck : Random
    kept : list
        Inputs to be varied.
    parts : dict
        What was seen in each place.
    """

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self.kept: list[Any] = []
        self.parts: dict[tuple, list] = {}

    def learn(self, given: Any) -> None:
        """Take an input, and what stands where in it."""
        self._keep(self.kept, given)
        for place, part, _ in _places(given):
            self._keep(self.parts.setdefault((_whose(given), place), []), part)

    def _keep(self, kept: list, one: Any) -> None:
        if len(kept) < MOST:
            kept.append(one)
        else:
            kept[self.luck.randrange(MOST)] = one

    def one(self) -> Any:
        """A variant of an input that was learned."""
        return self.of(_copy(self.luck.choice(self.kept)))

    def of(self, made: Any) -> Any:
        """What becomes of an input, which is changed."""
        for _ in range(self.luck.choice((1, 1, 2, 3))):
            made = self._changed(made)
        return made

    def _changed(self, given: Any) -> Any:
        luck = self.luck
        place, part, way = luck.choice([x for x in _places(given) if x[2] and x[0] != ("asks",)])
        field = next((key for key in place if key in CONTENT + FREE), None)
        if field in CONTENT and isinstance(part, str) and luck.random() < 0.8:
            new = self._content(part)
        elif field in FREE and luck.random() < 0.6:
            new = self._bent(part)
        else:
            new = _copy(luck.choice(self.parts.get((_whose(given), place), [part])))
        return _put(given, way, new)

    def _content(self, text: str) -> str:
        luck = self.luck
        if text[:1] in ("{", "[") and len(text) < 20_000 and luck.random() < 0.6:
            try:
                tree = json.loads(text)
                way = luck.choice([way for _, _, way in _places(tree)])
                return json.dumps(_put(tree, way, self._bent(_at(tree, way))))
            except (ValueError, RecursionError):
                pass
        edits = [
            (
                luck.choice(("cut", "repeat", "put", "set", "put", "set", "end")),
                luck.random(),
                luck.randrange(40),
                luck.choice(TOKENS)
                if luck.random() < 0.5
                else luck.randbytes(luck.randrange(1, 4)),
            )
            for _ in range(luck.randrange(1, 4))
        ]
        try:
            return of.as_text(of.edited(of.as_bytes(text), edits))
        except UnicodeEncodeError:
            return text

    def _bent(self, part: Any) -> Any:
        luck = self.luck
        if isinstance(part, list) and part and luck.random() < 0.6:
            part = list(part)
            at = luck.randrange(len(part))
            luck.choice(
                (part.pop, lambda at: part.insert(at, part[0]), lambda at: luck.shuffle(part))
            )(at)
            return part
        if isinstance(part, dict) and part and luck.random() < 0.6:
            part = dict(part)
            key = luck.choice(list(part))
            value = part.pop(key)
            if luck.random() < 0.5:
                part[luck.choice(of.HOSTILE_NAMES)] = value
            return part
        return _copy(luck.choice(ATOMS))


def _whose(given: Any) -> Any:
    return given.get("test") if isinstance(given, dict) else None


def _copy(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _copy(value) for key, value in tree.items()}
    return [_copy(one) for one in tree] if isinstance(tree, list | tuple) else tree


def _places(tree: Any, place: tuple = (), way: tuple = ()) -> list:
    """Each part, with its place (of which all items of a list have one) and the way to it."""
    found = [(place, tree, way)]
    if isinstance(tree, dict):
        for key, part in tree.items():
            found += _places(part, (*place, key), (*way, key))
    elif isinstance(tree, list) and len(way) < 40:
        several = len({type(part) for part in tree}) > 1  # such as a name with its number
        for i, part in enumerate(tree):
            found += _places(part, (*place, i if several else "each"), (*way, i))
    return found


def _at(tree: Any, way: tuple) -> Any:
    for key in way:
        tree = tree[key]
    return tree


def _put(tree: Any, way: tuple, new: Any) -> Any:
    if not way:
        return new
    _at(tree, way[:-1])[way[-1]] = new
    return tree
