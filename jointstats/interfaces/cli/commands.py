"""What each command does: options in, text out."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import jointstats
from jointstats.base.declare import declaration
from jointstats.base.errors import OptionError
from jointstats.base.kinds import Number, Widths
from jointstats.base.options import known_name
from jointstats.base.result import spelled
from jointstats.interfaces.cli import arguments, options, source
from jointstats.interfaces.cli.output import Output, for_the_shell, show
from jointstats.interfaces.roles import value_of
from jointstats.table.reading import list_datasets, load_frame


def compare(said: argparse.Namespace) -> Output:
    """``jointstats compare``."""
    if said.sensitivity and not said.report:
        raise OptionError(
            "--sensitivity needs --report: it names what the report tries. Without a report, "
            "use the command sensitivity."
        )
    result = _computed(said, "compare_algorithms")
    shown = show(result, said)
    if said.report:
        from jointstats.interfaces.report import page

        known = spelled(result, for_the_shell)
        known = replace(known, call=result.call | {"source": source.described(said)})
        report = (said.report, page.page(known, sensitivity=said.sensitivity).encode())
        shown = replace(shown, files=(report, *shown.files))
    return shown


def _computed(said: argparse.Namespace, name: str, *also: str, **more: Any) -> Any:
    """What a function says of the table, with its options and those that it passes on."""
    frame, roles = source.read(said)
    keywords = options.given(said, [declaration(command) for command in (name, *also)])
    return getattr(jointstats, name)(frame, **roles, **(keywords | more))


def changes(said: argparse.Namespace) -> Output:
    """``jointstats sensitivity``."""
    result = _computed(said, "compare_algorithms")
    keywords = options.given(said, [declaration("sensitivity")])
    return show(jointstats.sensitivity(result, **keywords), said)


_STATUS = {"shown": 0, "undecided": 3, "refuted": 4}  # of what decides a build


def test(said: argparse.Namespace) -> Output:
    """``jointstats test NAME``, and ``jointstats claim``."""
    result = _computed(said, f"{said.test}_test")
    shown = show(result, said)
    if not getattr(said, "exit_status", False):
        return shown
    refuted = result.p_value_below <= result.alpha
    state = "shown" if result.decided else "refuted" if refuted else "undecided"
    return replace(shown, status=_STATUS[state])


def gated(said: argparse.Namespace) -> Output:
    """``jointstats gate``."""
    from jointstats.claims.gate import file as gate_file
    from jointstats.claims.gate import gate, words

    if said.json and said.to:
        raise OptionError("Say --json or --to, not both.")
    file = gate_file.read(said.claims, said.ledger)
    asked = {name: getattr(said, name) for name in ("name", "once", "rerun")}
    outcome = gate.gate(file, said.baseline, said.candidate, **asked)
    text = words.markdown(outcome) if said.to else words.text(outcome)
    if said.json:
        text = json.dumps(outcome.to_dict())
    return Output(text, status=_STATUS[outcome.state])


def pairwise(said: argparse.Namespace) -> Output:
    """``jointstats pairwise NAME``."""
    return show(_computed(said, "pairwise_tests", f"{said.test}_test", test=said.test), said)


def datasets(said: argparse.Namespace) -> Output:
    """``jointstats datasets [NAME]``."""
    if said.name is not None:
        frame = load_frame(said.name.removeprefix("@"))
        return Output(frame.to_csv(index=False).rstrip("\n"))
    titles = list_datasets()
    width = max(map(len, titles))
    return Output("\n".join(f"{name:<{width}}  {title}" for name, title in titles.items()))


def references(said: argparse.Namespace) -> Output:
    """``jointstats references [KEY ...]``."""
    from jointstats.base import references as bibliography

    known = bibliography.entries()
    keys = [known_name("reference", key, known) for key in said.key] or known
    return Output(bibliography.listed(keys, said.to or "bibtex").rstrip("\n"))


def simulate(said: argparse.Namespace) -> Output:
    """``jointstats simulate``."""
    return show(jointstats.simulate_roc(**options.given(said, [declaration("simulate_roc")])), said)


def planned(said: argparse.Namespace) -> Output:
    """``jointstats plan``: the truth that a plan assumes, given in one of four ways."""
    given = [said.file, said.shares, said.shift, said.claim_share]
    if sum(part is not None for part in given) != 1:
        raise OptionError(
            "Assume one truth: FILE (a pilot study), --shares, --shift, or --claim-share."
        )
    truth: dict[str, Any]
    if said.file is not None:
        frame, roles = source.read(said)
        truth = {"truth": frame} | roles
    else:
        named = "algorithms" if said.claim_share is None else "only"
        truth = {"measures": options.measures(said) or None, named: said.only}
        if said.shares is not None:
            truth["truth"] = [Number().read("shares", text) for text in said.shares]
        elif said.shift is not None:
            truth["shifts"] = value_of("shifts", Widths(), said.shift)
            truth["correlation"] = Number().read("correlation", said.correlation)
    keywords = options.given(said, [declaration("plan_datasets")])
    keywords.pop("correlation", None)  # part of the truth, and read with the shifts
    return show(jointstats.plan_datasets(**truth, **keywords), said)


def watched(said: argparse.Namespace) -> Output:
    """``jointstats watch``: a ledger, and the table that is added to it, if any."""
    given = options.given(said, [declaration("watch_claim")])
    place = given.pop("ledger")
    if said.plot and os.path.realpath(said.plot) == os.path.realpath(place):
        raise OptionError("--plot names the ledger itself: name another file.")
    data: Any = None
    if said.file is not None:
        _remember(said, place)
        data, roles = source.read(said)
    else:
        known = options.roles(said)
        roles = {name: known.get(name) for name in ("measures", "rope")}
    return show(jointstats.watch_claim(place, data, **(roles | given)), said)


def _remember(said: argparse.Namespace, place: str) -> None:
    """Take the measures and ropes of a ledger that is there, unless the command says some."""
    from jointstats.claims import ledger_file

    path = os.path.expanduser(place)
    known = None if said.max or said.min else ledger_file.read(path, ledger_file.CLAIM)
    if known is None:
        return
    for way in ("max", "min"):
        setattr(said, way, [name for name, better in known.measures.items() if better == way])
    said.rope = said.rope or [[name, repr(width)] for name, width in known.rope.items()]


def page(said: argparse.Namespace) -> Output:
    """``jointstats app``: serve the page until Ctrl-C."""
    largest = Number().read("largest", said.largest)
    if not 1 <= largest <= 4000:
        raise OptionError("--largest must be a number of million bytes from 1 to 4000.")
    from jointstats.interfaces.app import server

    browser = said.open or (not said.no_browser and sys.stdout.isatty())
    given = source.contents(said.file)
    server.run(
        largest=largest, browser=browser, say=lambda line: print(line, flush=True), given=given
    )
    return Output("\nThe page has ended.")


COMMANDS: Mapping[str, Callable[[argparse.Namespace], Output]] = {
    "compare": compare,
    "leaderboard": lambda said: show(_computed(said, "leaderboard"), said),
    "sensitivity": changes,
    "test": test,
    "claim": test,
    "break-even": lambda said: show(_computed(said, "break_even"), said),
    "gate": gated,
    "watch": watched,
    "app": page,
    "pairwise": pairwise,
    "datasets": datasets,
    "schema": lambda said: Output(json.dumps(jointstats.json_schema(said.name), indent=1)),
    "references": references,
    "simulate": simulate,
    "plan": planned,
    "completion": lambda said: Output(arguments.completion(said.shell)),
}
