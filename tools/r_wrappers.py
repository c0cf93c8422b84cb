"""Write R/tests.R: an R function with its help for every declared function of the core.

Run by ``make r-wrappers``; a test says when the file is stale. The example of the help is a call
with a packaged table; where that does not suit, it is a file of inst/examples.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

from jointstats.labelled.declare import FAMILIES, Declaration, catalogue
from jointstats.labelled.kinds import RandomSeed
from jointstats.presentation.help import Help, Parameter, help_of

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "R" / "tests.R"
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
_SEED = " `NULL`: drawn from R's own generator, so that [set.seed()] governs it."


def written() -> str:
    """The text of the file."""
    parts = [HEAD, _contents()]
    for family, title in FAMILIES.items():
        parts.append(f"# --- {title} " + "-" * (WIDTH - len(title) - 7) + "\n")
        parts += [wrapper(one) for one in catalogue().values() if one.family == family]
    return "\n".join(parts)


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
    """Names and defaults; after the data come `...`, so that options need their names, and `data`."""
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
    for name, text in _parameters(one, documented.parameters):
        yield from roxygen(f"param {name}", text)
    yield from roxygen("return", _value(one))
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
        elif known is not None:
            yield name, _words(one, name) + known.text + (_SEED if _is_seed(one, name) else "")


def _words(one: Declaration, name: str) -> str:
    """The words that an option may be; its description says what they mean."""
    words = one.options[name].kind.words if name in one.options else ()
    if not words:
        return ""
    return ", ".join(f'``"{word}"``' for word in words) + ". "


def _value(one: Declaration) -> str:
    """The classes of the result and its fields, from the docstring of the core's result class."""
    given = get_type_hints(one.function)["return"]
    results = get_args(given) or (given,)  # the usual one, and those of other questions
    said = [
        f"of classes `jointstats_{result.test}` and `jointstats_test`: a list with "
        f"{', '.join(_fields(result))}"
        for result in results
    ]
    return f"An object {'; or one '.join(said)}. See [jointstats_methods]."


def _fields(result: Any) -> list[str]:
    fields: dict[str, None] = {}
    for base in reversed(result.__mro__):
        section = help_of(base).sections.get("Attributes", "") if base.__doc__ else ""
        fields |= {name: None for name in re.findall(r"^([a-z]\w*(?:, \w+)*) :", section, re.M)}
    return [f"`{name}`" for group in fields for name in group.split(", ")]


_WORDS = {"True": "`TRUE`", "False": "`FALSE`", "None": "`NULL`"}
_MARKUP = re.compile(
    r":func:`(?:jointstats\.)?(?P<function>\w+)`"
    r"|:(?:class|meth|attr):`~?(?:jointstats\.)?(?P<name>[^`]*)`"
    r"|``(?P<code>[^`]*)``"
    r"|`(?P<argument>\w+)`"
    r"|(?P<word>\bTrue\b|\bFalse\b|\bNone\b)"
)
_ARGUMENT = re.compile(r"(?<=\w)=(?=\S)")
# Letters that the LaTeX of R's manual, or the C locale, lacks.
_LETTERS = str.maketrans(
    {"−": "-", "½": "1/2", "–": "-", "’": "'", "≥": ">=", "≤": "<=", "ᵀ": "'", "\u0304": "bar"}
    | {"α": "alpha", "θ": "theta", "λ": "lambda", "χ": "chi", "⌊": "floor(", "⌋": ")"}
)
_RAISED = re.compile("[⁰¹²³⁴-⁹⁻]{2,}|[⁰⁴-⁹]")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def markdown(text: str) -> str:
    """The help's reStructuredText as roxygen's Markdown, in words for R.

    Examples
    --------
    >>> markdown("``p_value`` of :func:`jointstats.glrt_test`; None if `on` is.")
    '`p_value` of [glrt_test()]; `NULL` if `on` is.'
    >>> markdown("k d̄ᵀ S⁻¹ d̄, more than 2¹⁴, θ²")
    "k dbar' S^-1 dbar, more than 2^14, theta²"
    """

    def spelled(found: re.Match[str]) -> str:
        if found["function"]:
            return f"[{found['function']}()]"
        if found["word"]:
            return _WORDS[found["word"]]
        return f"`{_ARGUMENT.sub(' = ', found['name'] or found['code'] or found['argument'])}`"

    text = _RAISED.sub(lambda found: "^" + found[0].translate(_LOWERED), text)
    return _MARKUP.sub(spelled, text).translate(_LETTERS)


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
    TARGET.write_text(written(), encoding="utf-8")
