"""One call: a request in, a reply out; errors and warnings are part of the reply.

What needs NumPy is imported in the functions: without it, this module still reports this to R.
"""

from __future__ import annotations

import inspect
import json
import math
import re
import traceback
import warnings
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

import jointstats
from jointstats.base.errors import InvalidValueError, JointStatsError, JointStatsWarning
from jointstats.evidence.messages import Function, Message, Option, Value, asked, visible
from jointstats.interfaces.bridge.host import (
    follow_environment,
    interrupts_wait,
    python_takes_interrupts,
)
from jointstats.interfaces.bridge.reading import Numbers, flat_numbers, unpack
from jointstats.interfaces.bridge.spelling import for_r
from jointstats.interfaces.progress import working_for_a_host

INTERRUPTED = "The call was interrupted. Nothing has changed: call again when ready."
_UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
TOO_MUCH = "Not enough memory for this call: use fewer data sets or measures."


class ArgumentError(JointStatsError):
    """A call with an argument that the function does not have, or without one that it needs."""


def call(request: str, numbers: Numbers, progress: str = "") -> dict[str, Any]:
    """Run one public function for another language.

    Parameters
    ----------
    request : str
        JSON object with ``function`` (its public name), ``options`` (its arguments: nodes by
        name) and ``console`` (``width`` and ``plain``, see :class:`.packing.Console`).
    numbers : list of float
        The numbers that the nodes point at.
    progress : str, default ""
        The other language's JOINTSTATS_PROGRESS; ``"no"`` for no progress line.

    Returns
    -------
    dict
        ``ok`` (bool), ``type`` and ``message`` (of the error, or empty), ``warnings`` (list of
        ``{"type", "message"}``), ``json`` and ``numbers`` (the value, see :func:`pack`).
    """
    reply: dict[str, Any] = {"ok": True, "type": "", "message": "", "json": "null", "numbers": []}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", UserWarning)
        warnings.simplefilter("always", RuntimeWarning)
        try:
            with python_takes_interrupts(), working_for_a_host(progress):
                follow_environment()
                pack = _loaded()
                function, options, console = _understood(request, numbers)
                reply["json"], reply["numbers"] = pack(run(function, **options), console)
        except (Exception, KeyboardInterrupt) as error:
            kind, text = _fault(error)
            reply |= {"ok": False, "type": kind, "message": text}
    said = dict.fromkeys((_kind(w), _said(w.message)) for w in caught)
    return reply | {"warnings": [{"type": kind, "message": text} for kind, text in said]}


def _fault(error: BaseException) -> tuple[str, str]:
    """The class that an error has in R, and its sentence."""
    match error:
        case JointStatsError():
            return snake_case(type(error)), for_r(error.parts)
        case OSError():
            return "file_error", _of_a_file(error)
        case KeyboardInterrupt():
            return "interrupted", INTERRUPTED
        case MemoryError():
            return "memory_error", TOO_MUCH
    trace = "".join(traceback.format_exception(error))
    return "internal_error", f"A fault inside jointstats, not in your call ({error!r}).\n{trace}"


def _understood(request: str, numbers: Numbers) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Name and arguments of the requested function, and the console that will show the answer."""
    try:
        read = json.loads(request)
        flat = flat_numbers(numbers)
        function, options = str(read["function"]), dict(read["options"])
        given = {name: unpack(node, flat) for name, node in options.items()}
        return function, given, dict(read.get("console", {}))
    except JointStatsError:
        raise
    except _UNREADABLE as error:
        raise ArgumentError(
            f"The request cannot be read ({type(error).__name__}): install the same version of "
            "jointstats in R and in Python."
        ) from error


def _of_a_file(error: OSError) -> str:
    """Which file, and what is wrong with it."""
    said = error.strerror or str(error) or type(error).__name__
    return visible(f"{error.filename or 'The file'}: {said}.")


def _loaded() -> Callable[..., tuple[str, list[float]]]:
    """What makes the reply, after the import of all that calls need."""
    with interrupts_wait():
        import pandas  # noqa: F401
        import scipy.stats  # noqa: F401

        from jointstats.interfaces.bridge import packing, results  # noqa: F401
    return packing.pack


def _named(function: Callable[..., Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options, with names in the form in which the functions take them."""
    from jointstats.base.declare import declaration_of

    declared = declaration_of(function)
    own = {} if declared is None else declared.options
    kinds = {name: own[name].kind if name in own else _of_role(name) for name in options}
    return {name: _form(name, kinds[name], value) for name, value in options.items()}


