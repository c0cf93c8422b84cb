"""A part of the paper with two rulers and a key: places become inches, ticks get their words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from jointstats.drawing import style
from jointstats.drawing.canvas import Canvas
from jointstats.drawing.content import Axis
from jointstats.drawing.marks import Point
from jointstats.drawing.scales import Ruler, nice_step, round_numbers
from jointstats.drawing.style import LEAST, SMALL, SMALL_LINE, TEXT, TEXT_LINE

SAMPLE, HIGH = 0.24, 0.11  # inches of a sample
LINE_HIGH = 0.16
BETWEEN = 0.14

SIDES = ("left", "center", "right")

Lines = list[tuple[str, str, str]]  # of words: at the lower end, in the middle, at the upper end
Painter = Callable[[Canvas, float, float, float, float], object]


@dataclass(frozen=True)
class Sample:
    """A sample, drawn into a box (x, y, width, height), and its words."""

    paint: Painter
    words: str


class Legend:
    """Samples in lines no longer than `width` inches."""

    def __init__(self, samples: Sequence[Sample], width: float) -> None:
        self.placed: list[tuple[Sample, float, int]] = []
        x, line = 0.0, 0
        for sample in samples:
            (words,) = style.wrapped(sample.words, width - SAMPLE - 0.05, SMALL)[:1]
            long = SAMPLE + 0.05 + style.text_width(words, SMALL)
            if x and x + long > width:
                x, line = 0.0, line + 1
            self.placed.append((Sample(sample.paint, words), x, line))
            x += long + BETWEEN
        self.height = (line + 1) * LINE_HIGH if samples else 0.0

    def paint(self, canvas: Canvas, y: float) -> None:
        """Draw it from y downwards."""
        for sample, left, line in self.placed:
            top = y + line * LINE_HIGH
            sample.paint(canvas, left, top + (LINE_HIGH - HIGH) / 2, SAMPLE, HIGH)
            canvas.text(left + SAMPLE + 0.05, top + LINE_HIGH / 2, sample.words, SMALL)


DOWN = 0.6  # from the middle of a name to its lower end, in sizes of its letters
TALLEST = 1.1  # inches, at most, of names that stand upright
UPRIGHT = 0.52  # inches of a column under which names stand upright


class Heads:
    """The names of columns of this width, in letters of one size.

    Attributes
    ----------
    height : float
        Inches over the columns.
    """

    def __init__(self, names: Sequence[str], wide: float) -> None:
        widest = style.widest_of(names, SMALL)
        self.upright = wide < UPRIGHT and widest > wide - 0.05
        if self.upright:
            self.size = max(LEAST, min(SMALL, wide * 72 / 1.15))
            longest = style.widest_of(names, self.size)
            self.height = min(TALLEST, longest + 0.02) + 0.06
            self.label = style.distinct(names, self.height - 0.06, self.size)
        else:
            _, self.size = style.fitted(names, wide - 0.06)
            self.height = TEXT_LINE + 0.04
            self.label = style.distinct(names, wide - 0.06, self.size)

    def paint(self, canvas: Canvas, name: str, x: float, y: float) -> None:
        """Write a name, centred at x, so that it ends above y."""
        low, label = y - 0.04, self.label[name]
        if self.upright:
            canvas.text(x, low, label, self.size, upright=True)
        else:
            canvas.text(x, low - DOWN * self.size / 72, label, self.size, align="center")


TICK = 0.04  # inches
BELOW = TICK + SMALL_LINE + 0.06  # of the words under the numbers
FEWEST = 2  # numbers of a ruler
APART = 0.08  # inches between the words of neighbouring ticks


FLAT = Ruler("", "", 0.0, 1.0, (), ())  # of an area that has no scale upwards


@dataclass(frozen=True)
class Area:
    """A rectangle on the paper, in inches from its top left, and what its sides measure.

    ``inset`` is room at the (left, top, right, bottom) that no place of the rulers takes.
    """

    left: float
    top: float
    width: float
    height: float
    across: Ruler
    up: Ruler
    inset: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def x(self, place: float) -> float:
        """Inches from the left."""
        left, _, right, _ = self.inset
        part = (place - self.across.low) / (self.across.high - self.across.low)
        return self.left + left + part * (self.width - left - right)

    def y(self, place: float) -> float:
        """Inches from the top."""
        _, top, _, bottom = self.inset
        part = (self.up.high - place) / (self.up.high - self.up.low)
        return self.top + top + part * (self.height - top - bottom)

    @property
    def right(self) -> float:
        """Its right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.top + self.height


