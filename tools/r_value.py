"""What a result holds, for R's help: every element with its type and meaning, as a macro of Rd.

Types follow from the fields of the core's result classes, meanings from their docstrings and from
the declared columns of their rows.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np
from r_markdown import markdown

from jointstats.base.declare import Declaration
from jointstats.base.lazy_rows import LazyRows
from jointstats.base.result import Result
from jointstats.base.rows import Column, Kind, Row, key_of
from jointstats.base.wording import Order
from jointstats.claims.compared_pair import ComparedPair
from jointstats.claims.leaderboard_result import LeaderboardRow
from jointstats.interfaces.help import Parameter, entries, help_of
from jointstats.joint.result import JointResult
from jointstats.means.cases import NormalResult
from jointstats.table.results_table import ResultsTable

INLINE = 5  # columns of a data frame that are named in its line; more have a list
# The shared bases of results, in the order of the help, and what stands above their elements.
BASES = {
    JointResult: "Elements of every joint test:",
    NormalResult: "Elements of every test of means:",
    Result: "Elements of every result:",
}
ALWAYS = (
    r"\item{`schema`, `test`, `version`}{(number, strings) Version of the format, name of the test "
    "and version of the package.}",
    r"\item{`figures`}{(list) The figures by name: see [jointstats_figures].}",
    r"\item{`text`, `table`, `report_text`}{What [print()], [summary()] and [to_latex()] show.}",
)
# Rows that several results have are described once.
HOME: dict[type, str] = {ComparedPair: "compare_algorithms", LeaderboardRow: "leaderboard"}
# What R's own tests ("htest") have: R/result-htest.R.
HTEST = (
    r"\item{`statistic`, `parameter`}{(named numbers) The statistic and its parameters.}",
    r"\item{`p.value`}{(number) The p-value that decides, `p_value`.}",
    r"\item{`method`, `data.name`}{(strings) The test and its data, as [print()] shows them.}",
)
COMPUTED = r'\item{`computation`}{(string) `"exact"` or `"monte_carlo"`.}'
CLAIM = (
    r"\item{`votes`}{(number) Votes for the claim and against it.}",
    r"\item{`estimate`, `null.value`}{(named numbers) Share of votes for it, and the threshold.}",
    r"\item{`conf.int`}{(numeric vector) Confidence interval of the share.}",
)
HTESTS = ("glrt", "hotelling", "manova", "claim")
ASKED = r"\item{`asked`}{(list) The arguments of the call, with the data, for [update()].}"
BY_MEASURE = (
    r"\item{`by_measure`}{(data frame) A row for each row and measure: see [jointstats_methods].}"
)
MATRIX = r"\item{`matrix`}{(data frame) The pairs as a matrix, if algorithms are few.}"
# What differs from Python.
SPECIAL = {
    "measures": ("named character vector", 'Direction of each measure, ``"max"`` or ``"min"``.'),
    "warnings": ("character vector", "What to know before trusting the numbers."),
    "tied_best": ("data frame", "The orders that lead equally, if so: a column for each measure."),
}
# The head of a description that begins with "Of".
_HEADS = {"level": "Coverage of", "seed": "Seed of", "draws": "Number of"}
_PLAIN = {str: "string", bool: "`TRUE` or `FALSE`", int: "number", float: "number"}
_MANY = {"string": "character vector", "number": "numeric vector"}
_OF = {"string": "strings", "number": "numbers", "`TRUE` or `FALSE`": "logical values"}
# What a column for each ... is named by, where that is no measure.
_SPREAD = {"mean_ranks": "algorithm", "properties": "property"}


def macros(declared: Iterable[Declaration]) -> str:
    """The text of man/macros/results.Rd: a macro for the elements of each test's result.

    R reads the definition of a macro from one line.
    """
    head = "% Elements of results, for `\\value`. Written by `make r-wrappers`.\n"
    return head + "".join(
        f"\\newcommand{{{macro(one)}}}{{{_rd(value(one))}}}\n" for one in declared
    )


def macro(one: Declaration) -> str:
    r"""Its name, such as ``\resultOfBayesTest``."""
    return "\\resultOf" + "".join(word.capitalize() for word in one.name.split("_"))


def value(one: Declaration) -> str:
    """The elements of a test's result, in roxygen's Markdown."""
    given = get_type_hints(one.function)["return"]
    kinds = [kind for kind in get_args(given) or (given,) if kind is not type(None)]
    return "\n".join(paragraph for kind in kinds for paragraph in _result(one, kind))


_RD = re.compile(r"`(?P<code>[^`]+)`|\[(?P<function>\w+)\(\)\]|\[(?P<topic>\w+)\]")


def _rd(text: str) -> str:
    """Markdown as Rd, in one line."""

    def marked(found: re.Match[str]) -> str:
        if found["code"]:
            return f"\\code{{{found['code']}}}"
        if found["topic"]:
            return f"\\link{{{found['topic']}}}"
        return f"\\code{{\\link[={found['function']}]{{{found['function']}()}}}}"

    if "%" in text:
        raise ValueError(f"a macro cannot have the letter %: {text}")
    return _RD.sub(marked, " ".join(markdown(text).split()))


def _result(one: Declaration, kind: type[Result]) -> Iterator[str]:
    of_r = kind.test in HTESTS
    classes = [f"`jointstats_{kind.test}`", "`jointstats_test`", *(["`htest`"] if of_r else [])]
    yield (
        f"A list of classes {', '.join(classes[:-1])} and {classes[-1]}; see "
        "[jointstats_methods]. Elements that are not known are `NULL`, and those without rows are "
        "empty lists."
    )
    texts = _Texts(one, kind)
    groups: dict[str, list[str]] = {"Elements of this test:": []}
    groups |= {title: [] for base, title in BASES.items() if issubclass(kind, base)}
    tables: dict[str, list[str]] = {}
    if of_r:  # these are R's own, below
        texts.names = [name for name in texts.names if name not in ("statistic", "method")]
    for names in texts.grouped():
        group = groups[texts.title(names[0])]
        group.append(texts.item(names, tables))
    own = groups["Elements of this test:"]
    if of_r:
        own += [*HTEST, *([COMPUTED] if "method" in texts.hints else [])]
    own += CLAIM if kind.test == "claim" else ()
    own += [BY_MEASURE] if kind.test in ("compare", "leaderboard") else []
    own += [ASKED] if kind.test != "watch" else []
    own += [MATRIX] if hasattr(kind, "matrix") else []
    for special in _below(kind):
        more = _Texts(one, special)
        own += [more.item([name], tables) for name in more.names if name not in texts.names]
    groups[BASES[Result]] += ALWAYS
    for title, items in groups.items():
        if items:
            yield title + "\n" + _described(items)
    for title, items in tables.items():
        yield title + "\n" + _described(items)


def _described(items: Sequence[str]) -> str:
    return "\n".join(["\\describe{", *items, "}"])


class _Texts:
    """The fields of a result class that R has, with types and meanings."""

    def __init__(self, one: Declaration, kind: type[Result]) -> None:
        self.one, self.kind = one, kind
        self.hints = get_type_hints(kind)
        self.said: dict[str, tuple[type, str]] = {}
        for base in reversed(kind.__mro__):
            for name, entry in _attributes(base).items():
                text = entry.text or self.said.get(name, (base, ""))[1]
                self.said[name] = (base, text)
        self.names = [
            key_of(one.name) for one in fields(kind) if one.metadata.get("plain", True)
        ]  # fmt: skip

    def title(self, name: str) -> str:
        base = self.said.get(name, (self.kind, ""))[0]
        return BASES.get(base, "Elements of this test:")

    def grouped(self) -> Iterator[list[str]]:
        """Names that share a description are one item."""
        group: list[str] = []
        for name in self.names:
            if group and self.said.get(name) != self.said.get(group[0]):
                yield group
                group = []
            if group and not self.text(group[0]):
                yield group
                group = []
            group.append(name)
        if group:
            yield group

    def text(self, name: str) -> str:
        return self.said.get(name, (self.kind, ""))[1]

    def item(self, names: list[str], tables: dict[str, list[str]]) -> str:
        name = names[0]
        hint = self.hints[name]
        table = _row_of(hint)
        own_rows = name == _field_of_rows(self.kind)
        text = re.sub(r"^(Measure|Algorithm|Test)( name)? to ", _for_each, self.text(name))
        kind, text = SPECIAL.get(name, (name_of_type(hint, own_rows=own_rows), text))
        if text.startswith("Of "):
            head = "p-value of" if name.startswith("p_value") else _HEADS.get(name, "Of")
            text = head + text.removeprefix("Of")
        if name in self.one.options and not text:
            text = f"The argument `{name}`."
        if table is not None and not text:
            text = _about(table)
        if not text:
            raise ValueError(f"{self.kind.__name__}.{name} has no description")
        kinds = dict.fromkeys(name_of_type(self.hints[one], own_rows=own_rows) for one in names)
        kind = kind if len(names) == 1 else ", ".join(_plural(one) for one in kinds)
        more = self._parts(name, hint, own_rows, tables)
        listed = ", ".join(f"`{one}`" for one in names)
        return rf"\item{{{listed}}}{{({kind}) {_sentence(text)}{more}}}"

    def _parts(self, name: str, hint: Any, own_rows: bool, tables: dict[str, list[str]]) -> str:
        """What stands within an element: in its line if that is little, otherwise in a list."""
        rows = list(_rows_of(self.kind, name)) if own_rows else [_row_of(hint)]
        more = ""
        for kind in rows:
            if kind is None:
                continue
            if kind in HOME and HOME[kind] != self.one.name:
                more += f" Columns are those of [{HOME[kind]}()]."
                continue
            frame = own_rows or _is_frame(hint)
            parts = dict(_entries(kind, frame=frame))
            if own_rows and issubclass(self.kind, JointResult):
                parts = {"`statement`": ("character", "the statement in words")} | parts
            if len(parts) <= INLINE:
                said = "; ".join(f"{one} ({text})" for one, (_, text) in parts.items())
                more += f" It has {said}."
                continue
            noun = "Columns of" if frame else "Elements of"
            about = f" ({_first(_about(kind))})" if len(rows) > 1 else ""
            tables[f"{noun} `{name}`{about}:"] = [
                rf"\item{{{one}}}{{({kind}) {_sentence(text)}}}"
                for one, (kind, text) in parts.items()
            ]
        return more


# --- Rows and other parts -------------------------------------------------------------------------


def _entries(kind: type, *, frame: bool) -> Iterator[tuple[str, tuple[str, str]]]:
    """Names, types and meanings of the columns of rows, or of the fields of another object."""
    if issubclass(kind, Row):
        hints = get_type_hints(kind)
        columns = {column.name: column for column in kind.columns()}
        said = _attributes(kind)
        for one in fields(kind):
            name = key_of(one.name)
            if name in columns:
                yield _column(columns[name])
            elif name == "order" and hints["order"] in (Order, Order | None):
                yield "`order`", ("data frame", "who is better, a column for each measure")
            elif not frame and name in said and said[name].text:
                yield f"`{name}`", (name_of_type(hints[one.name]), _first(said[name].text))
        return
    said = {key: one for base in reversed(kind.__mro__) for key, one in _attributes(base).items()}
    for name, entry in said.items():
        yield f"`{name}`", (name_of_type(get_type_hints(kind)[name]), _first(entry.text))


def _column(column: Column) -> tuple[str, tuple[str, str]]:
    meaning = column.meaning
    if column.kind is Kind.PROBABILITY and re.match("(that|of) ", meaning):
        meaning = f"probability {meaning}"
    if column.kind is Kind.P_VALUE and meaning.startswith("of "):
        meaning = f"p-value {meaning}"
    if column.kind is Kind.SHARE and meaning.startswith("of "):
        meaning = f"share {meaning}"
    kind = {True: "character", False: "numeric"}[column.kind.is_text]
    kind = "logical" if column.kind is Kind.FLAG else kind
    name = f"`{column.name}`"
    if column.spread:
        by = _SPREAD.get(column.name, "measure")
        head = column.spread if isinstance(column.spread, str) else column.name
        name, meaning = f"`{head}_`\\emph{{{by}}}", f"for each {by}, {meaning}"
    meaning = re.sub(r"\bunknown (?=if|with|for)", "`NA` ", meaning)
    return name, (kind, meaning + _unit(column.unit))


def _unit(unit: str) -> str:
    of_measure = " (in the unit of the measure)"
    return of_measure if unit == "of the measure" else unit and f", in {unit}"


def _rows_of(kind: type[Result], name: str) -> Iterator[type]:
    """The types of rows that a field may have, in the classes that a call may return."""
    made: list[type[Any]] = [kind, *_below(kind)]
    seen: dict[type, None] = {}
    for one in made:
        seen |= dict.fromkeys(_row_types(get_type_hints(one)[name]))
    yield from (one for one in seen if not any(one in rest.__mro__[1:] for rest in seen))


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def _row_types(hint: Any) -> Iterator[type]:
    """The row classes of a field's type, bases of others left out."""
    if isinstance(hint, type) and issubclass(hint, Row):
        if not any(True for _ in hint.columns()):
            return
        yield hint
    for part in get_args(hint):
        yield from _row_types(part)


