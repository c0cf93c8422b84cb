"""What each command does: options in, text out."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace

import jointstats
from jointstats.labelled.declare import catalogue
from jointstats.labelled.result import spelled
from jointstats.labelled.table.reading import list_datasets, load_frame
from jointstats.presentation.cli import options, plan, source, watch
from jointstats.presentation.cli.arguments import tests
from jointstats.presentation.cli.output import Output, show
from jointstats.presentation.cli.spelling import for_the_shell


def compare(said: argparse.Namespace) -> Output:
    """``jointstats compare``."""
    frame, roles = source.read(said)
    keywords = options.given(said, [catalogue()["compare_algorithms"]])
    result = jointstats.compare_algorithms(frame, **roles, **keywords)
    shown = show(result, said)
    if said.report:
        from jointstats.presentation.report import page

        known = spelled(result, for_the_shell)
        known = replace(known, call=result.call | {"source": source.described(said)})
        report = (said.report, page.page(known).encode())
        shown = replace(shown, files=(report, *shown.files))
    return shown


def test(said: argparse.Namespace) -> Output:
    """``jointstats test NAME``, and ``jointstats claim``."""
    one = tests()[said.test]
    frame, roles = source.read(said)
    return show(getattr(jointstats, one.name)(frame, **roles, **options.given(said, [one])), said)


def board(said: argparse.Namespace) -> Output:
    """``jointstats leaderboard``."""
    frame, roles = source.read(said)
    keywords = options.given(said, [catalogue()["leaderboard"]])
    return show(jointstats.leaderboard(frame, **roles, **keywords), said)


def runs(said: argparse.Namespace) -> Output:
    """``jointstats runs``."""
    frame, roles = source.read(said)
    keywords = options.given(said, [catalogue()["run_certainty"]])
    return show(jointstats.run_certainty(frame, **roles, **keywords), said)


def pairwise(said: argparse.Namespace) -> Output:
    """``jointstats pairwise NAME``."""
    frame, roles = source.read(said)
    declared = [catalogue()["pairwise_tests"], tests()[said.test]]
    keywords = options.given(said, declared) | {"test": said.test}
    return show(jointstats.pairwise_tests(frame, **roles, **keywords), said)


def datasets(said: argparse.Namespace) -> Output:
    """``jointstats datasets [NAME]``."""
    if said.name is not None:
        frame = load_frame(said.name.removeprefix("@"))
        return Output(frame.to_csv(index=False).rstrip("\n"))
    titles = list_datasets()
    width = max(map(len, titles))
    return Output("\n".join(f"{name:<{width}}  {title}" for name, title in titles.items()))


def simulate(said: argparse.Namespace) -> Output:
    """``jointstats simulate``."""
    return show(jointstats.simulate_roc(**options.given(said, [catalogue()["simulate_roc"]])), said)


def planned(said: argparse.Namespace) -> Output:
    """``jointstats plan``."""
    return show(plan.run(said), said)


def watched(said: argparse.Namespace) -> Output:
    """``jointstats watch``."""
    return show(watch.claim(said), said)


def leading(said: argparse.Namespace) -> Output:
    """``jointstats leader``."""
    return show(watch.leader(said), said)


COMMANDS: Mapping[str, Callable[[argparse.Namespace], Output]] = {
    "compare": compare,
    "leaderboard": board,
    "test": test,
    "claim": test,
    "watch": watched,
    "leader": leading,
    "runs": runs,
    "pairwise": pairwise,
    "datasets": datasets,
    "simulate": simulate,
    "plan": planned,
}
