"""Ranks of the algorithms on each measure, with what is uncertain about them.

Mean ranks with the ranks that the claims leave possible, and critical-difference diagrams (Demšar
2006), measure by measure: mean ranks, and cliques that no test separates. A critical difference
exists only for Nemenyi's test, which has one number for every pair; of other tests the bars join
what they do not separate. As TikZ a diagram is a document that compiles by itself, and whose
``tikzpicture`` can be copied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from jointstats.base import wording
from jointstats.base.conditions import conditions
from jointstats.base.worded import words_of
from jointstats.claims.leaderboard import LeaderboardResult
from jointstats.drawing import content
from jointstats.drawing.content import Content, Order, Orders
from jointstats.drawing.leading import FIRST
from jointstats.single.friedman import NEMENYI_LIMITS
from jointstats.single.friedman_result import FriedmanResult


@dataclass(frozen=True)
class Track:
    """One measure: of each algorithm a point, and a bar from `low` to `high`.

    ``shown`` are the numbers in words; ``strong``: first, or shown to be best.
    """

    measure: str
    value: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    shown: tuple[str, ...]
    strong: tuple[bool, ...]


@dataclass(frozen=True)
class Ranks(Content):
    """A row for each algorithm, a track for each measure.

    Attributes
    ----------
    algorithms : tuple of str
        Best first.
    strong : tuple of bool
        Whether no algorithm wins against it.
    tracks : tuple of Track
    ends : tuple of float
        Of every track: the left end, which is the better one, and the right one.
    ticks : tuple of float
    marks : tuple of str
        The words at the ticks.
    label : str
        What point and bar are.
    more : int
        Algorithms that are left out.
    """

    kind = "ranks"
    layout = "claims.layout_ranks"

    algorithms: tuple[str, ...] = ()
    strong: tuple[bool, ...] = ()
    tracks: tuple[Track, ...] = ()
    ends: tuple[float, float] = (1.0, 2.0)
    ticks: tuple[float, ...] = ()
    marks: tuple[str, ...] = ()
    label: str = ""
    more: int = 0


def ranks(board: LeaderboardResult) -> Ranks:
    """Mean ranks of a leaderboard's first algorithms, and the ranks that the claims leave open."""
    shown, l = board.board[:FIRST], len(board.board)
    tracks = [
        Track(
            name,
            tuple(row.mean_rank[name] for row in shown),
            tuple(float(row.rank_low.get(name, 1)) for row in shown),
            tuple(float(row.rank_high.get(name, l)) for row in shown),
            tuple(f"{row.mean_rank[name]:.1f}" for row in shown),
            tuple(row.mean_rank[name] == min(r.mean_rank[name] for r in shown) for row in shown),
        )
        for name in board.measures
    ]
    title = words_of(board).title("ranks")
    ticks = _rank_ticks(l)
    return Ranks(
        title=title,
        alt=f"Points: mean ranks of {len(shown)} algorithms on "
        f"{wording.listing(list(board.measures))}; bars: the ranks that remain possible. {title}.",
        notes=(
            "Point: mean rank over the data sets. Bar: the ranks that the claims do not exclude; "
            f"all bars hold jointly with {100 * (1 - board.alpha):g} % confidence if "
            f"{conditions(board)}.",
        ),
        algorithms=tuple(row.algorithm for row in shown),
        strong=tuple(row.unbeaten for row in shown),
        tracks=tuple(tracks),
        ends=(1.0, float(max(l, 2))),
        ticks=ticks,
        marks=tuple(f"{tick:g}" for tick in ticks),
        label="rank, 1 is best",
        more=l - len(shown),
    )


def _rank_ticks(l: int) -> tuple[float, ...]:
    """The first rank, the last, and round ones between them."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, l) if l / step <= 6)
    between = [k for k in range(step, l, step) if k > 1 and l - k >= step / 2]
    return tuple(float(k) for k in dict.fromkeys([1, *between, l]))


_POST_HOC = {
    "exact": "exact sign test, after Holm's correction over all pairs and measures,",
    "nemenyi": "Nemenyi test",
}
_RANKS = "Mean ranks over the data sets, 1 is best."


def among(groups: Iterable[tuple[str, ...]], names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The cliques among some algorithms: the largest ones only, each once."""
    drawn = set(names)
    sets = {frozenset(drawn & set(group)): None for group in groups}
    largest = [some for some in sets if len(some) > 1 and not any(some < more for more in sets)]
    place = {name: i for i, name in enumerate(names)}
    ordered = [tuple(sorted(clique, key=place.__getitem__)) for clique in largest]
    return tuple(sorted(ordered, key=lambda group: [place[name] for name in group]))