def _of_role(name: str) -> Any:
    """The kind of an argument that is not declared, if it is a name or a role."""
    from jointstats.base.kinds import NameOf
    from jointstats.interfaces.roles import ROLES

    return NameOf() if name == "name" else ROLES.get(name)


def _form(name: str, kind: Any, value: Any) -> Any:
    """A value in its proper form: one name, or several; a lone one is a vector of one in R."""
    from jointstats.base.kinds import Margins, NameOf, NamesOf

    wrong = ""
    number = isinstance(value, float)
    if isinstance(kind, NameOf):
        lacking = value is None and name == "name"  # the others may be absent
        if lacking or (number and math.isnan(value)) or isinstance(value, bool | list | Mapping):
            wrong = " must be one name; got "
    elif isinstance(kind, Margins):
        if number or isinstance(value, bool):
            wrong = " must be names, or numbers named by measure; got "
    elif isinstance(kind, NamesOf):
        if number or isinstance(value, bool | Mapping):
            wrong = " must be a vector of names; got "
        elif isinstance(value, int):
            return [value]
    if wrong:
        raise ArgumentError(Option(name), wrong, Value(value), ".")
    return value


def _kind(warning: warnings.WarningMessage) -> str:
    """The name of a warning's class; the class that all of them have is R's, too."""
    return "warning" if warning.category is JointStatsWarning else snake_case(warning.category)


def _said(warning: Warning | str) -> str:
    return for_r(warning.parts) if isinstance(warning, Message) else str(warning)


def run(name: str, /, **options: Any) -> Any:
    """Call a public function by name; a wrong argument is an error that names it.

    Raises
    ------
    ArgumentError
        If there is no such function, or it has no such argument.
    """
    function = _FUNCTIONS.get(name) or getattr(jointstats, name, None)
    if function is None or not callable(function):
        raise ArgumentError("There is no function ", Function(name), " in this jointstats.")
    if name not in _AGAIN:  # the function that these call checks what it is given
        _check_arguments(name, function, options)
    return function(**_named(function, options))


