"""Pages with shell commands: what these print, and the table of all formats.

The commands are run when the site is built, in the folder of the files that the tests read.
"""

from __future__ import annotations

import contextlib
import io
import shlex
from pathlib import Path

import snippets

FILES = Path(__file__).resolve().parents[2] / "tests" / "python" / "formats"
MARK = "<!-- formats -->"


def filled(text: str) -> str:
    """The page with the table of the formats, and with the output below each shell command."""
    text = text.replace(MARK, table())
    for block in reversed(list(snippets.blocks(text, "sh"))):
        printed = "\n".join(output(command) for command in commands(block.code))
        text = f"{text[: block.end]}\n\n```text\n{printed}```\n\n{text[block.end :].lstrip()}"
    return text


def commands(code: str) -> list[str]:
    """The commands of a block, one a line unless a backslash continues it."""
    return [line for line in code.replace("\\\n", " ").split("\n") if line.strip()]


def output(command: str) -> str:
    """What a command prints, with its notes.

    Raises
    ------
    RuntimeError
        If it ends with an error.
    """
    from jointstats.interfaces.cli import main

    program, *words = shlex.split(command)
    out = io.StringIO()
    with contextlib.chdir(FILES), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main(words)
    if program != "jointstats" or code:
        raise RuntimeError(f"{command} ends with {code}: {out.getvalue()}")
    return out.getvalue()


def table() -> str:
    """All formats: their names, what they take, and which directions they state."""
    from jointstats.table.formats.catalogue import FORMATS

    rows = ["| `format=` | what it takes | directions that it states |", "|---|---|---|"]
    rows += [f"| `{one.name}` | {one.takes} | {one.states or 'none'} |" for one in FORMATS.values()]
    return "\n".join(rows)
