"""Pages of the Python reference: the public names by subject, with the results they return."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import jointstats

# Page: title, what it is about, and its public names in the order of the page.
PAGES = {
    "input": (
        "Results tables",
        "From files, data frames and matrices to the table that every test takes first.",
        "results_table results_table_wide results_table_matrices read_results ResultsTable "
        "fold_table FoldTable measures_from_confusion load_dataset load_frame list_datasets",
    ),
    "compare": (
        "Comparing algorithms",
        "The one call, every pair, and how many data sets it takes.",
        "compare_algorithms pairwise_tests plan_datasets",
    ),
    "joint": (
        "Joint tests",
        "Tests of dominance statements: all measures at once, on many data sets.",
        "glrt_test bayes_test network_test pareto_test plackett_luce_test",
    ),
    "separate": (
        "Separate tests",
        "One measure at a time.",
        "wilcoxon_test sign_test bayes_sign_test friedman_test corrected_t_test",
    ),
    "normal": (
        "Normal-theory tests",
        "Mean results on all measures at once, and measures learned from results.",
        "hotelling_test manova_test mardia_test learn_measures",
    ),
    "counts": (
        "Statement counts",
        "What the joint tests need to know of the data; made in pieces where tables are large.",
        "statement_counts StatementCounts read_counts dask_counts",
    ),
    "simulation": ("Simulation", "How good are the tests?", "simulate_roc"),
    "errors": (
        "Errors and warnings",
        "Every error raised on purpose is a `JointStatsError`, every warning a "
        "`JointStatsWarning`.",
        "JointStatsError JointStatsWarning",
    ),
}
OTHERS = ("others", "Further names", "Public names that are filed under no subject yet.")


def write(directory: Path) -> None:
    """Write one page per subject, one on result objects, and an index."""
    directory.mkdir(parents=True, exist_ok=True)
    pages = {key: (title, about, names.split()) for key, (title, about, names) in PAGES.items()}
    filed = {name for *_, names in pages.values() for name in names}
    if unfiled := sorted(set(jointstats.__all__) - filed - {"__version__"}):
        key, title, about = OTHERS
        pages[key] = (title, about, unfiled)
    for key, (title, about, names) in pages.items():
        (directory / f"{key}.md").write_text(page(title, about, names), encoding="utf-8")
    (directory / "results.md").write_text(results_page(), encoding="utf-8")
    (directory / "index.md").write_text(index(pages), encoding="utf-8")


def page(title: str, about: str, names: list[str]) -> str:
    """A subject: its functions, each with the kind of result that it returns."""
    parts, shown = [f"# {title}\n\n{about}\n"], set(names)
    for name in names:
        value = getattr(jointstats, name)
        parts.append(entry(value))
        result = returned(value)
        if result and result.__name__ not in shown:
            shown.add(result.__name__)
            parts.append(entry(result))
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


def returned(function: Any) -> type | None:
    """The result class that a function returns, if it is one of ours."""
    name = getattr(function, "__annotations__", {}).get("return")
    kind = getattr(import_module(function.__module__), str(name), None)
    ours = inspect.isclass(kind) and kind.__module__.startswith("jointstats.")
    return kind if ours and is_dataclass(kind) else None


def own_errors() -> Iterator[type]:
    """Every error and warning class of the labelled layer."""
    module = import_module("jointstats.labelled.errors")
    for kind in vars(module).values():
        mine = inspect.isclass(kind) and kind.__module__ == module.__name__
        if mine and kind.__name__ not in jointstats.__all__:
            yield kind


def results_page() -> str:
    """What all result objects can do."""
    from jointstats.labelled.compare.comparison import Comparison
    from jointstats.labelled.joint.result import JointResult
    from jointstats.labelled.result import Result

    return "\n".join([
        "# Result objects\n\nEvery test returns an object of its own class, described beside the "
        "test. All of them share what is described here.\n",
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
