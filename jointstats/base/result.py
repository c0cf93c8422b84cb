"""What the results of all tests can do."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np

from jointstats.base import options, rows
from jointstats.base.errors import Caution
from jointstats.base.facts import Facts, fact, figures_of, presenters, worded
from jointstats.base.files import Tidy
from jointstats.base.kinds import Drawn, FilePath, ReferenceForm, Theme
from jointstats.base.rows import Row, Table
from jointstats.evidence.messages import Part

if TYPE_CHECKING:
    import pandas as pd


SCHEMA = 2

R = TypeVar("R", bound="Result")


@dataclass(frozen=True, kw_only=True)
class Result(Tidy):
    """Base of all results: names, the call's facts, and the ways of showing them.

    Attributes
    ----------
    facts : Facts
        What the result knows of its table. Those that a result shows are its attributes, too.
    algorithms : tuple of str
        In the order of the statement codes.
    measures : dict
        Direction of each measure.
    n : int
        Data sets used.
    n_dropped : int
        Data sets left out.
    call : dict
        The function's name and the options that repeat the result.
    warnings : tuple of Caution
        What the reader should know before trusting the numbers: texts that know their parts.
    data : ResultsTable or None
        The results themselves, where the test had them, for later questions and for figures; not
        in :meth:`to_dict`.
    verdict : str
        What the result means, in one sentence.
    """

    test: ClassVar[str]
    words: ClassVar[str | type]  # the class that words it, below `jointstats`: see `drawing.words`
    shows: ClassVar[str] = ""  # the function that lists its figures, likewise
    shows_beside: ClassVar[str] = ""  # the figures that a comparison shows of it
    case_noun: ClassVar[str] = "data set"  # what a row of the table is
    announces: ClassVar[bool] = True  # its warnings are given to Python's own machinery, too
    no_p_value: ClassVar[str] = "probabilities decide, not p-values"  # why, if there is none

    facts: Facts = field(repr=False, metadata={"plain": False})
    algorithms: tuple[str, ...] = fact()
    measures: dict[str, str] = fact()
    n: int = fact()
    n_dropped: int = fact()
    call: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[Caution, ...] = ()
    verdict: str = worded("verdict")
    data: Any = fact(plain=False)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain lists, dicts, floats, strings and None, stable in its keys.

        Returns
        -------
        dict
            Begins with ``schema``, ``test``, ``version``, ``call``. Unknown is None, never NaN.
        """
        return plain(self.entries())

    def entries(self) -> dict[str, Any]:
        """What :meth:`to_dict` makes plain, as it is."""
        from jointstats import __version__

        head = {"schema": SCHEMA, "test": self.test, "version": __version__, "call": self.call}
        shown = [f.name for f in fields(self) if f.metadata.get("plain", True)]
        return head | {name: getattr(self, name) for name in shown if name not in head}

    def with_warnings(self, cautions: Iterable[Caution]) -> Self:
        """The same result, warning of these."""
        return replace(self, warnings=tuple(cautions))

    def with_facts(self, **facts: Any) -> Self:
        """The same result with other facts of its table."""
        return replace(self, facts=replace(self.facts, **facts))

    @property
    def rows(self) -> Sequence[Row]:
        """The rows of :meth:`to_frame`, as typed objects: statements, pairs, tests, and so on."""
        raise NotImplementedError

    @property
    def whose(self) -> str | None:
        """The one data set whose folds are compared, if they are."""
        return None

    @property
    def best_first(self) -> tuple[str, ...]:
        """The algorithms, best first where there is such an order."""
        return self.algorithms

    def pair_sizes(self) -> set[int]:
        """How many data sets pairs share, if some are not on all."""
        return set()

    def table(self) -> Table:
        """The rows as columns with their meanings: what all tables of the result are made from."""
        return rows.table(self.rows)

    def to_frame(self) -> pd.DataFrame:
        """The result as a tidy data frame with snake_case columns in a stable order."""
        return self.table().to_frame()

    # The methods below hand over to what the presentation layer has put among the presenters.

    def summary(self, width: int | None = None) -> str:
        """All of the result as text, with the digits that its error supports.

        ``print(result)`` shows as much as one screen has room for.

        Parameters
        ----------
        width : int, optional
            Columns of a line. By default those of the terminal; where the text goes elsewhere, 92
            for paragraphs and 100 for tables.

        Returns
        -------
        str

        Examples
        --------
        >>> import jointstats as js
        >>> result = js.sign_test(js.load_dataset("example1"))
        >>> print(result.summary(width=60).splitlines()[0])
        Sign test
        """
        return presenters["summary"](self, width)

    def to_latex(self) -> str:
        """The result's table in LaTeX (booktabs)."""
        return presenters["latex"](self)

    def to_tikz(self) -> str:
        """The figure "rankings" as a LaTeX document: critical-difference diagrams in TikZ.

        It compiles by itself, and each ``tikzpicture`` of it can be copied into a paper.

        Returns
        -------
        str

        Raises
        ------
        PlotError
            If the result has no such figure.
        """
        return presenters["tikz"](self)

    def to_markdown(self) -> str:
        """The result's table in Markdown."""
        return presenters["markdown"](self)

    def to_html(self, path: FilePath) -> None:
        """Write a self-contained HTML report: the answer first, figures and tables below it.

        Parameters
        ----------
        path : str or path
            Its ending, if any, is ``.html``.
        """
        presenters["page"](self, options.page_path(path))

    def references(self, form: ReferenceForm = "bibtex") -> str:
        """What the result rests on, for a bibliography.

        Parameters
        ----------
        form : {"bibtex", "csl-json"}, default "bibtex"
            CSL-JSON is what citation managers and pandoc read.

        Returns
        -------
        str
            Entries of jointstats, and of the papers whose tests, corrections and claims were used.

        Raises
        ------
        OptionError
            If there is no such form.

        Examples
        --------
        >>> import jointstats as js
        >>> "Hung, Kenneth" in js.glrt_test(js.load_dataset("example1")).references()
        True
        """
        return presenters["references"](self, form)

    def _repr_html_(self) -> str:
        return presenters["html"](self)

    @property
    def figures(self) -> tuple[str, ...]:
        """Names of this result's figures, for :meth:`plot`; the first is the default."""
        return tuple(figures_of(self))

    def plot(
        self,
        figure: str | None = None,
        ax: Drawn | None = None,
        *,
        width: float | None = None,
        theme: Theme = "colour",
        title: bool | str = True,
        notes: bool = True,
        **options: Any,
    ) -> Drawn:
        """Draw a figure of the result with matplotlib (extra ``plot``); :meth:`to_svg` needs none.

        Parameters
        ----------
        figure : str, optional
            One of :attr:`figures` (default: the first).
        ax : matplotlib Axes, optional
            Where to draw, laid out for their size (default: a new figure of fitting size). No
            letter is smaller than 6 points: rows or notes that do not fit are left out and counted.
        width : float, optional
            Inches of the new figure: 3.3 for a column of a paper, 6.9 (default) for a page.
        theme : {"colour", "grey", "dark"}, default "colour"
            Colours; every meaning has a shape, a frame or hatching, too.
        title : bool or str, default True
            The figure's own, none, or yours.
        notes : bool, default True
            Whether to write the notes under the figure; :meth:`caption` has them as text.
        **options
            Of the figure: ``measures=(a, b)`` of a ``"plane"``.

        Returns
        -------
        matplotlib Axes

        Raises
        ------
        PlotError
            If the result has no such figure, or it cannot have this width.
        OptionError
            If there is no such theme.

        Examples
        --------
        >>> import jointstats as js
        >>> result = js.bayes_test(js.load_dataset("example1"))
        >>> result.figures
        ('quadrant', 'statements')
        >>> ax = result.plot("statements")
        """
        return presenters["plot"](
            self, figure, ax, width=width, theme=theme, title=title, notes=notes, **options
        )

    def to_svg(self, figure: str | None = None, **how: Any) -> str:
        """A figure of the result as SVG, the text of a file; it needs no matplotlib.

        Parameters
        ----------
        figure : str, optional
            One of :attr:`figures` (default: the first).
        **how
            ``width``, ``theme``, ``title``, ``notes``, and options of the figure: see :meth:`plot`.

        Returns
        -------
        str

        Raises
        ------
        PlotError
            If the result has no such figure, or it cannot have this width.

        Examples
        --------
        >>> import jointstats as js
        >>> js.compare_algorithms(js.load_dataset("weka")).to_svg("winmap", width=3.3)[:4]
        '<svg'
        """
        return str(presenters["svg"](self, figure, **how))

    def caption(self, figure: str | None = None, **options: Any) -> str:
        """Title and notes of a figure as text, for the caption in a paper.

        Parameters
        ----------
        figure : str, optional
            One of :attr:`figures` (default: the first).
        **options
            Of the figure.

        Returns
        -------
        str

        Raises
        ------
        PlotError
            If the result has no such figure.

        Examples
        --------
        >>> import jointstats as js
        >>> js.leaderboard(js.load_dataset("weka")).caption()[:48]
        '3 wins, 1 trade-off, 2 ahead, 4 possible trade-o'
        """
        return str(presenters["caption"](self, figure, **options))

    def __str__(self) -> str:
        return presenters["shown"](self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.verdict}>"


def spelled(result: R, spell: Callable[[Sequence[Part]], str]) -> R:
    """The same result, with what it and its parts warn of in the words of a front end."""
    changed: dict[str, Any] = {}
    for attribute in filter(attrgetter("init"), fields(result)):
        name, value = attribute.name, getattr(result, attribute.name)
        if isinstance(value, Result):
            changed[name] = spelled(value, spell)
        elif isinstance(value, Mapping) and any(isinstance(x, Result) for x in value.values()):
            changed[name] = {
                key: spelled(part, spell) if isinstance(part, Result) else part
                for key, part in value.items()
            }
    said = [Caution(spell(caution.parts), category=caution.category) for caution in result.warnings]
    return replace(result, **changed).with_warnings(said)


def plain(value: Any) -> Any:
    """Reduce a value to dicts, lists, str, bool, int, float and None; NaN becomes None."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)  # a caution leaves its parts behind
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
        return {rows.key_of(f.name): plain(getattr(value, f.name)) for f in fields(value)}
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