def _row_of(hint: Any) -> type | None:
    """The class whose parts an element has: rows, or another object."""
    for part in (hint, *get_args(hint)):
        for one in (part, *get_args(part)):
            plain = isinstance(one, type) and is_dataclass(one)
            if plain and not issubclass(one, Result | ResultsTable):
                return one
    return None


def _is_frame(hint: Any) -> bool:
    """Whether rows become a data frame: whether their columns and orders say all."""
    kind = _row_of(hint)
    origin = get_origin(_known(hint))
    if kind is None or origin is None or not issubclass(kind, Row):
        return False
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return False
    declared = {column.name for column in kind.columns()}
    hints = get_type_hints(kind)
    return not any(
        get_origin(_known(hints[one.name])) is not None
        for one in fields(kind)
        if key_of(one.name) not in declared and one.name != "order"
    )


def _field_of_rows(kind: type[Result]) -> str | None:
    """The field that ``as.data.frame()`` gives."""
    source = inspect.getsource(kind.rows.fget)  # type: ignore[attr-defined]
    found = re.search(r"return self\.(\w+)$", source.strip(), re.M)
    return found[1] if found else None


# --- Types and words ------------------------------------------------------------------------------


def _known(hint: Any) -> Any:
    """The type of what is known: without None."""
    if get_origin(hint) in (Union, types.UnionType):
        parts = [part for part in get_args(hint) if part is not type(None)]
        return Union[tuple(parts)]  # noqa: UP007
    return hint