def _check_arguments(name: str, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
    """Refuse arguments that do not fit the function's signature, in a sentence."""
    parameters = inspect.signature(function).parameters.values()
    own = [p for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
    known = [p.name for p in own]
    if len(known) < len(parameters):  # further keywords pass through to these
        known += [n for n in _pass_through(name) if n not in known]
    unknown = [option for option in options if option not in known]
    if unknown:
        close = get_close_matches(unknown[0], known, n=1)
        hint = f'did you mean "{close[0]}"?' if close else f"it has {', '.join(known)}."
        raise ArgumentError(Function(name), f' has no argument "{unknown[0]}"; {hint}')
    lacking = [p.name for p in own if p.default is p.empty and p.name not in options]
    if lacking:
        named = [part for name in lacking for part in (" and ", asked(name))][1:]
        raise ArgumentError(Function(name), " needs ", *named, ".")


def _pass_through(name: str) -> list[str]:
    """Names that a function's ``**keywords`` may hold: roles, and options of the tests it runs."""
    from jointstats.base.declare import catalogue
    from jointstats.base.options import FORMAT_OPTIONS

    through = ["results_table"]
    if name == "compare_estimators":
        through.append("compare_algorithms")
    if name == "pairwise_tests":
        tests = (f"{test}_test" for test in catalogue()[name].options["test"].kind.words)
        through += [test for test in tests if test in catalogue()]
    names: dict[str, None] = {}
    for function in through:
        parameters = inspect.signature(getattr(jointstats, function)).parameters.values()
        names |= dict.fromkeys(p.name for p in parameters if p.kind == p.KEYWORD_ONLY)
    if name == "read_results":
        names |= dict.fromkeys(FORMAT_OPTIONS)
    return list(names)


def snake_case(kind: type) -> str:
    """Name of a class in snake_case: ``MissingValuesError`` is ``missing_values_error``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def _listed(value: Any) -> Any:
    """A vector of one comes from R as what it holds."""
    return value if isinstance(value, list) else [value]


def _counts_from_vector(
    counts: Any, *, measures: Any, algorithms: Any = ("A", "B"), ties: Any = "split"
) -> Any:
    return jointstats.StatementCounts.from_vector(
        _listed(counts), measures=measures, algorithms=algorithms, ties=ties
    )


def _counts_from_orders(orders: Any, counts: Any, *, algorithms: Any, measures: Any) -> Any:
    weights = _listed(counts)
    if not (isinstance(orders, list) and all(isinstance(order, Mapping) for order in orders)):
        raise InvalidValueError(
            "orders must be a list of orderings, each with the algorithms from best to worst for "
            "every measure, such as ",
            Value([{"accuracy": ["A", "B"]}]),
            ".",
        )
    if len(orders) != len(weights):
        raise InvalidValueError(f"{len(orders)} orderings, but {len(weights)} counts are given.")
    rows = zip(orders, weights, strict=True)
    return jointstats.StatementCounts.from_orders(rows, algorithms=algorithms, measures=measures)


def _again(of: str, given: dict[str, Any]) -> Any:
    """A result once more, for what R has not kept of it."""
    from jointstats.base.result import spelled

    return spelled(silently(of, given), for_r)


def silently(of: str, given: Mapping[str, Any]) -> Any:
    """What a call gave, made again; what it warns of, it has said before."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return run(of, **given)


def _result_report(of: str, sensitivity: bool = False, **given: Any) -> str:
    """The HTML report of a result."""
    from jointstats.interfaces.report.page import page

    return page(_again(of, given), sensitivity=sensitivity)


def _result_table(of: str, form: str, which: str, **given: Any) -> str:
    """A table of a comparison that R does not keep, in LaTeX or Markdown."""
    from jointstats.interfaces import tables

    make = tables.to_latex if form == "latex" else tables.to_markdown
    return make(_again(of, given), which)


def _at_most_behind(of: str, limits: Any, **given: Any) -> list[str]:
    """The algorithms of a leaderboard that are not far behind any other."""
    if not isinstance(limits, Mapping) or not limits:
        raise ArgumentError(
            Function("at_most_behind"), " needs measures with numbers, such as accuracy = 0.01."
        )
    result = _again(of, given)
    return list(getattr(result, "leaderboard", result).at_most_behind(**limits))


def _references(keys: Any, form: Any = "bibtex") -> str:
    """Entries of the bibliography, by the keys that R's results keep."""
    from jointstats.base import references

    known = references.entries()
    if not all(isinstance(key, str) and key in known for key in _listed(keys)):
        raise ArgumentError("The result's list of papers was changed: compute the result again.")
    return references.listed(_listed(keys), form)


def _table_figure(table: Any, figure: Any = None, pair: Any = None, measures: Any = None) -> Any:
    """A figure of a results table, with its name."""
    from jointstats.interfaces import figures
    from jointstats.interfaces.figures import Named

    asked = {"pair": pair, "measures": measures}
    given = {name: value for name, value in asked.items() if value is not None}
    return Named(figure, figures.figure(table, figure, **given))


def _drawing(
    content: str,
    width: float,
    height: float,
    theme: Any = "colour",
    title: Any = True,
    notes: Any = True,
) -> str:
    """The display list of a figure that R keeps, laid out for a size in inches."""
    from jointstats.interfaces import figures
    from jointstats.interfaces.bridge.results import drawing_text

    try:
        shown = figures.read(content)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ArgumentError("The result's figure was changed: compute the result again.") from error
    return drawing_text(
        figures.display_list(
            shown, None, height, width=width, theme=theme, title=title, notes=notes
        )
    )


_AGAIN = ("result_report", "result_table", "at_most_behind")

# What Python spells as methods and operators.
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "result_report": _result_report,
    "result_table": _result_table,
    "at_most_behind": _at_most_behind,
    "table_figure": _table_figure,
    "drawing": _drawing,
    "references": _references,
    "counts_from_vector": _counts_from_vector,
    "counts_from_orders": _counts_from_orders,
    "add_counts": lambda first, second: first + second,
}
