"""One call: a request in, a reply out; errors and warnings are part of the reply."""

from __future__ import annotations

import atexit
import inspect
import json
import math
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import jointstats
from jointstats.labelled.errors import InvalidValueError, JointStatsError, JointStatsWarning
from jointstats.presentation.bridge.packing import pack
from jointstats.presentation.bridge.reading import Numbers, flat_numbers, unpack
from jointstats.presentation.bridge.spelling import for_r

INTERRUPTED = "The call was interrupted. Nothing has changed: call again when ready."


class ArgumentError(JointStatsError):
    """A call with an argument that the function does not have, or without one that it needs."""


def call(request: str, numbers: Numbers) -> dict[str, Any]:
    """Run one public function for another language.

    Parameters
    ----------
    request : str
        JSON object with ``function`` (its public name) and ``options`` (its arguments: nodes by
        name).
    numbers : list of float
        The numbers that the nodes point at.

    Returns
    -------
    dict
        ``ok`` (bool), ``type`` and ``message`` (of the error, or empty), ``warnings`` (list of
        ``{"type", "message"}``), ``json`` and ``numbers`` (the value, see :func:`pack`).
    """
    reply: dict[str, Any] = {"ok": True, "type": "", "message": "", "json": "null", "numbers": []}
    reply["warnings"] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", UserWarning)
        warnings.simplefilter("always", RuntimeWarning)
        try:
            read = json.loads(request)
            flat = flat_numbers(numbers)
            options = {name: unpack(node, flat) for name, node in read["options"].items()}
            reply["json"], reply["numbers"] = pack(run(read["function"], **options))
        except JointStatsError as error:
            reply |= {"ok": False, "type": snake_case(type(error)), "message": for_r(str(error))}
        except KeyboardInterrupt:
            reply |= {"ok": False, "type": "interrupted", "message": INTERRUPTED}
        except MemoryError:
            reply |= {
                "ok": False,
                "type": "memory_error",
                "message": "Not enough memory for this call: use fewer data sets or measures.",
            }
        except Exception as error:
            if _came_from_interrupt(error):
                return reply | {"ok": False, "type": "interrupted", "message": INTERRUPTED}
            trace = traceback.format_exc()
            reply |= {
                "ok": False,
                "type": "internal_error",
                "message": f"A fault inside jointstats, not in your call ({error!r}).\n{trace}",
            }
    reply["warnings"] = [
        {"type": kind, "message": text}
        for kind, text in dict.fromkeys((_kind(w), for_r(str(w.message))) for w in caught)
    ]
    return reply


def end_workers() -> None:
    """End joblib's workers, if there are any, when a process ends that is not Python's own."""
    if "joblib.externals.loky" not in sys.modules:
        return
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True, kill_workers=True)
    atexit._run_exitfuncs()  # joblib leaves its folders of shared arrays to these


# Arguments that are one name, and those that are several: a lone one is a vector of one in R.
_ONE_NAME = ("control", "measure", "of", "name")
_NAMES = ("on", "only")