def name_of_type(hint: Any, *, own_rows: bool = False) -> str:
    """The type of a field in words of R.

    Examples
    --------
    >>> name_of_type(int | None), name_of_type(tuple[str, ...]), name_of_type(dict[str, float])
    ('number or `NULL`', 'character vector', 'list of numbers')
    """
    if own_rows:
        return "data frame"
    if type(None) in get_args(hint):
        return f"{name_of_type(_known(hint))} or `NULL`"
    if _is_frame(hint):
        return "data frame"
    if hint == Order:
        return "list of character vectors"
    if get_origin(hint) in (Union, types.UnionType):
        return " or ".join(name_of_type(part) for part in get_args(hint))
    origin, parts = get_origin(hint) or hint, get_args(hint)
    if origin is Literal:
        return "string"
    if origin in _PLAIN:
        return _PLAIN[origin]
    if not isinstance(origin, type):
        return "list"
    if issubclass(origin, str):
        return "string"
    if issubclass(origin, ResultsTable):
        return "results table"
    if issubclass(origin, Result):
        return "result"
    if issubclass(origin, np.ndarray):
        return "numeric vector"
    if issubclass(origin, Mapping):
        inner = name_of_type(parts[1]) if len(parts) == 2 else "list"
        return "list" if inner == "list" else f"list of {_plural(inner)}"
    if issubclass(origin, LazyRows) or (issubclass(origin, Sequence) and not parts):
        return "character vector" if issubclass(origin, tuple) else "data frame"
    if issubclass(origin, Sequence):
        inner = name_of_type(parts[0])
        if inner == "numeric vector":
            return "matrix"
        return _MANY.get(inner, f"list of {_plural(inner)}")
    return "list"


