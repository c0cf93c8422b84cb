"""A comparison as two paragraphs for a paper: what was done, and what came out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from jointstats.base import options, wording
from jointstats.base.phrases import guarantee
from jointstats.base.references import cited
from jointstats.claims.compared_pair import WINS
from jointstats.claims.comparison import Comparison
from jointstats.claims.words_several import states, tally
from jointstats.drawing.document import used
from jointstats.interfaces.tables import escaped

WORDS, MORE_WORDS = 110, 120  # of Results; of Methods, which hold the conditions of the error rate
MOST_MEASURES = 6  # named


@dataclass(frozen=True)
class Piece:
    """A sentence that a paragraph can do without.

    Attributes
    ----------
    text : str
    about : str
        What the supplement describes, where there is no room for it.
    needed : int
        The larger, the longer it is kept.
    cites : str
        The key of the reference that it ends with.
    """

    text: str
    about: str
    needed: int
    cites: str = ""

    @property
    def plain(self) -> str:
        """With author and year."""
        known = cited(self.cites)
        return f"{self.text[:-1]} ({known})." if known else self.text

    @property
    def latex(self) -> str:
        """With the key that the reference has in ``references()``."""
        tex = escaped(self.text)
        return rf"{tex[:-1]} \cite{{{self.cites}}}." if self.cites else tex


def report_text(result: Comparison, to: Any = "text") -> str:
    """Two paragraphs, "Methods" and "Results", of 120 and 90 words at most, plain or in LaTeX."""
    form = options.one_of("to", to, ("text", "latex"))
    methods = list(_methods(result, names=True))
    if sum(len(piece.plain.split()) for piece in methods) >= MORE_WORDS:
        methods = list(_methods(result, names=False))
    chosen = {
        "Methods": fitting(methods, MORE_WORDS - 1),
        "Results": fitting(_results(result), WORDS - 1),
    }
    if form == "latex":
        said = {title: " ".join(each.latex for each in pieces) for title, pieces in chosen.items()}
        return "\n\n".join(rf"\paragraph{{{title}.}} {text}" for title, text in said.items())
    return "\n\n".join(f"{title}. {_text(pieces)}" for title, pieces in chosen.items())


# --- What fits ------------------------------------------------------------------------------------


def fitting(pieces: Sequence[Piece], words: int) -> list[Piece]:
    """The pieces in their order; what needs more words goes into the supplement.

    Parameters
    ----------
    pieces : sequence of Piece
    words : int
        At most.

    Examples
    --------
    >>> pieces = [Piece("All is well.", "all", 1), Piece("So it is, to be sure.", "it", 0)]
    >>> [piece.text for piece in fitting(pieces, 8)]
    ['All is well.', 'The supplement describes it.']
    """
    chosen: list[Piece] = []
    for piece in sorted(pieces, key=lambda each: -each.needed):
        more = [other for other in pieces if other in chosen or other is piece]
        if len(_text(_supplemented(pieces, more)).split()) <= words:
            chosen = more
    return _supplemented(pieces, chosen)


def _supplemented(pieces: Sequence[Piece], chosen: Sequence[Piece]) -> list[Piece]:
    """Some of the pieces, and what the supplement describes of the others."""
    left = dict.fromkeys(piece.about for piece in pieces if piece not in chosen)
    rest = Piece(f"The supplement describes {wording.listing(list(left))}.", "", 0)
    return [*chosen, *([rest] if left else [])]


def _text(pieces: Sequence[Piece]) -> str:
    return " ".join(piece.plain for piece in pieces)


# --- Methods --------------------------------------------------------------------------------------


def _methods(result: Comparison, *, names: bool) -> Iterator[Piece]:
    from jointstats import __version__

    listed = f" ({', '.join(result.order)})" if names else ""
    yield Piece(_compared(result, listed), "the algorithms", 100)
    yield from _data(result)
    joint = " and jointly" if len(result.questions) > 1 else ""
    tested = (
        f"For each pair, claims about which algorithm is better on each measure{joint} were tested "
        "by exact binomial tests, with sequential rejection over all pairs."
    )
    yield Piece(tested, "the tests", 99, "goeman2010sequential")
    yield Piece(guarantee(result), "the error rate", 98)
    yield Piece(f"Computed with jointstats {__version__}.", "the software", 50, "jointstats")


def _compared(result: Comparison, algorithms: str) -> str:
    """How many algorithms, data sets and measures; of few measures their names and directions."""
    m = len(result.measures)
    said = f"We compared {len(result.algorithms)} algorithms{algorithms} on {used(result)}"
    control = f", all with {result.control}" if result.control else ""
    if m > MOST_MEASURES:
        return f"{said}{control} and {wording.plural(m, 'measure')}."
    ways = {"max": "higher is better", "min": "lower is better"}
    named = []
    for way, better in ways.items():
        names = [name for name, direction in result.measures.items() if direction == way]
        named += [f"{wording.listing(names)} ({better})"] if names else []
    return f"{said}{control} by {' and '.join(named)}."


def _data(result: Comparison) -> Iterator[Piece]:
    """What was combined, left out, or declared before testing."""
    if result.aggregate:
        yield Piece(f"Repeated runs were combined by their {result.aggregate}.", "runs", 60)
    if result.n_families is not None:
        families = wording.families(result.n_families)
        yield Piece(f"The data sets belong to {families}, with one vote each.", "families", 86)
    if result.groups:
        names = wording.some([group.name for group in result.groups], MOST_MEASURES)
        yield Piece(f"Claims are about groups of measures: {names}.", "groups of measures", 85)
    if result.n_dropped:
        yield Piece(f"{_were(result.n_dropped, 'data set')} left out.", "data sets left out", 80)
    if result.missing == "unknown":
        yield Piece("Missing results count against every claim.", "missing results", 81)
    if result.n_failed:
        runs = _were(result.n_failed, "failed run")
        yield Piece(f"{runs} ranked below all results.", "failed runs", 82)
    widths = [f"{name} {width:g}" for name, width in result.rope.items() if width]
    if widths:
        within = f"Differences within {wording.some(widths, MOST_MEASURES)}"
        yield Piece(f"{within} are practically equal.", "regions of practical equality", 83)
    if result.properties:
        names = wording.some(list(result.properties), MOST_MEASURES)
        yield Piece(f"Known, and not tested: {names}.", "known properties", 84)


def _were(n: int, what: str) -> str:
    return f"{wording.plural(n, what)} {'was' if n == 1 else 'were'}"


# --- Results --------------------------------------------------------------------------------------


def _results(result: Comparison) -> list[Piece]:
    """The verdict and what the other pairs show; of what does not fit, how many pairs show it."""
    first, *rest = (line for line in result.findings if not line.startswith(guarantee(result)))
    pieces = [Piece(first, "the verdict", 100)]
    pieces += [Piece(line, "further findings", 90 - i) for i, line in enumerate(rest)]
    if len(result.pairs) == 1 or fitting(pieces, WORDS - 1) == pieces:
        return pieces
    others = tally(result.pairs, left_out=WINS)
    whole = [first, *([f"The other pairs are {others}."] if result.wins and others else [])]
    if len(" ".join(whole).split()) > WORDS - 10:
        whole = [f"{states(result.pairs)}."]
    counted = [Piece(line, "", 100) for line in whole]
    return [*counted, Piece(" ".join(rest), "each pair", 0)]
