"""What hostile inputs are made of. Every input is plain data that JSON can write: so it is kept."""

import json
import math

from hypothesis import strategies as st

HOSTILE_NAMES = (
    "", " ", "\x00", "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x9b2J", "\ud800", "a\udc80b", "\x7f\x08\x08",
    "<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "<x-evil>", "&lt;", "&",
    "| a | b |", "**b** [x](javascript:alert(1))", "`x`", "\\input{x}", "$\\write18{x}$",
    "a&b_c%d#e~f^g", "\u202egnp", "nan", "NA", "None", "1e5", "007", "x" * 300, "a\nb", "a\r\tb",
    '"', "'", "{measure}", "{dataset}", "%s", "é", "\u0301", "=1+1", "A", "a", "A ", "--max", "\U0001f600",
)  # fmt: skip
PLAIN_NAMES = ("A", "B", "C", "iris", "wine", "acc", "time", "data", "method", "run")
EXTREME = (
    0.0, -0.0, 1.0, 0.5, 1e-300, 5e-324, 1e-160, 1e154, 1.4e154, 1e155, 1e300, 1.7e308, -1.7e308,
    math.nan, math.inf, -math.inf, 2.0**53, 1e16, 10**400, -1,
)  # fmt: skip
ODD_CELLS = (
    None,
    True,
    "x",
    "",
    "0.5",
    "1,5",
    "1e999",
    "nan",
    " 7 ",
    "-",
    "1_000",
    "٣",
    [1],
    {"a": 1},
)


def mostly(usual, odd):
    """The usual in three cases of four."""
    # Of equal strategies, `one_of` would keep one.
    return st.sampled_from([usual, usual, usual, odd]).flatmap(lambda chosen: chosen)


plain_names = st.sampled_from(PLAIN_NAMES)
names = st.one_of(plain_names, st.sampled_from(HOSTILE_NAMES), st.text(max_size=4))
plain_numbers = st.one_of(st.integers(-3, 3), st.floats(-5, 5).map(lambda x: round(x, 2)))
numbers = st.one_of(plain_numbers, st.sampled_from(EXTREME), st.floats())
cells = mostly(plain_numbers, st.one_of(numbers, st.sampled_from(ODD_CELLS)))
ways = st.sampled_from(["max", "min", "max", "min", "maximize", "up", 1, None])

scalars = st.one_of(st.none(), st.booleans(), numbers, names)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)


def options_of(**kinds):
    """A mapping with some of these keywords."""
    return st.fixed_dictionaries({}, optional=kinds)


# --- Bytes ----------------------------------------------------------------------------------------

TOKENS = (
    "\x00", "\ufeff", "\x1b[2J", ",", ";", "\t", "\n", "\r\n", '"', "'", "{", "}", "[", "]", "null", "NaN",
    "1e999", "-", "0", "é", "\\", "<b>", "Infinity", ",,", '""', "true", "[[[[", '{"a":',
)  # fmt: skip

_edit = st.tuples(
    st.sampled_from(["cut", "repeat", "put", "set", "end"]),
    st.floats(0, 1),
    st.integers(0, 40),
    st.one_of(st.sampled_from(TOKENS).map(lambda text: text.encode()), st.binary(max_size=3)),
)


def edited(content, edits):
    """The bytes after some damage."""
    for what, where, size, put in edits:
        at = int(where * len(content))
        if what == "cut":
            content = content[:at] + content[at + size :]
        elif what == "repeat":
            content = content[: at + size] + content[at:]
        elif what == "put":
            content = content[:at] + put + content[at:]
        elif what == "set":
            content = content[:at] + put + content[at + len(put) :]
        else:
            content = content[:at]
    return content


def damaged(seeds):
    """One of some contents, edited a few times; as text of one letter for each byte."""
    return st.builds(edited, st.sampled_from(seeds), st.lists(_edit, max_size=4)).map(as_text)


def as_text(content):
    """Bytes as text that JSON can write."""
    return content.decode("latin-1")


def as_bytes(text):
    """The bytes of :func:`as_text`."""
    return text.encode("latin-1")


# --- Trees of JSON --------------------------------------------------------------------------------


def _places(tree, path=()):
    yield path
    pairs = (
        tree.items()
        if isinstance(tree, dict)
        else enumerate(tree)
        if isinstance(tree, list)
        else ()
    )
    for key, inner in pairs:
        yield from _places(inner, (*path, key))


def _changed(tree, path, act, value):
    if not path:
        return value
    copy = dict(tree) if isinstance(tree, dict) else list(tree)
    if len(path) > 1:
        copy[path[0]] = _changed(tree[path[0]], path[1:], act, value)
    elif act == "drop":
        del copy[path[0]]
    else:
        copy[path[0]] = value
    return copy


@st.composite
def bent(draw, trees, most=3):
    """One of some trees of JSON, with some nodes replaced or left out."""
    tree = json.loads(json.dumps(draw(st.sampled_from(trees))))
    for _ in range(draw(st.integers(0, most))):
        places = list(_places(tree))
        path = places[draw(st.integers(0, len(places) - 1))]
        act = draw(st.sampled_from(["drop", "set", "set"]))
        tree = _changed(tree, path, act, draw(anything))
    return tree
