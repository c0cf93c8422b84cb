"""What each command does: FILE and options in, text out."""

from __future__ import annotations

import argparse
import codecs
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import jointstats
from jointstats.base import files
from jointstats.base.declare import declaration
from jointstats.base.errors import OptionError, note
from jointstats.base.facts import words_of
from jointstats.base.kinds import Number, Widths
from jointstats.base.options import known_name, known_names
from jointstats.base.result import Result, spelled
from jointstats.drawing import layout
from jointstats.drawing.document import respelled
from jointstats.interfaces.cli import arguments, options
from jointstats.interfaces.roles import value_of
from jointstats.table import columns, leaderboard, reading, wide
from jointstats.table.formats import catalogue
from jointstats.table.formats.format import Format, Source
from jointstats.table.making import require_roles
from jointstats.table.results_table import ResultsTable
from jointstats.table.selecting import keyed, selected


@dataclass(frozen=True)
class Output:
    """What is to be printed, what is to be written where, and the exit status."""

    text: str
    files: tuple[tuple[str, bytes], ...] = ()
    status: int = 0


def compare(said: argparse.Namespace) -> Output:
    """``jointstats compare``."""
    if said.sensitivity and not said.report:
        raise OptionError(
            "--sensitivity needs --report: it names what the report tries. Without a report, "
            "use the command sensitivity."
        )
    result = _computed(said, "compare_algorithms")
    shown = _show(result, said)
    if said.report:
        from jointstats.interfaces.report import page

        known = spelled(result, options.for_the_shell)
        known = replace(known, call=result.call | {"source": described(said)})
        report = (said.report, page.page(known, sensitivity=said.sensitivity).encode())
        shown = replace(shown, files=(report, *shown.files))
    return shown


def _computed(said: argparse.Namespace, name: str, *also: str, **more: Any) -> Any:
    """What a function says of the table, with its options and those that it passes on."""
    frame, roles = read_table(said)
    keywords = options.given(said, [declaration(command) for command in (name, *also)])
    return getattr(jointstats, name)(frame, **roles, **(keywords | more))


def _answer(said: argparse.Namespace, name: str, *also: str, **more: Any) -> Output:
    return _show(_computed(said, name, *also, **more), said)


def changes(said: argparse.Namespace) -> Output:
    """``jointstats sensitivity``."""
    result = _computed(said, "compare_algorithms")
    keywords = options.given(said, [declaration("sensitivity")])
    return _show(jointstats.sensitivity(result, **keywords), said)


_STATUS = {"shown": 0, "undecided": 3, "refuted": 4}  # of what decides a build


def test(said: argparse.Namespace) -> Output:
    """``jointstats test NAME``, and ``jointstats claim``."""
    result = _computed(said, f"{said.test}_test")
    shown = _show(result, said)
    if not getattr(said, "exit_status", False):
        return shown
    refuted = result.p_value_below <= result.alpha
    state = "shown" if result.decided else "refuted" if refuted else "undecided"
    return replace(shown, status=_STATUS[state])


def gated(said: argparse.Namespace) -> Output:
    """``jointstats gate``."""
    from jointstats.claims.gate import file as gate_file
    from jointstats.claims.gate import gate, words

    file = gate_file.read(said.claims, said.ledger)
    asked = {name: getattr(said, name) for name in ("name", "once", "rerun")}
    outcome = gate.gate(file, said.baseline, said.candidate, **asked)
    text = words.markdown(outcome) if said.to else words.text(outcome)
    if said.json:
        text = json.dumps(outcome.to_dict())
    return Output(text, status=_STATUS[outcome.state])


def pairwise(said: argparse.Namespace) -> Output:
    """``jointstats pairwise NAME``."""
    return _answer(said, "pairwise_tests", f"{said.test}_test", test=said.test)


def datasets(said: argparse.Namespace) -> Output:
    """``jointstats datasets [NAME]``."""
    if said.name is not None:
        frame = reading.load_frame(said.name.removeprefix("@"))
        return Output(frame.to_csv(index=False).rstrip("\n"))
    titles = reading.list_datasets()
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
    keywords = options.given(said, [declaration("simulate_roc")])
    return _show(jointstats.simulate_roc(**keywords), said)


