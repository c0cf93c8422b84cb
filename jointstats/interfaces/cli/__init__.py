"""The command line, ``jointstats``: running a command.

Exit status: 0 done, 2 bad input, 1 internal error, 130 interrupted. What decides a build has two
more: 3 undecided, 4 refuted.
"""

from __future__ import annotations

import errno
import gc
import json
import os
import shlex
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TextIO

from jointstats import __version__
from jointstats.base.errors import JointStatsWarning, RolesError
from jointstats.evidence.messages import JointStatsError, Message
from jointstats.interfaces import memory
from jointstats.interfaces.progress import working

TOO_MUCH = "not enough memory. Leave out data sets, algorithms or measures that are not compared."


def main(argv: list[str] | None = None) -> int:
    """Run ``jointstats`` with these arguments (default: the command line's).

    Returns
    -------
    int
        The exit status.
    """
    if argv is None:  # in a process of the command alone
        memory.hold(memory.ceiling())
    words = sys.argv[1:] if argv is None else argv
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name must not crash an 8-bit terminal
            stream.reconfigure(errors="backslashreplace")
    try:
        if sys.stdout is None:
            return _failed(2, "standard output is closed: the answer needs a place.", words)
        with _rarely_collecting():
            status = _run(words)
        return status
    except KeyboardInterrupt:
        return _failed(130, "interrupted; no file is half written.", words)
    except SystemExit as end:  # --help and --version
        return int(end.code or 0)
    except JointStatsError as error:
        return _failed(2, _complaint(error, words), words)
    except OSError as error:
        no_memory = error.errno == errno.ENOMEM  # of a module that was to be loaded
        return _failed(2, TOO_MUCH if no_memory else _sentence(error), words)
    except MemoryError:
        return _failed(2, TOO_MUCH, words)
    except Exception as error:
        what = f"internal error, {type(error).__name__}: {_sentence(error)}"
        return _failed(1, f"{what} (--debug shows where).", words)


def _say(text: str, stream: TextIO) -> None:
    """Print a text; a reader who has gone changes nothing, least of all the exit status."""
    try:
        print(text, file=stream, flush=True)
    except OSError as error:
        # Keep the interpreter from complaining about what is left at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if not isinstance(error, BrokenPipeError):
            raise


@contextmanager
def _rarely_collecting() -> Iterator[None]:
    """Look for garbage seldom: modules make many objects that stay, and are most of a command."""
    usual = gc.get_threshold()
    gc.set_threshold(1_000_000, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _complaint(error: JointStatsError, words: list[str]) -> str:
    """One sentence; of a refusal that proposes, lines, with this command made complete."""
    from jointstats.interfaces.cli.options import for_the_shell

    if not isinstance(error, RolesError):
        return " ".join(for_the_shell(error.parts).split())
    return for_the_shell(error.for_call(data=shlex.join(["jointstats", *words])).parts)


def _failed(status: int, sentence: str, words: list[str]) -> int:
    """Print one sentence, after the traceback if requested; return the exit status."""
    if "--debug" in words:
        traceback.print_exc()
    _say(f"jointstats: {sentence}", sys.stderr)
    return status


def _run(words: list[str]) -> int:
    if words == ["--version"]:  # nothing else is loaded for it
        _say(f"jointstats {__version__}", sys.stdout)
        return 0
    from jointstats.base import files
    from jointstats.drawing import layout
    from jointstats.interfaces.cli import arguments

    options = arguments.read(words)
    from jointstats.interfaces.cli import commands  # not needed for --help

    commands.check(options)
    with warnings.catch_warnings(record=True) as caught, _waiting(options.command):
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", JointStatsWarning)
        result = commands.COMMANDS[options.command](options)
    unwritten = None
    for path, content in result.files:
        try:
            files.write(path, content)
        except OSError as error:  # the answer is printed all the same
            unwritten = unwritten or error
    _say(result.text, sys.stdout)
    # A result prints its own warnings: here, those of its table.
    printed = " ".join(result.text.split())
    for message in dict.fromkeys(_note(warning.message) for warning in caught):
        escaped = (json.dumps(message, ensure_ascii=ascii)[1:-1] for ascii in (False, True))
        if message not in printed and not any(note in printed for note in escaped):
            said = message if layout.has_unicode(sys.stderr) else layout.in_ascii(message)
            _say(f"Note: {said}", sys.stderr)
    if unwritten is not None:
        raise unwritten
    return result.status


def _waiting(command: str) -> AbstractContextManager[None]:
    """What shows progress; the page has a separate line."""
    return nullcontext() if command == "app" else working()


def _note(warning: Warning | str) -> str:
    from jointstats.interfaces.cli.options import for_the_shell

    return for_the_shell(warning.parts) if isinstance(warning, Message) else str(warning)


def _sentence(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the file'}: {error.strerror}."
    return " ".join(str(error).split()) or type(error).__name__
