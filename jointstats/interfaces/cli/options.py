"""Options of the command line: of public functions, by their signatures; of a table, by roles.

And how messages name them.
"""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jointstats.base import wording
from jointstats.base.declare import Declaration, DeclaredOption
from jointstats.base.errors import DirectionError, OptionError
from jointstats.base.kinds import OptionKind, Workers
from jointstats.base.options import FORMAT_OPTIONS, equations, one_or_several
from jointstats.evidence.messages import Call, Function, Option, Part, Said, Spelled, Value, visible
from jointstats.interfaces.help import help_of, plain
from jointstats.interfaces.roles import EQUATIONS, ROLES, read, thing_of, value_of

# Where the shell's name is not Python's with dashes.
_FLAGS = {
    "a": "for",
    "b": "over",
    "rng": "seed",
    "n_jobs": "jobs",
    "n_algorithms": "algorithms",
    "n_measures": "measures",
    "shifts": "shift",
    "groups": "group",
}


_CLUSTER = (
    "let the workers of a Dask cluster do it: the address of its scheduler, such as "
    "tcp://10.0.0.1:8786"
)


def flag(name: str) -> str:
    """The flag of an option: ``--p-adjust``, ``--seed``."""
    return f"--{_FLAGS.get(name, name).replace('_', '-')}"


def flagged(name: str, *values: str) -> list[str]:
    """An option as words; a value that begins with a dash belongs to its flag by ``=``."""
    if len(values) == 1 and values[0].startswith("-"):
        return [f"{flag(name)}={values[0]}"]
    if any(value.startswith("-") for value in values):
        return [word for value in values for word in flagged(name, value)]
    return [flag(name), *values] if values else []


def worded(name: str, value: Any) -> list[str]:
    """An option and its value as words; none of what is None."""
    if value is None or value is True:
        return [flag(name)] if value else []
    if name in EQUATIONS:
        return flagged(name, *equations(value))
    if isinstance(value, Mapping):
        words: list[str] = []
        for key, each in value.items():
            words += flagged(name, key, *(str(x).removesuffix(".0") for x in one_or_several(each)))
        return words
    return flagged(name, *map(str, one_or_several(value)))


def add(parser: Any, declarations: Iterable[Declaration], without: Iterable[str] = ()) -> None:
    """Add a flag for every option of some declared functions, each once.

    What was not said stays None: the defaults are the functions' own.
    """
    known = set(without)
    for declaration in declarations:
        group = parser.add_argument_group(f"the {declaration.title}")
        parameters = help_of(declaration.function).parameters
        for name, option in declaration.options.items():
            if name in known or option.kind.shape == "object":
                continue
            known.add(name)
            text = _help(option, parameters[name].text if name in parameters else "")
            how = {"required": option.required, **_taken(option.kind)}
            group.add_argument(flag(name), dest=name, help=text, **how)
            if isinstance(option.kind, Workers):
                group.add_argument("--scheduler", metavar="ADDRESS", help=_CLUSTER)


def _workers(namespace: argparse.Namespace) -> str:
    """The cluster that is to do the work in place of ``--jobs``."""
    scheduler = str(namespace.scheduler)
    if namespace.n_jobs is not None:
        raise OptionError("Say --jobs or --scheduler, not both.")
    if ":" not in scheduler:
        raise OptionError(
            f'--scheduler needs an address such as tcp://10.0.0.1:8786; got "{scheduler}".'
        )
    return scheduler


