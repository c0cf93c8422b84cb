"""Scripts that teach a shell's Tab key the words of ``jointstats``, made by shtab."""

from __future__ import annotations

import argparse

from jointstats.kernels.messages import Extra
from jointstats.labelled.errors import MissingExtraError
from jointstats.presentation.cli import arguments

FILES = ("file", "plot", "report", "ledger", "metrics")


def script(shell: str) -> str:
    """The script of a shell.

    Parameters
    ----------
    shell : {"bash", "zsh", "fish"}

    Raises
    ------
    MissingExtraError
        Without the extra ``completion``.
    """
    try:
        import shtab
    except ImportError:
        raise MissingExtraError("Completion needs shtab: ", Extra("completion"), ".") from None
    parser = arguments.parser()
    for leaf in parser.leaves():
        for action in leaf._actions:
            if action.dest in FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            action.choices = action.choices or _words(action)
    return str(shtab.complete(parser, shell)).rstrip("\n")


def _words(action: argparse.Action) -> list[str] | None:
    """The words of an option that its help names in braces."""
    named = action.metavar
    if isinstance(named, str) and named.startswith("{"):
        return named.strip("{}").split(",")
    return None
