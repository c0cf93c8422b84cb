"""Ranks of the algorithms on each measure, with what is uncertain about them.

A row for each algorithm, a track for each measure: its mean rank, and the ranks that the claims
leave possible.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from jointstats.base import wording
from jointstats.base.phrases import jointly
from jointstats.base.presenters import words_of
from jointstats.claims.leaderboard_result import LeaderboardResult
from jointstats.drawing import style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.chart import FLAT, Area, ticks_across
from jointstats.drawing.content import Content, Record, uncounted
from jointstats.drawing.document import FIRST
from jointstats.drawing.frame import Body
from jointstats.drawing.scales import Ruler
from jointstats.drawing.style import COLOUR, Look

ROW, LOW_ROW, MANY = 0.2, 0.15, 12  # inches; of more algorithms than these
NAMES = 0.3  # share of the width
NARROWEST, FEWEST = 0.75, 2  # inches of a track, rows of a block
GAP = 0.16


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
class RankTracks(Content):
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

    algorithms: tuple[str, ...] = ()
    strong: tuple[bool, ...] = ()
    tracks: tuple[Track, ...] = ()
    ends: tuple[float, float] = (1.0, 2.0)
    ticks: tuple[float, ...] = ()
    marks: tuple[str, ...] = ()
    label: str = ""
    more: int = 0

    def records(self) -> Iterator[Record]:
        """A row for each algorithm on each measure."""
        for track in self.tracks:
            points = zip(track.value, track.low, track.high, track.strong, strict=True)
            for name, (value, low, high, leads) in zip(self.algorithms, points, strict=True):
                ends = {"value": value, "low": low, "high": high}
                yield {"measure": track.measure, "algorithm": name} | ends | {"leads": leads}

    def axes(self) -> Record:
        """The common axis of the tracks."""
        return {"x": self.label} | uncounted(self.more, "algorithm")


def ranks(board: LeaderboardResult) -> RankTracks:
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
    return RankTracks(
        title=title,
        alt=f"Points: mean ranks of {len(shown)} algorithms on "
        f"{wording.listing(list(board.measures))}; bars: the ranks that remain possible. {title}.",
        notes=(
            "Point: mean rank over the data sets. Bar: the ranks that the claims do not exclude; "
            f"all bars hold {jointly(board)}.",
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


def drawing(content: RankTracks, width: float, room: float = math.inf, look: Look = COLOUR) -> Body:
    """Tracks side by side as far as they fit, then below each other; the names before each."""
    return _RanksPlot(content, width, room).body()


class _RanksPlot:
    """Where everything is, in inches."""

    def __init__(self, content: RankTracks, width: float, room: float) -> None:
        self.content = content
        n, m = len(content.algorithms), len(content.tracks)
        self.row = ROW if n <= MANY else LOW_ROW
        natural = (
            max(style.text_width(name, style.TEXT, True) for name in content.algorithms) + 0.02
        )
        self.name = min(natural, NAMES * width)
        self.across, self.down = style.side_by_side(m, width - self.name, NARROWEST + GAP)
        self.head, self.foot = style.SMALL_LINE + 0.05, style.SMALL_LINE + 0.08
        least = self.head + self.foot + min(n, FEWEST) * self.row
        if self.down * least > room - style.SMALL_LINE:
            self.down = max(1, int((room - style.SMALL_LINE) / least))
        widths = (
            style.text_width(text, style.SMALL) for track in content.tracks for text in track.shown
        )
        self.number = max(widths) + 0.06
        self.wide = min((width - self.name) / self.across - GAP, 2.4)
        self.numbered = self.wide - self.number > 0.5
        rest = self.down * (self.head + self.foot) + style.SMALL_LINE
        self.rows = style.fitting(n, self.down * self.row, room - rest)
        self.block = self.head + self.rows * self.row + self.foot
        self.width = self.name + self.across * (self.wide + GAP)

    def body(self) -> Body:
        n, m = len(self.content.algorithms), len(self.content.tracks)
        gone = (
            *style.left_out(n + self.content.more, self.rows, "algorithm"),
            *style.left_out(m, min(m, self.down * self.across), "measure"),
        )
        return Body(
            self.down * self.block + style.SMALL_LINE, self.paint, self.width, left_out=gone
        )

    def paint(self, canvas: Canvas) -> None:
        names = self.content.algorithms[: self.rows]
        short, size = style.bold_names(names, self.name)
        for line in range(self.down):
            top = line * self.block
            for i, name in enumerate(names):
                y = top + self.head + (i + 0.5) * self.row
                canvas.text(
                    self.name, y, short[name], size, align="right", bold=self.content.strong[i]
                )
            tracks = self.content.tracks[line * self.across : (line + 1) * self.across]
            for k, track in enumerate(tracks):
                self._track(canvas, track, self.name + GAP + k * (self.wide + GAP), top)
        y = self.down * self.block + style.SMALL_LINE / 2
        canvas.small(self.name + GAP, y, self.content.label, self.width - self.name - GAP)

    def _track(self, canvas: Canvas, track: Track, x: float, top: float) -> None:
        look, content = canvas.look, self.content
        length = self.wide - (self.number if self.numbered else 0.08)
        head = style.shortened(track.measure, self.wide, style.SMALL, bold=True)
        canvas.text(x, top + style.SMALL_LINE / 2, head, style.SMALL, bold=True)
        top += self.head
        across = Ruler("", "", *content.ends, content.ticks, content.marks)
        area = Area(x, top, length, self.rows * self.row, across, FLAT)
        for i in range(self.rows):
            y = top + (i + 0.5) * self.row
            canvas.path([x, area.right], [y, y], color=look.open, lw=0.6, zorder=1)
            self._point(canvas, track, i, y, area)
        ticks_across(canvas, area, GAP / 2, self.wide - length + GAP / 2)

    def _point(self, canvas: Canvas, track: Track, i: int, y: float, area: Area) -> None:
        look, pale = canvas.look, canvas.look.fill("better", False)
        first, last = area.x(track.low[i]), area.x(track.high[i])
        half = 0.3 * self.row
        canvas.box(first - 0.02, y - half, last - first + 0.04, 2 * half, pale, edge=pale, lw=0)
        inside = look.fill("better") if track.strong[i] else look.paper
        canvas.dot(area.x(track.value[i]), y, 4.5, color=inside, edge=look.fill("better"), lw=1.1)
        if self.numbered:
            x, said, bold = area.left + self.wide, track.shown[i], track.strong[i]
            canvas.text(x, y, said, style.SMALL, align="right", bold=bold)