def _named(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options, with names in the form in which the functions take them."""
    for name in set(_ONE_NAME) & set(options):
        value = options[name]
        lacking = value is None and name == "name"  # the others may be absent
        missing = isinstance(value, float) and math.isnan(value)
        if lacking or missing or isinstance(value, bool | list | Mapping):
            raise ArgumentError(f"{name} must be one name; got {value!r}.")
    for name in set(_NAMES) & set(options):
        value = options[name]
        if isinstance(value, bool | float | Mapping):
            raise ArgumentError(f"{name} must be a vector of names; got {value!r}.")
    one = {name: [options[name]] for name in _NAMES if isinstance(options.get(name), int)}
    return {**options, **one}


def _kind(warning: warnings.WarningMessage) -> str:
    """The name of a warning's class; the class that all of them have is R's, too."""
    return "warning" if warning.category is JointStatsWarning else snake_case(warning.category)


def _came_from_interrupt(error: Exception) -> bool:
    """Whether reticulate's signal handler failed: R took the interrupt in the middle of it."""
    return any(
        frame.name == "_signal_handler" for frame in traceback.extract_tb(error.__traceback__)
    )


def run(name: str, /, *data: Any, **options: Any) -> Any:
    """Call a public function by name; a wrong argument is an error that names it.

    Raises
    ------
    ArgumentError
        If there is no such function, or it has no such argument.
    """
    function = _FUNCTIONS.get(name) or getattr(jointstats, name, None)
    if function is None or not callable(function):
        raise ArgumentError(f"There is no function {name}() in this jointstats.")
    check_arguments(name, function, data, options)
    return function(*data, **_named(options))


def check_arguments(
    name: str, function: Callable[..., Any], data: Sequence[Any], options: Mapping[str, Any]
) -> None:
    """Refuse arguments that do not fit the function's signature, in a sentence."""
    signature = inspect.signature(function)
    known = [p.name for p in signature.parameters.values() if p.kind != p.VAR_KEYWORD]
    if len(known) < len(signature.parameters):  # further keywords pass through to these
        known += [n for n in _pass_through(name) if n not in known]
    unknown = [option for option in options if option not in known]
    if unknown:
        close = get_close_matches(unknown[0], known, n=1)
        hint = f'did you mean "{close[0]}"?' if close else f"it has {', '.join(known)}."
        raise ArgumentError(f'{name}() has no argument "{unknown[0]}"; {hint}')
    needed = [
        p.name
        for p in list(signature.parameters.values())[len(data) :]
        if p.default is p.empty and p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)
    ]
    lacking = [one for one in needed if one not in options]
    if lacking:
        raise ArgumentError(f"{name}() needs {' and '.join(f'{one}=' for one in lacking)}.")
    try:
        signature.bind(*data, **options)
    except TypeError as error:
        raise ArgumentError(f"{name}(): {error}.") from None


def _pass_through(name: str) -> list[str]:
    """Names that a function's ``**keywords`` may hold: roles, and options of the tests it runs."""
    through = ["results_table"]
    if name == "pairwise_tests":
        from jointstats.labelled.compare.pairwise import TESTS

        through += [f"{test}_test" for test in TESTS]
    if name == "comparison_report":
        through.append("compare_algorithms")
    found: dict[str, None] = {}
    for one in through:
        parameters = inspect.signature(getattr(jointstats, one)).parameters.values()
        found |= dict.fromkeys(p.name for p in parameters if p.kind == p.KEYWORD_ONLY)
    return list(found)


def snake_case(kind: type) -> str:
    """Name of a class in snake_case: ``MissingValuesError`` is ``missing_values_error``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def _counts_from_vector(counts: Any, *, measures: Any, algorithms: Any = ("A", "B")) -> Any:
    values = counts if isinstance(counts, list) else [counts]
    return jointstats.StatementCounts.from_vector(values, measures=measures, algorithms=algorithms)


def _counts_from_orders(orders: Any, counts: Any, *, algorithms: Any, measures: Any) -> Any:
    weights = counts if isinstance(counts, list) else [counts]
    if not (isinstance(orders, list) and all(isinstance(one, Mapping) for one in orders)):
        raise InvalidValueError(
            "orders must be a list of orderings, each with the algorithms from best to worst for "
            'every measure, such as list(list(accuracy = c("A", "B"))).'
        )
    if len(orders) != len(weights):
        raise InvalidValueError(f"{len(orders)} orderings, but {len(weights)} counts are given.")
    rows = zip(orders, weights, strict=True)
    return jointstats.StatementCounts.from_orders(rows, algorithms=algorithms, measures=measures)


def _comparison_report(table: Any, **options: Any) -> str:
    """The HTML report of a comparison; what it warns of, it has said before."""
    from jointstats.presentation.report.page import page

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return page(jointstats.compare_algorithms(table, **options))


# What Python spells as methods and operators.
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "comparison_report": _comparison_report,
    "counts_from_vector": _counts_from_vector,
    "counts_from_orders": _counts_from_orders,
    "add_counts": lambda first, second: first + second,
}
