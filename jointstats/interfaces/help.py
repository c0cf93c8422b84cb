"""The numpydoc of a public function in pieces: for the command line, R, and the pages."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import jointstats

_SECTION = re.compile(r"^([A-Z][A-Za-z ]+)\n-{3,}\n", re.M)
_ENTRY = re.compile(r"^(\*{0,2}\w[\w, *]*?)(?: : (.*))?$")
_AS_FOR = re.compile(r"As for :func:`jointstats\.(\w+)`\.")


@dataclass(frozen=True)
class Parameter:
    """One documented argument: its type and its description, in reStructuredText."""

    name: str
    type: str
    text: str


@dataclass(frozen=True)
class Help:
    """A docstring in pieces.

    Attributes
    ----------
    title : str
        The first line.
    text : str
        What follows it.
    parameters : dict
        Name to Parameter, in order.
    sections : dict
        Title of every other section to its text.
    """

    title: str
    text: str
    parameters: dict[str, Parameter] = field(default_factory=dict)
    sections: dict[str, str] = field(default_factory=dict)


def help_of(function: Callable[..., Any]) -> Help:
    """The docstring of a public function in pieces; "As for ..." is followed to where it leads."""
    head, *rest = _SECTION.split(inspect.getdoc(function) or "")
    title, _, text = head.strip().partition("\n")
    sections = {name: body.strip("\n") for name, body in zip(rest[::2], rest[1::2], strict=True)}
    parameters = entries(sections.pop("Parameters", ""))
    return Help(title, text.strip(), parameters, sections)


def entries(section: str) -> dict[str, Parameter]:
    """The names, types and descriptions of a section such as "Parameters" or "Attributes"."""
    parameters: dict[str, Parameter] = {}
    names: list[str] = []
    for line in section.split("\n"):
        entry = None if line.startswith(" ") else _ENTRY.match(line)
        if entry:
            names = [name.strip().lstrip("*") for name in entry[1].split(",")]
            parameters |= {name: Parameter(name, entry[2] or "", "") for name in names}
        elif line.strip():
            for name in names:
                item = parameters[name]
                parameters[name] = Parameter(name, item.type, f"{item.text} {line.strip()}".strip())
    for name, item in parameters.items():
        if elsewhere := _AS_FOR.fullmatch(item.text):
            parameters[name] = help_of(getattr(jointstats, elsewhere[1])).parameters[name]
    return parameters


def plain(text: str) -> str:
    """Words without markup: ``code``, `name` and :func:`jointstats.name` lose their quotes.

    Examples
    --------
    >>> plain("As ``rope=`` of :func:`jointstats.results_table`, if `table` is a frame.")
    'As rope= of results_table, if table is a frame.'
    """
    text = re.sub(r":\w+:`~?(?:jointstats\.)?([^`]*)`", r"\1", text)
    return re.sub(r"`+([^`]*)`+", r"\1", text)
