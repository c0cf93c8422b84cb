"""What each command does: options in, text out."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import replace

import jointstats
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.declare import CLAIMS, Declaration, declared
from jointstats.labelled.errors import OptionError
from jointstats.labelled.options import known_name
from jointstats.labelled.result import spelled
from jointstats.labelled.table.reading import list_datasets, load_frame
from jointstats.presentation.cli import options, source
from jointstats.presentation.cli.output import Output, show
from jointstats.presentation.cli.spelling import for_the_shell


def compare(said: argparse.Namespace) -> Output:
    """``jointstats compare``."""
    if said.sensitivity and not said.report:
        raise OptionError(
            "--sensitivity goes with --report: it says what the report tries; without a report, "
            "use the command sensitivity."
        )
    result = _compared(said)
    shown = show(result, said)
    if said.report:
        from jointstats.presentation.report import page

        known = spelled(result, for_the_shell)
        known = replace(known, call=result.call | {"source": source.described(said)})
        report = (said.report, page.page(known, sensitivity=said.sensitivity).encode())
        shown = replace(shown, files=(report, *shown.files))
    return shown


def _compared(said: argparse.Namespace) -> Comparison:
    frame, roles = source.read(said)
    keywords = options.given(said, [_known("compare_algorithms")])
    return jointstats.compare_algorithms(frame, **roles, **keywords)


def changes(said: argparse.Namespace) -> Output:
    """``jointstats sensitivity``."""
    result = _compared(said)
    keywords = options.given(said, [_known("sensitivity")])
    return show(jointstats.sensitivity(result, **keywords), said)


def test(said: argparse.Namespace) -> Output:
    """``jointstats test NAME``, and ``jointstats claim``."""
    one = _known(f"{said.test}_test")
    frame, roles = source.read(said)
    return show(getattr(jointstats, one.name)(frame, **roles, **options.given(said, [one])), said)


def board(said: argparse.Namespace) -> Output:
    """``jointstats leaderboard``."""
    frame, roles = source.read(said)
    keywords = options.given(said, [_known("leaderboard")])
    return show(jointstats.leaderboard(frame, **roles, **keywords), said)


def pairwise(said: argparse.Namespace) -> Output:
    """``jointstats pairwise NAME``."""
    frame, roles = source.read(said)
    own = [] if said.test == CLAIMS else [_known(f"{said.test}_test")]
    keywords = options.given(said, [_known("pairwise_tests"), *own]) | {"test": said.test}
    return show(jointstats.pairwise_tests(frame, **roles, **keywords), said)


def datasets(said: argparse.Namespace) -> Output:
    """``jointstats datasets [NAME]``."""
    if said.name is not None:
        frame = load_frame(said.name.removeprefix("@"))
        return Output(frame.to_csv(index=False).rstrip("\n"))
    titles = list_datasets()
    width = max(map(len, titles))
    return Output("\n".join(f"{name:<{width}}  {title}" for name, title in titles.items()))


def schema(said: argparse.Namespace) -> Output:
    """``jointstats schema [RESULT]``."""
    return Output(json.dumps(jointstats.json_schema(said.name), indent=1))


def references(said: argparse.Namespace) -> Output:
    """``jointstats references [KEY ...]``."""
    from jointstats.words import bibliography

    known = bibliography.entries()
    keys = [known_name("reference", key, known) for key in said.key] or known
    return Output(bibliography.listed(keys, said.to or "bibtex").rstrip("\n"))


def simulate(said: argparse.Namespace) -> Output:
    """``jointstats simulate``."""
    return show(jointstats.simulate_roc(**options.given(said, [_known("simulate_roc")])), said)


def planned(said: argparse.Namespace) -> Output:
    """``jointstats plan``."""
    from jointstats.presentation.cli import plan

    return show(plan.run(said), said)


def completed(said: argparse.Namespace) -> Output:
    """``jointstats completion SHELL``."""
    from jointstats.presentation.cli import completion

    return Output(completion.script(said.shell))


def watched(said: argparse.Namespace) -> Output:
    """``jointstats watch``."""
    from jointstats.presentation.cli import watch

    return show(watch.claim(said), said)


def leading(said: argparse.Namespace) -> Output:
    """``jointstats leader``."""
    from jointstats.presentation.cli import watch

    return show(watch.leader(said), said)


def page(said: argparse.Namespace) -> Output:
    """``jointstats app``."""
    from jointstats.presentation.cli import page

    return page.run(said)


def _known(name: str) -> Declaration:
    """A function that this package declares; no other is loaded for it."""
    found = declared(name)
    if found is None:
        raise LookupError(name)
    return found


COMMANDS: Mapping[str, Callable[[argparse.Namespace], Output]] = {
    "compare": compare,
    "leaderboard": board,
    "sensitivity": changes,
    "test": test,
    "claim": test,
    "watch": watched,
    "leader": leading,
    "app": page,
    "pairwise": pairwise,
    "datasets": datasets,
    "schema": schema,
    "references": references,
    "simulate": simulate,
    "plan": planned,
    "completion": completed,
}