def planned(said: argparse.Namespace) -> Output:
    """``jointstats plan``: the truth that a plan assumes, given in one of four ways."""
    given = [said.file, said.shares, said.shift, said.claim_share]
    if sum(part is not None for part in given) != 1:
        raise OptionError(
            "Assume one truth: FILE (a pilot study), --shares, --shift, or --claim-share."
        )
    truth: dict[str, Any]
    if said.file is not None:
        frame, roles = read_table(said)
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
    return _show(jointstats.plan_datasets(**truth, **keywords), said)


def watched(said: argparse.Namespace) -> Output:
    """``jointstats watch``: a ledger, and the table that is added to it, if any."""
    given = options.given(said, [declaration("watch_claim")])
    place = given.pop("ledger")
    if said.plot and os.path.realpath(said.plot) == os.path.realpath(place):
        raise OptionError("--plot names the ledger itself: name another file.")
    data: Any = None
    if said.file is not None:
        _remember(said, place)
        data, roles = read_table(said)
    else:
        known = options.roles(said)
        roles = {name: known.get(name) for name in ("measures", "rope")}
    return _show(jointstats.watch_claim(place, data, **(roles | given)), said)


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
    given = contents(said.file)
    server.run(
        largest=largest, browser=browser, say=lambda line: print(line, flush=True), given=given
    )
    return Output("\nThe page has ended.")