def friedman(result: FriedmanResult) -> Orders:
    """The rankings of Friedman's test; Nemenyi's pairs have a critical difference."""
    note = _RANKS
    if result.post_hoc in _POST_HOC:
        note += f" {_bars(_POST_HOC[result.post_hoc], result.alpha)}"
    if result.critical_difference is not None:
        note += f" CD: its critical difference, {result.critical_difference:.2f}. {NEMENYI_LIMITS}."
    return _orders(
        (
            Order(
                measure, _direction(result.measures[measure]), tuple(ranking.order),
                tuple(ranking.mean_ranks), tuple(map(tuple, ranking.groups)),
            )
            for measure, ranking in result.rankings.items()
        ),
        words_of(result).title("rankings"),
        note,
        result.verdict,
        result.critical_difference,
    )  # fmt: skip


def _orders(
    each: Iterable[Order], title: str, note: str, verdict: str = "", critical: float | None = None
) -> Orders:
    orders = tuple(each)
    firsts = [f"{order.algorithms[0]} on {order.measure}" for order in orders]
    return Orders(
        title=title,
        alt=f"Mean ranks by measure; first: {wording.listing(firsts)}. {verdict}".strip(),
        notes=(note,),
        orders=orders,
        critical=critical,
        tikz=tikz(orders, critical, f"{title}. {note}"),
    )


def _bars(basis: str, alpha: float) -> str:
    return (
        f"A bar joins algorithms that the {basis} cannot tell apart at {alpha:g}; of a bar with "
        "dots, only those with a dot."
    )


def _direction(way: str) -> str:
    return f"{content.sense(way)} is better"


WIDTH = 6.0  # cm of the line of mean ranks
STEP, BAR = 0.42, 0.2  # cm from label to label, from clique to clique
_ESCAPED = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "#": r"\#", "$": r"\$", "%": r"\%",
    "&": r"\&", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
_HEAD = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{tikz}
\pagestyle{empty}
\begin{document}
"""


def tikz(orders: Sequence[Order], critical: float | None, caption: str) -> str:
    """A LaTeX document with a diagram for each measure.

    Parameters
    ----------
    orders : sequence of Order
    critical : float or None
        The critical difference, if there is one.
    caption : str
        Comes first, as a comment.
    """
    pictures = "\n\n".join("\n".join(_picture(order, critical)) for order in orders)
    return f"% {caption}\n{_HEAD}\n{pictures}\n\n\\end{{document}}\n"


def escaped(text: str) -> str:
    r"""Text in which LaTeX's own characters stand for themselves.

    Examples
    --------
    >>> escaped("f_measure & 5 %")
    'f\\_measure \\& 5 \\%'
    """
    return "".join(_ESCAPED.get(letter, letter) for letter in text)


def _picture(order: Order, critical: float | None) -> Iterator[str]:
    n = len(order.algorithms)
    last = max(n, 2)
    half = -(-n // 2)

    def at(rank: float) -> str:
        return f"{WIDTH * (rank - 1) / (last - 1):.3f}"

    yield r"\begin{tikzpicture}[x=1cm, y=-1cm, font=\footnotesize]"
    title = f"{escaped(order.measure)} ({escaped(order.direction)})"
    above = 1.0 if critical is None else 1.4
    yield rf"  \node[anchor=base west, font=\bfseries\small] at (0, {-above:g}) {{{title}}};"
    if critical is not None:
        end = at(min(1 + critical, last))
        yield rf"  \draw[thick, |-|] (0, -0.75) -- ({end}, -0.75);"
        yield rf"  \node[anchor=west] at ({end}, -0.75) {{CD {critical:.2f}}};"
    yield rf"  \draw (0, 0) -- ({at(last)}, 0);"
    step = max(1, -(-last // 12))
    for tick in sorted({*range(1, last + 1, step), last}):
        yield rf"  \draw ({at(tick)}, 0) -- ({at(tick)}, -0.12) node[above] {{{tick}}};"
    rank = dict(zip(order.algorithms, order.mean_ranks, strict=True))
    for lane, group in enumerate(order.cliques):
        y = 0.25 + BAR * lane
        first, end = at(rank[group[0]]), at(rank[group[-1]])
        yield rf"  \draw[very thick] ({first}, {y:g}) -- ({end}, {y:g});"
        for name in group:
            yield rf"  \fill ({at(rank[name])}, {y:g}) circle[radius=1.6pt];"
    top = 0.25 + BAR * len(order.cliques) + 0.2
    for i, name in enumerate(order.algorithms):
        left = i < half
        y = top + STEP * (i if left else n - 1 - i)
        x, anchor = ("-0.3", "east") if left else (f"{WIDTH + 0.3:g}", "west")
        label = f"{escaped(name)} ({rank[name]:.2f})"
        yield (rf"  \draw ({at(rank[name])}, 0) |- ({x}, {y:g}) node[anchor={anchor}] {{{label}}};")
    yield r"\end{tikzpicture}"
