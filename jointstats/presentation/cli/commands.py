"""What each command does: options in, text and files out."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
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
from jointstats.presentation.cli.output import Output, show

# Options that each test understands; the others are refused rather than ignored.
_UNDERSTOOD: Mapping[str, frozenset[str]] = {
    "glrt": frozenset({"on", "alpha", "question", "control"}),
    "bayes": frozenset({"on", "alpha", "question", "control", "prior", "prior_strength"}),
    "network": frozenset({"on", "alpha", "ess", "seed", "structure", "max_parents", "ties"}),
    "pareto": frozenset({"on", "alpha", "prior_strength"}),
    "plackett_luce": frozenset({"on", "alpha", "prior_shape", "draws", "seed"}),
    "sign": frozenset({"on", "alpha", "p_adjust", "control"}),
    "wilcoxon": frozenset({"on", "alpha", "p_adjust", "control"}),
    "bayes_sign": frozenset({"on", "alpha", "control", "prior", "prior_strength"}),
    "friedman": frozenset({"on", "alpha", "post_hoc"}),
    "corrected_t": frozenset({"measure", "alpha", "p_adjust", "control", "test_train_ratio"}),
    "hotelling": frozenset({"on", "alpha", "p_adjust", "seed", "correction", "test_train_ratio"}),
    "manova": frozenset(
        {"on", "alpha", "p_adjust", "draws", "seed", "correction", "test_train_ratio"}
    ),
    "mardia": frozenset({"on", "alpha", "p_adjust", "draws", "seed"}),
}
_EVERY_OPTION = sorted(frozenset.union(*_UNDERSTOOD.values()))
_NUMBERS = ("alpha", "prior_shape", "prior_strength", "ess", "test_train_ratio")


def compare(options: argparse.Namespace) -> Output:
    """``jointstats compare``."""
    jobs = whole("--jobs", options.jobs)
    keywords = _given(options, None) | {"normal": options.normal, "n_jobs": jobs}
    result = jointstats.compare_algorithms(_table(options), **keywords)
    shown = show(result, options)
    if options.report:
        from jointstats.presentation.report import page

        known = replace(result, call=result.call | {"source": _source(options)})
        report = (options.report, page.page(known).encode())
        shown = replace(shown, files=(report, *shown.files))
    return shown


def test(options: argparse.Namespace) -> Output:
    """``jointstats test NAME``."""
    run = _function(f"{options.test}_test", f"jointstats test {options.test}")
    return show(run(_table(options), **_given(options, _UNDERSTOOD[options.test])), options)


def pairwise(options: argparse.Namespace) -> Output:
    """``jointstats pairwise NAME``."""
    _function(f"{options.test}_test", f"jointstats pairwise {options.test}")
    understood = (_UNDERSTOOD[options.test] - {"question"}) | {"p_adjust", "control"}
    keywords = _given(options, understood)
    keywords |= {"cases": options.cases, "n_jobs": whole("--jobs", options.jobs)}
    return show(jointstats.pairwise_tests(_table(options), test=options.test, **keywords), options)


def datasets(options: argparse.Namespace) -> Output:
    """``jointstats datasets [NAME]``."""
    if options.name is not None:
        frame = load_frame(options.name.removeprefix("@"))
        return Output(frame.to_csv(index=False).rstrip("\n"))
    titles = list_datasets()
    width = max(map(len, titles))
    return Output("\n".join(f"{name:<{width}}  {title}" for name, title in titles.items()))


def simulate(options: argparse.Namespace) -> Output:
    """``jointstats simulate``."""
    from jointstats.presentation.cli import simulate as command

    return show(command.run(options), options)


def plan(options: argparse.Namespace) -> Output:
    """``jointstats plan``."""
    from jointstats.presentation.cli import plan as command

    return show(command.run(options, _table), options)


COMMANDS: Mapping[str, Callable[[argparse.Namespace], Output]] = {
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
        if options.columns is not None:
            raise OptionError("--columns has no meaning for a packaged table.")
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
        _require_roles(options, ways)
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
        if options.columns is not None:
            raise OptionError("--columns has no meaning for folds of one data set.")
        return folds.table(frame, roles, options)
    folds.refuse_of(options)
    if options.columns is not None:
        return _wide(frame, roles, options)
    return jointstats.results_table(frame, **roles)


def _require_roles(options: argparse.Namespace, ways: Mapping[str, str]) -> None:
    """Refuse a file of which nobody said what is where."""
    if options.file in list_datasets() and not Path(options.file).exists():
        raise OptionError(
            f"There is no file {options.file}; the packaged table is @{options.file}."
        )
    if not options.dataset and not folds.asked_for(options):
        raise OptionError("Say which column holds the data set: --dataset COL.")
    if not options.algorithm and options.columns is None:
        raise OptionError(
            "Say which column holds the algorithm: --algorithm COL; or, if every algorithm has a "
            'column of its own, how these are named: --columns "{algorithm}" for one measure, '
            '--columns "{measure}_{algorithm}" for several.'
        )
    if not ways:
        raise OptionError(
            "Name at least one measure: --max MEASURE (higher is better) or --min MEASURE "
            "(lower is better)."
        )


def _source(options: argparse.Namespace) -> dict[str, Any]:
    """What the report says of the file, for those who want to repeat the comparison."""
    names = ("file", "dataset", "algorithm", "columns", "only", "min_folds", "format")
    source = {name: getattr(options, name) for name in names}
    if options.file == "-":
        source["file"] = None
    if options.file.startswith("@"):
        about = describe_dataset(options.file[1:])
        source |= {role: source[role] or about[role] for role in ("dataset", "algorithm")}
    if options.min_folds is not None:
        source["min_folds"] = int(options.min_folds)
    return {name: value for name, value in source.items() if value is not None}


def _wide(frame: Any, roles: dict[str, Any], options: argparse.Namespace) -> ResultsTable:
    """A table of a file with a column for every algorithm."""
    for name in ("algorithm", "aggregate", "min_folds"):
        if getattr(options, name) is not None:
            raise OptionError(f"--{name.replace('_', '-')} has no meaning with --columns.")
    kept = ("dataset", "measures", "rope", "missing", "only")
    return jointstats.results_table_wide(
        frame, columns=options.columns, **{name: roles[name] for name in kept}
    )


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
        if name == "draws":
            value = whole_number(flag, value, 1)
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