COMMANDS: Mapping[str, Callable[[argparse.Namespace], Output]] = {
    "compare": compare,
    "leaderboard": lambda said: _answer(said, "leaderboard"),
    "sensitivity": changes,
    "test": test,
    "claim": test,
    "break-even": lambda said: _answer(said, "break_even"),
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


# --- What is printed, drawn and written -----------------------------------------------------------


def check(said: argparse.Namespace) -> None:
    """Refuse what cannot be printed, drawn or written, before the work."""
    known = vars(said)
    report, plot, read = known.get("report"), known.get("plot"), known.get("file") or []
    if known.get("json") and known.get("to"):
        raise OptionError("Say --json or --to, not both.")
    for name in ("figure", "width", "theme"):
        if plot is None and known.get(name) is not None:
            raise OptionError(f"--{name} is for what --plot FILE draws: give both.")
    for path in filter(None, (report, plot)):
        files.check(path, inputs=read if isinstance(read, list) else [read])


def _show(result: Result, said: argparse.Namespace) -> Output:
    """The result as text or JSON, and its figure if requested."""
    result = spelled(result, options.for_the_shell)
    drawn = []
    if said.plot is not None:
        from jointstats.interfaces import figures

        theme = said.theme or "colour"
        drawing = figures.drawing(result, said.figure, width=said.width, theme=theme)
        drawn.append((said.plot, drawing.encoded(Path(said.plot).suffix)))
    if said.to:
        text = str(getattr(result, f"to_{said.to}")()).rstrip("\n")
    else:
        text = _json(result) if said.json else _text(result, verbose=said.verbose)
    return Output(text, tuple(drawn))


def _text(result: Result, *, verbose: bool) -> str:
    """One screen of the result, or all; what only Python has is called by the shell's name."""
    words = words_of(result)
    parts = (not verbose and words.short()) or words.document()
    most = None if verbose else layout.SCREEN
    width, bold = layout.command_width(), layout.shows_bold()
    text = layout.written(parts, width, most=most, bold=bold)
    return str(respelled(text, _SPELLED))


_SPELLED = {
    "leaderboard.to_frame()": "add --json",
    "to_frame()": "add --json",
    "summary()": "add -v",
}


def _json(result: Result) -> str:
    """JSON is UTF-8: where standard output is not, letters beyond ASCII are escaped."""
    unicode = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    return json.dumps(result.to_dict(), ensure_ascii=not unicode, allow_nan=False)


# --- FILE: the frame in it with the roles of its columns, or its table ----------------------------


def read_table(said: argparse.Namespace) -> tuple[Any, dict[str, Any]]:
    """The frame of FILE and the roles of its columns."""
    given = options.roles(said)
    if _is_packaged(said):
        frame, chosen = _packaged(said, given)
    else:
        source = Source(said.file)  # one: standard input is there only once
        known = catalogue.format_of(source, said.format)
        catalogue.refuse_others(known, options.own(said))
        if known.states:
            return _stated(said, source, known, given), {}
        if str(said.file) in reading.list_datasets() and not Path(said.file).exists():
            there = f"the packaged table is @{said.file}."
            raise OptionError(f"There is no file {said.file}; {there}")
        catalogue.refuse_absent(source)
        content = reading.read_found(source, known, options.own(said))
        for caution in content.cautions:
            note(caution)
        frame, chosen = content.frame, {**content.roles, **given}
        require_roles(frame, chosen, named_rows=False)
    if said.exclude:
        chosen["only"] = _others(frame, chosen, said)
    return frame, chosen


def _is_packaged(said: argparse.Namespace) -> bool:
    """Whether FILE is a packaged table."""
    if not isinstance(said.file, list):
        return bool(said.file.startswith("@"))
    if any(name.startswith("@") for name in said.file):
        raise OptionError("Name one packaged table, or files.")
    return False


def _packaged(said: argparse.Namespace, given: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    if said.columns is not None:
        raise OptionError("--columns has no meaning for a packaged table.")
    known = reading.default_roles(reading.describe_dataset(said.file[1:]), given.get("measures"))
    if {"fold", "run", "of"} & given.keys():  # folds of one data set are compared as they are
        chosen = {name: known[name] for name in ("dataset", "algorithm", "measures")} | given
    else:
        chosen = known | given | {"rope": known["rope"] | given.get("rope", {})}
    return reading.load_frame(said.file[1:]), {
        n: value for n, value in chosen.items() if value != {}
    }


def _stated(
    said: argparse.Namespace, source: Source, known: Format, given: dict[str, Any]
) -> ResultsTable:
    """The table of a file whose format says what is where; what the command says goes first."""
    given |= options.own(said)
    content = reading.read_found(source, known, given)
    if said.exclude:
        given["only"] = _others(content.frame, dict(content.roles) | given, said)
    said.format, said.stated = known.name, tuple(content.roles)
    return catalogue.table_of_found(content, given, known)


def _others(frame: Any, roles: Mapping[str, Any], said: argparse.Namespace) -> list[str]:
    """All algorithms but those excluded."""
    if said.only:
        raise OptionError("Say --only or --exclude, not both.")
    names = _algorithms(selected(frame, roles["where"]) if "where" in roles else frame, roles)
    gone = known_names("algorithm", said.exclude, names)
    return [name for name in names if name not in gone]


def _algorithms(frame: Any, roles: Mapping[str, Any]) -> list[str]:
    """All algorithms of a table that is long, has a row for each of them, or a column."""
    frame, roles = keyed(frame, roles)
    if "algorithm" not in roles:
        known = ("measures", "dataset", "columns")
        return wide.algorithms_of(frame, **{name: roles[name] for name in known if name in roles})
    if "dataset" not in roles and not {"fold", "run"} & roles.keys():
        return leaderboard.algorithms_of(frame, roles["algorithm"])
    return columns.coded(frame, roles["algorithm"], "algorithm")[1]


def contents(names: Sequence[str]) -> dict[str, bytes]:
    """The bytes of files, and of those in folders, by the names that the page shows."""
    frames = {}
    for name in names:
        source = Source(name)
        catalogue.refuse_absent(source)
        for path in source.files():
            top = Path(name).resolve().parent
            frames[path.resolve().relative_to(top).as_posix()] = path.read_bytes()
    return frames


def described(said: argparse.Namespace) -> dict[str, Any]:
    """What the report says of the file, for those who want to repeat the comparison."""
    names = ("exclude", "format", "stated")
    source: dict[str, Any] = {name: getattr(said, name, None) for name in names}
    source |= options.roles(said) | {"file": None if said.file == "-" else said.file}
    if _is_packaged(said):
        about = reading.describe_dataset(said.file[1:])
        source = {role: about[role] for role in ("dataset", "algorithm")} | source
    for name, number in (("min_folds", int), ("test_share", float)):
        if name in source:
            source[name] = number(source[name])
    known = {name: value for name, value in source.items() if value is not None}
    return known | options.own(said)