class _Named(argparse.Action):
    """One file or column as its name, several as a list, none as None."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
        """Keep what is named, together with what was named before."""
        known = getattr(namespace, self.dest) or []
        names = [*(known if isinstance(known, list) else [known]), *values]
        setattr(namespace, self.dest, names[0] if len(names) == 1 else names or None)


def _taken(kind: OptionKind) -> dict[str, Any]:
    """How argparse takes the words of an option of this kind, and what stands for them."""
    how: dict[str, Any] = {}
    match kind.shape:
        case "flag":
            return {"action": "store_true"}
        case "mapping":
            how = {"nargs": 2, "action": "append"}
        case "one or several":
            how = {"nargs": "+", "action": _Named}
        case "one or mapping" | "groups":
            how = {"nargs": "+", "action": "append"}
        case "several" | "several or mapping" | "equations":
            how = {"nargs": "+", "action": "extend"}
    return how | {"metavar": _metavar(kind)}


_METAVARS = {"mapping": ("MEASURE", "X"), "groups": "NAME", "several or mapping": "MEASURE[=X]"}


def _metavar(kind: OptionKind) -> Any:
    """What stands for a word of a kind."""
    if kind.shape in _METAVARS:
        return _METAVARS[kind.shape]
    if kind.shape == "one or mapping":
        return "WORD" if kind.words else "X"
    if kind.words and len(kind.words) <= 4:  # the function itself says what the words are
        return "{" + ",".join(kind.words) + "}"
    named = getattr(kind, "of", "words" if kind.words else "")
    return {"column": "COL", "measure": "MEASURE"}.get(named, "NAME") if named else "X"


def _help(option: DeclaredOption, text: str) -> str:
    kind, default, words = option.kind, option.default, phrase(plain(text))
    if len(kind.words) > 4:
        words += f"; one of {', '.join(kind.words)}"
    if not (option.required or default is None or default is False or default == ()):
        shown = " ".join(map(str, default)) if isinstance(default, tuple | list) else default
        words += f" (default: {shown})"
    if kind.shape == "one or mapping":
        noun, thing = "word" if kind.words else "number", thing_of(kind).upper()
        words += f"; or {thing} and a {noun}, as often as needed"
    if kind.shape == "groups":
        words += "; NAME and its MEASUREs, as often as needed"
    return escaped(words)


def phrase(text: str) -> str:
    """Sentences as a phrase of help, without a capital at the beginning or a full stop at the end.

    Examples
    --------
    >>> phrase("The measures to use. By default all.")
    'the measures to use; by default all'
    """
    parts = re.split(r"(?<=[.?])\s+(?=\(?[A-Z])", text.strip())
    ends = (re.sub(r"\.(\)?)$", r"\1", part) for part in parts)
    return "; ".join(re.sub(r"^\(?(?:A|[A-Z][a-z]+)\b", _lower, part) for part in ends)


def _lower(word: re.Match[str]) -> str:
    return word[0].lower()


def escaped(text: str) -> str:
    """Argparse would take a per cent sign for a place to fill in."""
    return text.replace("%", "%%")


def given(namespace: argparse.Namespace, declarations: Iterable[Declaration]) -> dict[str, Any]:
    """The options that were said, as values."""
    values: dict[str, Any] = {}
    for declaration in declarations:
        for name, option in declaration.options.items():
            said = getattr(namespace, name, None)
            if isinstance(option.kind, Workers) and getattr(namespace, "scheduler", None):
                values[name] = _workers(namespace)
            elif not (said is None or said is False or name in values):
                values[name] = value_of(name, option.kind, said)
    return values


# --- Of a table: FILE, and what is where in it ----------------------------------------------------


def add_table(command: Any, file_needed: bool = True) -> None:
    """FILE, and what the columns of the table are."""
    command.add_argument(
        "file",
        metavar="FILE",
        nargs="+" if file_needed else "*",
        action=_Named,
        help="results, a row per data set and algorithm; or what another program wrote, in "
        "a known format: files, or a folder",
    )
    table = command.add_argument_group("the table")
    _add_roles(table, _HELP)
    for name, formats in FORMAT_OPTIONS.items():
        text = f"an option of {wording.listing(formats)}"
        table.add_argument(flag(name), metavar=name.upper(), help=text)


# Roles on the command line, and what they are for.
_HELP: dict[str, str] = {
    "dataset": "column that holds the data set; of several columns, the names are joined",
    "algorithm": "column that holds the algorithm, or several",
    "metric": "column that names the measure of a row; then --max and --min name its measures",
    "value": "column that holds the value of that measure",
    "max": "columns of measures where higher is better",
    "min": "columns of measures where lower is better",
    "relative_to": "divide each result by that of this algorithm on the same data set",
    "columns": "a row for each data set, and a column for each algorithm ({algorithm}), or for "
    "each measure and algorithm (such as {measure}_{algorithm}); or, without --dataset, a row for "
    "each algorithm, and a column for each data set and measure (such as {dataset}_{measure})",
    "per_algorithm": "columns of properties of the algorithms, such as price=min: known, not "
    "results",
    "rope": "differences within VALUE are ties on this measure; 0: equal numbers are real ties",
    "only": "compare these algorithms only",
    "missing": "where a result is missing: stop (default), drop the data set, take the result as "
    "unknown (it counts against claims that it could help), or count a failed run",
    "exclude": "leave these algorithms out",
    "cluster": "column that holds the family of a data set: families are the independent evidence",
    "runs": "column that holds the run of a row, or several: runs are kept",
    "run_kind": "runs of cross-validation, or independent ones",
    "test_share": "share of the cases on which a run of cross-validation tests, such as 0.1",
    "aggregate": "combine folds or runs",
    "min_folds": "rows with a value that make a combined result valid (default: all)",
    "failed_runs": "a run without a value among several of a data set: drop it, or count it as "
    "worse than every result",
    "where": "keep the rows with this value; several values of a column are alternatives",
    "failed": "rows with this value are failed runs, without results; see --missing",
    "failed_words": "cells of measures that stand for a failed run, such as DNF",
    "limit": "a run at the limit of this measure, or above, has failed",
    "even_failed": "measures whose results count even if the run failed",
    "format": "default: the one that recognises FILE, or by its ending; csv2 has semicolons, and "
    "decimal commas",
}
_OF_MEASURES = ("max", "min")  # the flags that together are the role of measures
_MEASURES: dict[str, Any] = {"metavar": "MEASURE", "nargs": "+", "action": "extend", "default": []}
# What stands for a word, where its kind does not say it.
_OF_ROLES: dict[str, Any] = {
    "columns": "PATTERN",
    "min_folds": "N",
    "test_share": "S",
    "failed_words": "WORD",
    "per_algorithm": "NAME=WAY",
    **dict.fromkeys(("where", "failed"), "COL=VALUE"),
    **dict.fromkeys(("rope", "limit"), ("MEASURE", "VALUE")),
}


def _add_roles(group: Any, helps: Mapping[str, str]) -> None:
    """A flag for every role that has a help."""
    for name, text in helps.items():
        group.add_argument(flag(name), help=text, **_of_role(name))


def _of_role(name: str) -> dict[str, Any]:
    """How argparse takes the words of a role, and what stands for them."""
    if name in _OF_MEASURES:
        return _MEASURES
    if words := ROLES[name].words:
        return {"choices": words}
    known = _taken(ROLES[name])
    return known | {"metavar": _OF_ROLES.get(name, known["metavar"])}


def add_folds(command: Any) -> None:
    """Rows that are folds of one data set: any test takes them, and says what that means."""
    group = command.add_argument_group("folds of one data set, instead of data sets")
    _add_roles(group, _OF_FOLDS)


_OF_FOLDS = {
    "fold": "column that holds the fold",
    "run": "column that holds the run",
    "of": "the data set, if the file holds several",
}


def own(options: argparse.Namespace) -> dict[str, str]:
    """The options of the reader of one format."""
    said = {name: getattr(options, name, None) for name in FORMAT_OPTIONS}
    return {name: value for name, value in said.items() if value is not None}


def measures(options: argparse.Namespace) -> dict[str, str]:
    """Directions from ``--max`` and ``--min``, in the order of the command line's two lists."""
    ways: dict[str, str] = {}
    for way in _OF_MEASURES:
        for name in getattr(options, way):
            if name in ways:
                raise DirectionError(
                    f'The measure "{name}" is named twice in ', Option("measures"), "."
                )
            ways[name] = way
    return ways