def even(low: float, high: float, length: float, each: float) -> Ruler:
    """A ruler from `low` to `high`, which may be the lesser one, with round numbers.

    Parameters
    ----------
    low, high : float
    length : float
        Inches of the ruler.
    each : float
        Inches that a number has at least.

    Examples
    --------
    >>> even(0, 1, 3.0, 0.5).marks, even(1, 0, 1.0, 0.5).marks
    (('0', '0.2', '0.4', '0.6', '0.8', '1.0'), ('1.0', '0.5', '0'))
    """
    least, most = sorted((low, high))
    wanted, way = max(1, min(6, int(length / each))), 1 if low < high else -1
    while True:
        at, marks = round_numbers(least, most, nice_step(most - least, wanted))
        if len(at) >= FEWEST:
            return Ruler("", "", low, high, at[::way], marks[::way])
        wanted += 1


def ruler_for(axis: Axis, values: Sequence[float], length: float, each: float) -> Ruler:
    """The ruler of an axis, as :func:`even`: its range, or a bit more than the values."""
    if axis.range is not None:
        return even(*axis.range, length, each)
    low, high = min(values), max(values)
    room = 0.07 * (high - low or max(abs(high), 1.0))
    ends = (low - room, high + room)
    ruler = even(*(ends[::-1] if axis.reverse else ends), length, each)
    return ruler if axis.ticks else replace(ruler, ticks=(), marks=())


def frame_of(canvas: Canvas, area: Area, lw: float = 0.8) -> None:
    """A frame round the area."""
    sides = (area.left, area.right), (area.top, area.bottom)
    canvas.outline(*sides, color=canvas.look.line, lw=lw, zorder=1)


@dataclass(frozen=True)
class Surround:
    """Places round a plane on a figure `width` inches wide.

    Attributes
    ----------
    left, below : float
        Inches for the upward axis, and for the other.
    across, up : list of str
        Their words in lines.
    """

    left: float
    below: float
    across: list[str]
    up: list[str]

    @classmethod
    def of(cls, across: Axis, up: Axis, wide: float, high: float) -> Surround:
        """For a plane of about this size."""
        first, second = (
            style.label_lines(across.label, wide, SMALL),
            style.label_lines(up.label, high, SMALL),
        )
        first, second = [x for x in first if x], [x for x in second if x]
        numbers = 0.42 if up.ticks else 0.1
        return cls(
            numbers + len(second) * SMALL_LINE, 0.24 + len(first) * SMALL_LINE, first, second
        )

    def paint(self, canvas: Canvas, area: Area) -> None:
        """Ticks, and the words round the plane."""
        ticks_across(canvas, area)
        ticks_up(canvas, area)
        left, wide, high = area.left, area.width, area.bottom
        quiet = canvas.look.quiet
        half = style.widest_of(self.across, SMALL) / 2
        middle = max(half, min(left + wide / 2, canvas.width - half))
        canvas.lines(middle, high + 0.22, self.across, SMALL, align="center", color=quiet)
        for i, line in enumerate(self.up):
            at = left - self.left + (i + 0.5) * SMALL_LINE
            canvas.text(at, high / 2, line, SMALL, align="center", upright=True, color=quiet)


def marks_width(ruler: Ruler) -> float:
    """Inches that the words of an upright ruler's ticks take, with the ticks."""
    return style.widest_of(ruler.marks, SMALL) + TICK + 0.05


def ticks_across(canvas: Canvas, area: Area, over: float = 0.3, past: float = 0.0) -> None:
    """Ticks under the area; words that would meet their neighbours are left out.

    The first word may begin `over` inches left of the area, the last end `past` inches right of it.
    """
    look = canvas.look
    words = []
    for tick, mark in zip(area.across.ticks, area.across.marks, strict=True):
        x = area.x(tick)
        canvas.path([x, x], [area.bottom, area.bottom + TICK], color=look.line, lw=0.8)
        half = style.text_width(mark, SMALL) / 2
        middle = min(max(x, area.left + half - over), area.right - half + past)
        words.append((middle, 2 * half, mark))
    y = area.bottom + TICK + 0.02 + SMALL_LINE / 2
    shown = _apart(words)
    for middle, _, mark in words:
        if mark in shown:
            canvas.small(middle, y, mark, align="center")


def zero_line(canvas: Canvas, area: Area) -> None:
    """The axis of differences under the area, its line at 0, and the band of practical equality."""
    look, (low, high) = canvas.look, (area.x(-area.across.equal), area.x(area.across.equal))
    if area.across.equal:
        band = (max(low, area.left), area.top)
        wide = min(high, area.right) - band[0]
        canvas.box(*band, wide, area.bottom - area.top, look.open, zorder=0.5)
    canvas.path([area.left, area.right], [area.bottom] * 2, color=look.line, lw=0.8)
    canvas.path([area.x(0)] * 2, [area.top, area.bottom], color=look.line, lw=0.8, zorder=1)
    ticks_across(canvas, area)