def _plural(kind: str) -> str:
    if kind in _OF:
        return _OF[kind]
    head, *rest = kind.split(" or ")
    words = head.split(" of ")
    words[0] = _OF.get(words[0], words[0] + "s")
    return " or ".join([" of ".join(words), *rest])


def _attributes(kind: type) -> dict[str, Parameter]:
    """The entries of the section "Attributes", of a class or of the next base that has one."""
    if not kind.__doc__ or not is_dataclass(kind):
        return {}
    section = help_of(kind).sections.get("Attributes", "").split("\n\nOthers as in")[0]
    return entries(section)


def _for_each(found: re.Match[str]) -> str:
    return f"For each {found[1].lower()}, "


def _about(kind: type) -> str:
    """What a row is of, from the first line of its class."""
    first = inspect.cleandoc(kind.__doc__ or "").split("\n")[0].rstrip(".")
    found = re.match(r"A row of :class:`[^`]*`: (.*)", first)
    return (found[1] if found else first.split(": a row of")[0]) + "."


def _first(text: str) -> str:
    text = text.rstrip(".")
    return text[:1].lower() + text[1:] if re.match("[A-Z][a-z]", text) else text


def _sentence(text: str) -> str:
    text = text.strip()
    head = text[:1].upper() + text[1:] if re.match("[a-z][a-z]", text) else text
    return head if head.endswith((".", "!", "?")) else head + "."
