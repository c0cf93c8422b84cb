"""Pages of the Python reference: the public names by subject, with the results they return."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, get_args, get_type_hints

import jointstats
from jointstats.base.declare import FAMILIES, catalogue, declaration_of
from jointstats.base.result import Result
from jointstats.base.rows import Row
from jointstats.joint.result import ChosenShare, Share

# Pages of what is no test: title, what it is about, and its public names in the order of the page.
PAGES = {
    "input": (
        "Results tables",
        "From files, data frames and matrices to the table that every test takes first.",
        "results_table read_results ResultsTable "
        "compare_estimators FoldTable measures_from_confusion load_dataset load_frame "
        "list_datasets",
    ),
    "counts": (
        "Statement counts",
        "What the joint tests need to know of the data; made in pieces where tables are large.",
        "statement_counts StatementCounts",
    ),
    "programs": (
        "For other programs",
        "The shape of what `to_dict()` of every result gives.",
        "json_schema",
    ),
    "errors": (
        "Errors and warnings",
        "Every error raised on purpose is a `JointStatsError`, every warning a "
        "`JointStatsWarning`.",
        "JointStatsError JointStatsWarning",
    ),
}
# Functions with a page by themselves, before their family.
ALONE = ("compare_algorithms",)
# What results hold beside rows.
NO_ROWS = (ChosenShare, Share)
OTHERS = ("others", "Further names", "Public names that are filed under no subject yet.")


def write(directory: Path) -> None:
    """Write one page per subject, one on result objects, and an index."""
    directory.mkdir(parents=True, exist_ok=True)
    pages = subjects()
    filed = {name for *_, names in pages.values() for name in names}
    unfiled = set(jointstats.__all__) - filed - {"__version__"}
    if unfiled := sorted(name for name in unfiled if not is_of_a_result(getattr(jointstats, name))):
        key, title, about = OTHERS
        pages[key] = (title, about, unfiled)
    shown = set(filed)
    for key, (title, about, names) in pages.items():
        (directory / f"{key}.md").write_text(page(title, about, names, shown), encoding="utf-8")
    (directory / "results.md").write_text(results_page(), encoding="utf-8")
    (directory / "index.md").write_text(index(pages), encoding="utf-8")


def subjects() -> dict[str, tuple[str, str, list[str]]]:
    """Every page: the tests by family as they are declared, between what is no test."""
    declared = catalogue().values()
    written = {key: (title, about, names.split()) for key, (title, about, names) in PAGES.items()}
    families = {
        family: (
            title,
            "",
            [one.name for one in declared if one.family == family and one.name not in ALONE],
        )
        for family, title in FAMILIES.items()
    }
    errors = written.pop("errors")
    alone = {name: (name, "", [name]) for name in ALONE}
    return {"input": written.pop("input"), **alone, **families, **written, "errors": errors}


def is_of_a_result(value: Any) -> bool:
    """Whether it is the class of a result or of its rows, which are documented with their test."""
    return inspect.isclass(value) and issubclass(value, Result | Row)


def page(title: str, about: str, names: list[str], shown: set[str]) -> str:
    """A subject: its functions, each with the classes of its result, if not `shown` yet."""
    parts = [f"# {title}\n\n{about}\n"]
    for name in names:
        value = getattr(jointstats, name)
        parts.append(entry(value) + validity(value))
        for kind in (kind for result in returned(value) for kind in classes_of(result)):
            if kind.__name__ not in shown:
                shown.add(kind.__name__)
                parts.append(entry(kind) + columns(kind))
    if title == PAGES["errors"][0]:
        parts += map(entry, own_errors())
    return "\n".join(parts)


def entry(value: Any) -> str:
    """What mkdocstrings is asked to show of one object: of a class, its own public methods.

    Attributes are in the table that the class's docstring makes of them.
    """
    methods = (FunctionType, property, classmethod, staticmethod)
    members = [
        name
        for name, member in (vars(value).items() if inspect.isclass(value) else ())
        if not name.startswith("_") and isinstance(member, methods)
    ]
    return (
        f"::: {value.__module__}.{value.__qualname__}\n    options:\n"
        f"      members: {members or 'false'}\n      heading_level: 2\n"
    )


def validity(function: Any) -> str:
    """Which studies check the error rates of a test; empty for anything else."""
    declared = declaration_of(function)
    rows = ", ".join(f"“{row}”" for row in declared.validity) if declared else ""
    return f"\nError rates: {rows} in [the ledger](../../validity.md).\n" if rows else ""


def returned(function: Any) -> Iterator[type]:
    """The result classes that a function returns, if they are ours."""
    names = str(getattr(function, "__annotations__", {}).get("return"))
    for name in names.split(" | "):
        kind: Any = import_module(function.__module__)
        for part in name.split("."):
            kind = getattr(kind, part, None)
        ours = inspect.isclass(kind) and kind.__module__.startswith("jointstats.")
        if ours and is_dataclass(kind):
            yield kind


def classes_of(result: type) -> Iterator[type]:
    """A result's class, the public ones above and below it, and those of their rows."""
    public = {getattr(jointstats, name) for name in jointstats.__all__ if name != "__version__"}
    above = [kind for kind in result.__mro__ if kind is result or kind in public]
    for kind in (*above, *(one for one in subclasses(result) if one in public)):
        yield kind
        yield from parts_of(kind)


