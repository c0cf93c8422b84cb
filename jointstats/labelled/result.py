"""What every result object can do, whatever the test."""

from __future__ import annotations

import math
import warnings as python_warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1


@dataclass(frozen=True, kw_only=True)
class Result:
    """Base of all results: names, the call's facts, and the ways of showing them.

    Attributes
    ----------
    algorithms : tuple of str
        In the order of the statement codes.
    measures : dict
        Measure to direction.
    n : int
        Data sets used.
    n_dropped : int
        Data sets left out.
    call : dict
        The function's name and the options that repeat the result.
    warnings : tuple of str
        What the reader should know before trusting the numbers.
    verdict : str
        What the result means, in one sentence.
    """

    test: ClassVar[str]

    algorithms: tuple[str, ...]
    measures: dict[str, str]
    n: int
    n_dropped: int
    call: dict[str, Any]
    warnings: tuple[str, ...] = ()
    verdict: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The result as plain lists, dicts, floats, strings and None, stable in its keys.

        Returns
        -------
        dict
            Begins with ``schema``, ``test``, ``version``, ``call``. Unknown is None, never NaN.
        """
        from jointstats import __version__

        head = {"schema": SCHEMA, "test": self.test, "version": __version__, "call": self.call}
        shown = [f.name for f in fields(self) if f.metadata.get("plain", True)]
        body = {name: getattr(self, name) for name in shown if name not in head}
        return plain(head | body)

    def to_frame(self) -> pd.DataFrame:
        """The result as a tidy data frame with snake_case columns in a stable order."""
        import pandas as pd

        return pd.DataFrame(self._rows())

    def _rows(self) -> list[dict[str, Any]]:
        """One dict per row of :meth:`to_frame`."""
        raise NotImplementedError

    # The methods below hand over to the presentation layer. This is the one place where a layer
    # looks to its right, and only when called: the tests themselves never depend on how they look.

    def summary(self) -> str:
        """The result as text, with the digits that its error supports."""
        return _presentation("text").summary(self)

    def to_latex(self) -> str:
        """The result's table in LaTeX (booktabs)."""
        return _presentation("tables").to_latex(self)

    def to_markdown(self) -> str:
        """The result's table in Markdown."""
        return _presentation("tables").to_markdown(self)

    def _repr_html_(self) -> str:
        return _presentation("tables").to_html(self)

    @property
    def figures(self) -> tuple[str, ...]:
        """Names of this result's figures, for :meth:`plot`; the first is the default."""
        return tuple(_presentation("figures").figures_of(self))

    def plot(self, figure: str | None = None, ax: Any = None, **options: Any) -> Any:
        """Draw a figure of the result with matplotlib (extra ``plot``).

        Parameters
        ----------
        figure : str, optional
            One of :attr:`figures` (default: the first).
        ax : matplotlib Axes, optional
            Where to draw (default: a new figure of fitting size).
        **options
            Of the figure: ``measures=(a, b)`` of a ``"plane"``.

        Returns
        -------
        matplotlib Axes

        Raises
        ------
        PlotError
            If the result has no such figure.

        Examples
        --------
        >>> import jointstats as js
        >>> result = js.network_test(js.load_dataset("example1"))
        >>> result.figures
        ('statements', 'shares', 'network')
        >>> ax = result.plot("network")
        """
        return _presentation("plot").draw(self, figure, ax, **options)

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.verdict}>"


def _presentation(module: str) -> Any:
    return import_module(f"jointstats.presentation.{module}")


def plain(value: Any) -> Any:
    """Reduce a value to dicts, lists, str, bool, int, float and None; NaN becomes None."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, int):
        # JSON readers hold numbers as doubles: a larger integer would lose digits unseen.
        return value if abs(value) < 2**53 else _float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Result):
        return value.to_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, np.ndarray):
        return [plain(item) for item in value.tolist()]
    if isinstance(value, Iterable):
        return [plain(item) for item in value]
    return str(value)


def _float(value: int) -> float | None:
    try:
        return float(value)
    except OverflowError:  # more states than a double can count: unknown rather than infinite
        return None


def warn(messages: list[tuple[type[Warning], str]]) -> tuple[str, ...]:
    """Give each warning to Python's own machinery, and return the texts for the result."""
    for category, message in messages:
        python_warnings.warn(message, category, stacklevel=3)
    return tuple(message for _, message in messages)
