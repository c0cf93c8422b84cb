"""What each command does: options in, text out."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any

import jointstats
from jointstats.labelled.errors import OptionError
from jointstats.labelled.options import number, whole_number
from jointstats.labelled.result import Result
from jointstats.labelled.table.reading import (
    describe_dataset,
    list_datasets,
    load_frame,
    read_frame,
)
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.presentation.cli import folds
from jointstats.presentation.cli.arguments import measures, ropes, whole
from jointstats.presentation.cli.output import show

# Options that each test understands; the others are refused rather than ignored.
_UNDERSTOOD: Mapping[str, frozenset[str]] = {
    "glrt": frozenset({"alpha", "question", "control"}),
    "bayes": frozenset({"alpha", "question", "control", "prior", "prior_strength"}),
    "network": frozenset({"alpha", "ess", "seed", "structure", "max_parents", "ties"}),
    "sign": frozenset({"alpha", "p_adjust", "control"}),
    "wilcoxon": frozenset({"alpha", "p_adjust", "control"}),
    "hotelling": frozenset({"alpha", "p_adjust", "seed", "correction", "test_train_ratio"}),
    "manova": frozenset({"alpha", "p_adjust", "seed", "correction", "test_train_ratio"}),
    "mardia": frozenset({"alpha", "p_adjust", "seed"}),
}
_EVERY_OPTION = sorted(frozenset.union(*_UNDERSTOOD.values()))
_NUMBERS = ("alpha", "prior_strength", "ess", "test_train_ratio")


def compare(options: argparse.Namespace) -> str:
    """``jointstats compare``."""
    jobs = whole("--jobs", options.jobs)
    keywords = _given(options, None) | {"normal": options.normal, "n_jobs": jobs}
    result = jointstats.compare_algorithms(_table(options), **keywords)
    if options.report:
        result.to_html(options.report)
    return show(result, options)


def test(options: argparse.Namespace) -> str:
    """``jointstats test NAME``."""
    run = _function(f"{options.test}_test", f"jointstats test {options.test}")
    return show(run(_table(options), **_given(options, _UNDERSTOOD[options.test])), options)


def pairwise(options: argparse.Namespace) -> str:
    """``jointstats pairwise NAME``."""
    _function(f"{options.test}_test", f"jointstats pairwise {options.test}")
    understood = (_UNDERSTOOD[options.test] - {"question"}) | {"p_adjust", "control"}
    keywords = _given(options, understood)
    keywords |= {"cases": options.cases, "n_jobs": whole("--jobs", options.jobs)}
    return show(jointstats.pairwise_tests(_table(options), test=options.test, **keywords), options)


def datasets(options: argparse.Namespace) -> str:
    """``jointstats datasets [NAME]``."""
    if options.name is not None:
        return load_frame(options.name.removeprefix("@")).to_csv(index=False).rstrip("\n")
    titles = list_datasets()
    width = max(map(len, titles))
    return "\n".join(f"{name:<{width}}  {title}" for name, title in titles.items())


def simulate(options: argparse.Namespace) -> str:
    """``jointstats simulate``."""
    from jointstats.presentation.cli import simulate as command

    return show(command.run(options), options)


def plan(options: argparse.Namespace) -> str:
    """``jointstats plan``."""
    from jointstats.presentation.cli import plan as command

    return show(command.run(options, _table), options)


COMMANDS: Mapping[str, Callable[[argparse.Namespace], str]] = {
    "compare": compare,
    "test": test,
    "pairwise": pairwise,
    "datasets": datasets,
    "simulate": simulate,
    "plan": plan,
}


def _table(options: argparse.Namespace) -> ResultsTable:
    """Read FILE with its roles; those of a packaged table are known, and can be changed."""
    ways = measures(options)
    if options.file.startswith("@"):
        about = describe_dataset(options.file[1:])
        frame = load_frame(options.file[1:])
        chosen = about.get("default_measures") or list(about["measures"])
        known = {name: about["measures"][name] for name in chosen}
        roles: dict[str, Any] = {
            "dataset": options.dataset or about["dataset"],
            "algorithm": options.algorithm or about["algorithm"],
            "measures": ways or known,
            "aggregate": options.aggregate or ("mean" if "fold" in about else None),
        }
        widths = {name: about.get("rope", {}).get(name, 0.0) for name in roles["measures"]}
    else:
        for role, name in (("dataset", "data set"), ("algorithm", "algorithm")):
            if not getattr(options, role) and not (role == "dataset" and folds.asked_for(options)):
                raise OptionError(f"Say which column holds the {name}: --{role} COL.")
        if not ways:
            raise OptionError(
                "Name at least one measure: --max MEASURE (higher is better) or --min MEASURE "
                "(lower is better)."
            )
        frame = read_frame(options.file, format=options.format)
        roles = {
            "dataset": options.dataset,
            "algorithm": options.algorithm,
            "measures": ways,
            "aggregate": options.aggregate,
        }
        widths = {}
    roles |= {
        "rope": {**widths, **ropes(options)},
        "missing": options.missing or "raise",
        "min_folds": options.min_folds,
        "only": options.only,
    }
    if folds.asked_for(options):
        return folds.table(frame, roles, options)
    return jointstats.results_table(frame, **roles)


def _given(options: argparse.Namespace, understood: frozenset[str] | None) -> dict[str, Any]:
    """The test's options that were given; one that the test does not know is refused."""
    given = {}
    for name in _EVERY_OPTION:
        value = getattr(options, name, None)
        if value is None or (name == "question" and value == "orderings"):
            continue
        flag = f"--{name.replace('_', '-')}"
        if understood is not None and name not in understood:
            raise OptionError(f"{flag} has no meaning for {options.command} {options.test}.")
        if name in _NUMBERS and (name, value) != ("ess", "auto"):
            value = number(flag, value)
        if name == "max_parents" and value != "auto":
            value = None if value == "none" else whole_number(flag, value, 0)
        if name == "seed":
            name, value = "rng", whole_number(flag, value, 0)
        given[name] = value
    return given


def _function(name: str, command: str) -> Callable[..., Result]:
    try:
        return getattr(jointstats, name)
    except AttributeError:
        raise OptionError(
            f"{command} is not part of jointstats {jointstats.__version__}."
        ) from None
