"""Write R/tests.R: an R function with its help for every declared function of the core.

What results hold goes to man/macros/results.Rd.

Run by ``make r-wrappers``; a test says when the file is stale. The example of the help is a call
with a packaged table; where that does not suit, it is a file of inst/examples.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import r_value
from r_markdown import markdown

from jointstats.base.declare import FAMILIES, Declaration, catalogue
from jointstats.base.kinds import RandomSeed, Workers
from jointstats.interfaces.help import Help, Parameter, help_of

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "R" / "tests.R"
MACROS = ROOT / "man" / "macros" / "results.Rd"
WIDTH = 100
HEAD = """\
# Every test of the core as an R function. Written by `make r-wrappers` from the signatures and the
# help of the core's functions: change those, not this file.
"""
_SOURCE = (
    "A results table (see [results_table()]); or a formula such as `cbind(accuracy, time) ~ method "
    "| dataset`, with `data` and `measures`; or what [results_table()] takes, with its arguments "
    "in `...`."
)
_COUNTS = " Statement counts (see [statement_counts()]) will do."
_DOTS = (
    "{options}`dataset`, `algorithm`, `measures` and the other arguments of [results_table()], if "
    "`{data}` is a data frame, a matrix or a list of matrices. With a formula, `measures` and the "
    "others, but not `dataset` and `algorithm`."
)
_DATA = (
    "A data frame with the columns of the formula, if `{data}` is one: measures on the left, the "
    "algorithm and, behind the bar, the data set on the right."
)
_TABLES = {"compare": "example1", "joint": "example1"}  # of two algorithms
_EXAMPLE = """\
if (jointstats_available()) {{
  {}(load_dataset("{}"))
}}"""
_WORKERS = (
    "Worker processes that share the work, -1 for one per core; by default one. They need the "
    'Python package joblib: `install_jointstats(extras = "parallel")`. Results do not depend on it.'
)
_SEED = " `NULL`: drawn from R's own generator, so that [set.seed()] governs it."


def written() -> dict[Path, str]:
    """The texts of the files."""
    parts = [HEAD, _contents()]
    for family, title in FAMILIES.items():
        parts.append(f"# --- {title} " + "-" * (WIDTH - len(title) - 7) + "\n")
        parts += [wrapper(one) for one in catalogue().values() if one.family == family]
    return {TARGET: "\n".join(parts), MACROS: r_value.macros(catalogue().values())}


def _contents() -> str:
    """The tests by family, a section of the help of the package."""
    lines = ["#' @section Tests:"]
    for family, title in FAMILIES.items():
        names = [f"[{one.name}()]" for one in catalogue().values() if one.family == family]
        lines += roxygen("", f"* {title}: {', '.join(names)}.", follow="  ")
    return "\n".join([*lines, "#' @name jointstats-package", "NULL\n"])


def wrapper(one: Declaration) -> str:
    """One function with its help."""
    documented = help_of(one.function)
    return "\n".join([*_help(one, documented), _function(one)])


# --- The function ---------------------------------------------------------------------------------


def _function(one: Declaration) -> str:
    head = f"{one.name} <- function("
    words = [f"{name} = {value}" if value is not None else name for name, value in _arguments(one)]
    indent = " " * len(head)
    lines = textwrap.wrap(
        ", ".join(word.replace(" ", "\0") for word in words) + ")\0{",
        WIDTH - len(indent),
        break_long_words=False,
        break_on_hyphens=False,
    )
    signature = f"\n{indent}".join(line.replace("\0", " ") for line in lines)
    seeded = ", seeded = TRUE" if _seeds(one) else ""
    return f'{head}{signature}\n  ask_core("{one.name}", arguments(){seeded})\n}}\n'


def _arguments(one: Declaration) -> Iterator[tuple[str, str | None]]:
    """Names and defaults; `...` and `data` follow the table, so that options need their names."""
    parameters = list(inspect.signature(one.function).parameters.values())
    data = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    yield from ((p.name, _default(p)) for p in data)
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        yield "...", None
        yield "data", "NULL"
    yield from ((p.name, _default(p)) for p in parameters if p.kind is p.KEYWORD_ONLY)


def _default(parameter: inspect.Parameter) -> str | None:
    return None if parameter.default is parameter.empty else literal(parameter.default)


def literal(value: Any) -> str:
    """A default as R code.

    Examples
    --------
    >>> literal(None), literal(0.05), literal(("glrt", "bayes"))
    ('NULL', '0.05', 'c("glrt", "bayes")')
    """
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple | list):
        return f"c({', '.join(map(literal, value))})"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _seeds(one: Declaration) -> bool:
    return any(_is_seed(one, name) for name in one.options)


def _is_seed(one: Declaration, name: str) -> bool:
    return name in one.options and isinstance(one.options[name].kind, RandomSeed)


# --- Its help -------------------------------------------------------------------------------------


def _help(one: Declaration, documented: Help) -> Iterator[str]:
    yield from roxygen("", documented.title.rstrip("."))
    if documented.text:
        yield "#'"
        yield from roxygen("", documented.text)
    if "Notes" in documented.sections:
        yield "#'"
        yield from roxygen("details", documented.sections["Notes"])
    yield "#'"
    yield from _described(one)
    yield f"#' @return {r_value.macro(one)}{{}}"
    if "References" in documented.sections:
        yield from roxygen("references", documented.sections["References"])
    yield "#' @export"
    own = f"inst/examples/{one.name}.R"
    if (ROOT / own).exists():
        yield f"#' @example {own}"
        return
    yield "#' @examples"
    yield from (
        f"#' {line}"
        for line in _EXAMPLE.format(one.name, _TABLES.get(one.family, "weka")).splitlines()
    )


def _described(one: Declaration) -> list[str]:
    """The parameters; those that an earlier function describes alike are inherited from it."""
    texts = _texts(one)
    ways = [_param_lines(texts)]
    every = [
        other for family in FAMILIES for other in catalogue().values() if other.family == family
    ]
    for other in every[: every.index(one)]:
        known = _texts(other)
        rest = {name: text for name, text in texts.items() if known.get(name) != text}
        ways.append([f"#' @inheritParams {other.name}", *_param_lines(rest)])
    return min(ways, key=len)


def _texts(one: Declaration) -> dict[str, str]:
    return dict(_parameters(one, help_of(one.function).parameters))


def _param_lines(texts: Mapping[str, str]) -> list[str]:
    return [line for name, text in texts.items() for line in roxygen(f"param {name}", text)]


def _parameters(one: Declaration, parameters: Mapping[str, Parameter]) -> Iterator[tuple[str, str]]:
    names = list(inspect.signature(one.function).parameters)
    data = "table" if "table" in names else next(iter(names), "")
    for name, default in _arguments(one):
        if name == "...":
            options = "Options of the test, and " if "keywords" in parameters else ""
            yield "...", _DOTS.format(options=options, data=data)
            continue
        if name == "data":
            yield name, _DATA.format(data=data)
            continue
        known = parameters.get(name)
        if name == "table" and default is None:
            counts = known is not None and "StatementCounts" in known.type
            yield name, _SOURCE + (_COUNTS if counts else "")
        elif name in one.options and isinstance(one.options[name].kind, Workers):
            yield name, _WORKERS
        elif known is not None:
            yield name, _words(one, name) + known.text + (_SEED if _is_seed(one, name) else "")


def _words(one: Declaration, name: str) -> str:
    """The words that an option may be; its description says what they mean."""
    words = one.options[name].kind.words if name in one.options else ()
    if not words:
        return ""
    return ", ".join(f'``"{word}"``' for word in words) + ". "


def roxygen(tag: str, text: str, follow: str | None = None) -> list[str]:
    """Comment lines of one tag, paragraph by paragraph; `follow` begins those after the first."""
    lines: list[str] = []
    for i, paragraph in enumerate(re.split(r"\n\s*\n", markdown(text))):
        head = f"@{tag} " if tag and i == 0 else ""
        if i:
            lines.append("#'")
        if follow is None:
            follow = "  " if tag and tag != "details" else ""
        lines += textwrap.wrap(
            head + " ".join(paragraph.split()),
            WIDTH,
            initial_indent="#' ",
            subsequent_indent=f"#' {follow}",
            break_long_words=False,
            break_on_hyphens=False,
        )
    return lines


if __name__ == "__main__":
    for target, text in written().items():
        target.write_text(text, encoding="utf-8")
