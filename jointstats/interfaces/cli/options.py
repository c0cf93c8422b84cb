"""Options of the command line that follow from the signatures and help of the public functions."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from typing import Any

from jointstats.base.declare import Declaration, DeclaredOption
from jointstats.base.errors import OptionError
from jointstats.base.kinds import OptionKind, Workers
from jointstats.interfaces.help import help_of, plain
from jointstats.interfaces.roles import thing_of, value_of

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
            text = parameters[name].text if name in parameters else ""
            group.add_argument(flag(name), dest=name, **_argument(option, text))
            if isinstance(option.kind, Workers):
                group.add_argument("--scheduler", metavar="ADDRESS", help=_CLUSTER)


def workers(namespace: argparse.Namespace) -> str:
    """The cluster that is to do the work in place of ``--jobs``."""
    scheduler = str(namespace.scheduler)
    if namespace.n_jobs is not None:
        raise OptionError("Say --jobs or --scheduler, not both.")
    if ":" not in scheduler:
        raise OptionError(
            f'--scheduler needs an address such as tcp://10.0.0.1:8786; got "{scheduler}".'
        )
    return scheduler


class _Columns(argparse.Action):
    """One column as its name, several as a list."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
        """Keep what is named, together with what was named before."""
        known = getattr(namespace, self.dest) or []
        names = [*(known if isinstance(known, list) else [known]), *values]
        setattr(namespace, self.dest, names[0] if len(names) == 1 else names)


def taken(kind: OptionKind) -> dict[str, Any]:
    """How argparse takes the words of an option of this kind."""
    match kind.shape:
        case "flag":
            return {"action": "store_true"}
        case "mapping":
            return {"nargs": 2, "action": "append"}
        case "one or several":
            return {"nargs": "+", "action": _Columns}
        case "one or mapping" | "groups":
            return {"nargs": "+", "action": "append"}
        case "several" | "several or mapping" | "equations":
            return {"nargs": "+", "action": "extend"}
    return {}


def _argument(option: DeclaredOption, text: str) -> dict[str, Any]:
    """Keywords of argparse for one option."""
    kind = option.kind
    said: dict[str, Any] = {"help": _help(option, text), "default": None, **taken(kind)}
    if option.required:
        said["required"] = True
    if kind.shape == "flag":
        return said
    if kind.shape == "one or mapping":
        noun, thing = "word" if kind.words else "number", thing_of(kind).upper()
        said["help"] = f"{said['help']}; or {thing} and a {noun}, as often as needed"
    if kind.shape == "groups":
        said["help"] = f"{said['help']}; NAME and its MEASUREs, as often as needed"
    return said | {"metavar": metavar(kind)}


_METAVARS = {"mapping": ("MEASURE", "X"), "groups": "NAME", "several or mapping": "MEASURE[=X]"}


def metavar(kind: OptionKind) -> Any:
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
    words = phrase(plain(text))
    if len(option.kind.words) > 4:
        words += f"; one of {', '.join(option.kind.words)}"
    default = option.default
    if option.required or default is None or default is False or default == ():
        return escaped(words)
    shown = " ".join(map(str, default)) if isinstance(default, tuple | list) else default
    return escaped(f"{words} (default: {shown})")


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
                values[name] = workers(namespace)
                continue
            if said is None or said is False or name in values:
                continue  # roles of columns are the table's business
            values[name] = value_of(name, option.kind, said)
    return values
