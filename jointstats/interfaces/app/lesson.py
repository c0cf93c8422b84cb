"""Cells of Python that share their names: a lecture's, run in the reader's browser.

A cell prints, and draws figures, as SVG and without matplotlib; both are handed back, and the value
of a last line that is an expression is shown as notebooks do. What goes wrong is a sentence that
names the cell's line.
"""

from __future__ import annotations

import ast
import io
import json
import traceback
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from jointstats.base.facts import presenters
from jointstats.drawing.frame import Drawing
from jointstats.evidence.messages import JointStatsError
from jointstats.interfaces.figures import drawing

CELL = "<cell>"


class Lesson:
    """The cells of one page.

    Examples
    --------
    >>> lesson = Lesson()
    >>> json.loads(lesson.run("x = 2"))["text"]
    ''
    >>> json.loads(lesson.run("print(x + 1, end='')"))["text"]
    '3'
    """

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"__name__": "__main__"}

    def run(self, code: str) -> str:
        """Run a cell.

        Parameters
        ----------
        code : str

        Returns
        -------
        str
            JSON: ``text`` is what was printed, ``notes`` what was written to standard error,
            ``figures`` are texts of SVG, ``fault`` is a sentence or None.

        Raises
        ------
        MemoryError, KeyboardInterrupt
            The caller adds the cure.
        """
        return json.dumps(self._run(code))

    def _run(self, code: str) -> dict[str, Any]:
        printed, notes = io.StringIO(), io.StringIO()
        fault, figures = None, []

        def plot(*given: Any, **how: Any) -> Drawing:
            body = drawing(*(answer for answer in given if answer is not None), **how)
            figures.append(body.svg())
            return body

        before = presenters["plot"]
        presenters["plot"] = plot
        with redirect_stdout(printed), redirect_stderr(notes):
            try:
                self._execute(code)
            except MemoryError:
                raise
            except (Exception, SystemExit) as error:
                fault = sentence(error)
            finally:
                presenters["plot"] = before
        said = {"text": printed.getvalue(), "notes": notes.getvalue()}
        return said | {"figures": figures, "fault": fault}

    def _execute(self, code: str) -> None:
        body = ast.parse(code, CELL)
        last = body.body[-1] if body.body else None
        shown = isinstance(last, ast.Expr)
        if shown:
            body.body.pop()
        exec(compile(body, CELL, "exec"), self._names)
        if shown and isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), CELL, "eval"), self._names)
            if value is not None and not isinstance(value, Drawing):
                print(repr(value))


def sentence(error: BaseException) -> str:
    """What went wrong in a cell, and in which line."""
    if isinstance(error, SyntaxError):
        return f"Line {error.lineno}: {error.msg}."
    lines = [at.lineno for at in traceback.extract_tb(error.__traceback__) if at.filename == CELL]
    where = f"Line {lines[-1]}: " if lines else ""
    said = str(error)
    if isinstance(error, JointStatsError):
        return where + said
    return f"{where}{type(error).__name__}{f': {said}' if said else ''}"