def subclasses(kind: type) -> list[type]:
    """All classes below one, each before its own."""
    return [one for direct in kind.__subclasses__() for one in (direct, *subclasses(direct))]


def parts_of(kind: type) -> Iterator[type]:
    """The types of the rows that a result holds, and of what these hold, in the order of fields."""
    for hint in get_type_hints(kind).values():
        for part in within(hint):
            if inspect.isclass(part) and (issubclass(part, Row) or part in NO_ROWS):
                yield part
                yield from parts_of(part)


def within(hint: Any) -> Iterator[Any]:
    """A type, and those that it is made of."""
    yield hint
    for part in get_args(hint):
        yield from within(part)


def columns(kind: type) -> str:
    """The columns of rows as a table; empty for anything else."""
    if not issubclass(kind, Row):
        return ""
    lines = [
        f"| `{one.name}` | {one.kind.value.replace('_', '-')} | {one.meaning} | {one.broom} |"
        for one in kind.columns()
    ]
    head = "\n| column | kind | meaning | broom |\n| --- | --- | --- | --- |\n"
    return head + "\n".join(lines) + "\n" if lines else ""


def own_errors() -> Iterator[type]:
    """Every error and warning class of the package."""
    module = import_module("jointstats.base.errors")
    for kind in vars(module).values():
        mine = inspect.isclass(kind) and kind.__module__ == module.__name__
        if mine and kind.__name__ not in jointstats.__all__:
            yield kind


def results_page() -> str:
    """What all result objects can do."""
    from jointstats.base.result import Result
    from jointstats.claims.comparison import Comparison
    from jointstats.joint.result import JointResult

    return "\n".join([
        "# Result objects\n\nEvery test has a class of results, described with the test. "
        "All classes share the members on this page.\n",
        entry(Result),
        entry(JointResult),
        f"Comparisons write reports: see [`Comparison`][{Comparison.__module__}.Comparison].\n",
    ])  # fmt: skip


def index(pages: dict[str, tuple[str, str, list[str]]]) -> str:
    """All public names in one table, by subject."""
    parts = ["# Python reference\n", "Every public name is an attribute of `jointstats`."]
    parts.append("What all results can do: [result objects](results.md).\n")
    for key, (title, about, names) in pages.items():
        parts.append(f"## [{title}]({key}.md)\n\n{about}\n\n| name | what it is |\n|---|---|")
        for name in names:
            value = getattr(jointstats, name)
            target = f"{value.__module__}.{name}"
            parts.append(f"| [`{name}`][{target}] | {first_sentence(value)} |")
        parts.append("")
    return "\n".join(parts)


def first_sentence(value: Any) -> str:
    """The first line of a docstring, without roles."""
    line = inspect.cleandoc(value.__doc__ or "").split("\n")[0]
    return re.sub(r":\w+:`~?(?:[\w.]+\.)?(\w+)`", r"`\1`", line).replace("``", "`")