def roles(options: argparse.Namespace) -> dict[str, Any]:
    """The roles that the command line names, as the table takes them."""
    names = [name for name in ROLES if name not in ("measures", "exclude", "format")]
    said = {name: getattr(options, name, None) for name in names}
    given = {name: read(name, words) for name, words in said.items() if words not in (None, [])}
    return given | ({"measures": ways} if (ways := measures(options)) else {})


# --- Messages -------------------------------------------------------------------------------------

# Arguments that are no flag with dashes.
_NAMES = {"measures": "--max and --min", "truth": "--shares", "table": "FILE"}


def for_the_shell(parts: Sequence[Part]) -> str:
    """Spell a message's options, values and functions as the command line does.

    Examples
    --------
    >>> for_the_shell([Option("min_folds"), " must be a number; got ", Value("x"), "."])
    '--min-folds must be a number; got "x".'
    >>> for_the_shell([Option("question", "control"), " needs ", Option("control", Said.ASKED)])
    '--question control needs --control'
    >>> for_the_shell(["Use ", Function("pairwise_tests", {"test": "glrt"}), "."])
    'Use "pairwise glrt".'
    """
    return visible("".join(map(_spelled, parts)))


def _spelled(part: Part) -> str:
    match part:
        case Option():
            return _option(part)
        case Value(value) if isinstance(value, Mapping):
            return _words(value)
        case Call():
            return _command(part)
        case Function():
            return f'"{_function(part)}"'
        case Spelled(shell=str(words)):
            return words
    return str(part)


def _option(part: Option) -> str:
    name, value = _NAMES.get(part.name) or flag(part.name), part.value
    if isinstance(value, Said) or value is True:
        return name
    if not isinstance(value, Mapping):
        return f"{name} {_words(value)}"
    if part.name == "measures":
        return " ".join(f"--{way} {measure}" for measure, way in value.items())
    if part.name in EQUATIONS:
        return " ".join([name, *map(_words, equations(value))])
    # A flag for each: --rope accuracy 0.01 --rope time 1
    return " ".join(f"{name} {key} {_words(each)}" for key, each in value.items())


def _function(part: Function) -> str:
    if part.name == "pairwise_tests":
        return f"pairwise {part.options['test']}" if "test" in part.options else "pairwise"
    short = part.name.removesuffix("_test")
    command = part.name.split("_")[0] if short == part.name else f"test {short}"
    return " ".join([command, *(_option(Option(*pair)) for pair in part.options.items())])


def _command(part: Call) -> str:
    """The command as it was given, with the options that it lacks."""
    words: list[str] = []
    for name, value in part.options.items():
        if name == "measures":
            for way in _OF_MEASURES:
                words += flagged(way, *(key for key, better in value.items() if better == way))
        else:
            words += worded(name, value)
    return f"{part.data} {shlex.join(words)}"


def _words(value: Any) -> str:
    """A value as words of the command line."""
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_words(item)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_words, value))
    text = str(value)
    return shlex.quote(text) if any(map(str.isspace, text)) else text  # of several words: one