def interval(
    canvas: Canvas, x: float, ends: Point | None, y: float, *, size: float = 4.5, strong: bool
) -> None:
    """A point, filled if it is shown, and the line of its interval."""
    blue, paper = canvas.look.better[0], canvas.look.paper
    if ends is not None:
        canvas.path(ends, [y, y], color=blue, lw=1.5, zorder=2.5)
    canvas.dot(x, y, size, color=blue if strong else paper, edge=blue, lw=1.0)


def ticks_up(canvas: Canvas, area: Area) -> None:
    """Ticks left of the area."""
    look = canvas.look
    at = [(area.y(tick), mark) for tick, mark in zip(area.up.ticks, area.up.marks, strict=True)]
    shown = _apart([(y, SMALL_LINE - APART, mark) for y, mark in at])
    for y, mark in at:
        canvas.path([area.left - TICK, area.left], [y, y], color=look.line, lw=0.8)
        if mark in shown:
            canvas.small(area.left - TICK - 0.03, y, mark, align="right")


NO_DIFFERENCE = ("0", "1x", "equal")  # the tick that keeps its word


def _apart(words: Iterable[tuple[float, float, str]]) -> set[str]:
    """The words, of (middle, width, word), that do not touch: all, or every second and so on."""
    ordered = sorted(words)
    for step in range(1, len(ordered) + 1):
        middle = next((i for i, (_, _, word) in enumerate(ordered) if word in NO_DIFFERENCE), 0)
        chosen = ordered[middle % step :: step]
        if all(b[0] - a[0] >= (a[1] + b[1]) / 2 + APART for a, b in pairwise(chosen)):
            return {word for _, _, word in chosen}
    return set()


def axes(canvas: Canvas, area: Area, across: Lines, up: Lines) -> None:
    """Ticks of both rulers, and lines of words: under the area, and left of it read upwards."""
    ticks_across(canvas, area)
    ticks_up(canvas, area)
    middles = (area.left + area.right) / 2, (area.top + area.bottom) / 2
    for i, line in enumerate(across):
        y = area.bottom + BELOW + (i + 0.5) * TEXT_LINE
        for x, side, text in zip((area.left, middles[0], area.right), SIDES, line, strict=True):
            canvas.text(x, y, text, TEXT, align=side)
    for i, line in enumerate(up):
        x = (i + 0.5) * TEXT_LINE
        for y, side, text in zip((area.bottom, middles[1], area.top), SIDES, line, strict=True):
            canvas.text(x, y, text, TEXT, align=side, upright=True)


def lines_of_ends(ruler: Ruler, names: tuple[str, str], length: float) -> Lines:
    """What a ruler measures, and who is better at either end: in one line if there is room, or two.

    Parameters
    ----------
    ruler : Ruler
    names : tuple of str
        Better at the lower end, and at the upper.
    length : float
        Inches.
    """
    title = f"{ruler.measure} ({ruler.unit})" if ruler.unit else ruler.measure
    middle, each = style.text_width(title, TEXT) / 2, length / 2 - 0.05
    for better in (" better", ""):
        low, high = f"← {names[0]}{better}", f"{names[1]}{better} →"
        widest = max(style.text_width(low, TEXT), style.text_width(high, TEXT))
        if better and widest + middle + 0.15 <= length / 2:
            return [(low, title, high)]
        if widest <= each:
            break
    else:
        short = style.distinct(names, each - style.text_width("← ", TEXT), TEXT)
        low, high = f"← {short[names[0]]}", f"{short[names[1]]} →"
    return [("", style.shortened(title, length, TEXT), ""), (low, "", high)]


def apart(wanted: list[float], step: float, low: float, high: float) -> list[float]:
    """Places at least `step` apart, in the order given and near those wanted, inside the range.

    Examples
    --------
    >>> [round(x, 6) for x in apart([1.0, 1.1, 3.0], 1.0, 0.0, 4.0)]
    [0.55, 1.55, 3.0]
    """
    clusters: list[tuple[float, int]] = []  # sum of wanted starts, size
    for i, x in enumerate(wanted):
        total, size = x - i * step, 1
        while clusters and clusters[-1][0] / clusters[-1][1] > total / size:
            more, members = clusters.pop()
            total, size = total + more, size + members
        clusters.append((total, size))
    starts = [total / size for total, size in clusters for _ in range(size)]
    most = high - (len(wanted) - 1) * step
    return [min(max(start, low), max(most, low)) + i * step for i, start in enumerate(starts)]
