"""Many boxes, hatching and dots at once: drawn one by one, those of a large matrix take seconds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from jointstats.presentation.plot.canvas import Canvas

Box = tuple[float, float, float, float]  # left, top, width, height
Line = tuple[tuple[float, float], tuple[float, float]]

STEP = 0.075  # inches from line to line of hatching
DOTS = 0.055


class Ink:
    """What is to be drawn, collected by layer; :meth:`dry` draws it."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas, self.look = canvas, canvas.look
        self._boxes: dict[tuple[float, float], list[tuple[Box, str, str]]] = defaultdict(list)
        self._lines: dict[tuple[float, float], list[tuple[Line, str]]] = defaultdict(list)
        self._dots: dict[str, list[tuple[float, float]]] = defaultdict(list)

    def box(
        self, box: Box, fill: str, edge: str = "none", lw: float = 0.0, zorder: float = 2
    ) -> None:
        """A filled rectangle, or ("none") its frame alone."""
        self._boxes[zorder, lw].append((box, fill, edge))

    def line(self, line: Line, colour: str, lw: float, zorder: float = 2.1) -> None:
        """A line from one point to another."""
        self._lines[zorder, lw].append((line, colour))

    def hatch(self, box: Box, colour: str, *, rising: bool, lw: float = 0.6) -> None:
        """Lines across a box at 45 degrees, rising or falling to the right."""
        for line in _across(box, rising):
            self.line(line, colour, lw, 2.2)

    def dots(self, box: Box, colour: str) -> None:
        """Dots in a box, in rows that alternate."""
        x, y, wide, high = box
        rows, columns = max(1, int(high / DOTS)), max(1, int(wide / DOTS))
        for i in range(rows):
            for j in range(columns):
                across = (j + 0.5 + 0.25 * (-1) ** i) / columns
                self._dots[colour].append(
                    (x + min(across, 0.95) * wide, y + (i + 0.5) / rows * high)
                )

    def dry(self) -> None:
        """Draw everything."""
        from matplotlib.collections import LineCollection, PolyCollection

        for (zorder, lw), boxes in self._boxes.items():
            corners = [
                [(x, y), (x + w, y), (x + w, y + h), (x, y + h)] for (x, y, w, h), _, _ in boxes
            ]
            self.canvas.ax.add_collection(
                PolyCollection(
                    corners, facecolors=[fill for _, fill, _ in boxes],
                    edgecolors=[edge for _, _, edge in boxes], linewidths=lw, zorder=zorder,
                ), autolim=False,
            )  # fmt: skip
        for (zorder, lw), lines in self._lines.items():
            self.canvas.ax.add_collection(
                LineCollection(
                    [line for line, _ in lines], colors=[colour for _, colour in lines],
                    linewidths=lw, zorder=zorder,
                ), autolim=False,
            )  # fmt: skip
        for colour, points in self._dots.items():
            xs, ys = zip(*points, strict=True)
            self.canvas.ax.plot(xs, ys, ".", ms=1.6, mew=0, color=colour, zorder=2.2)


def _across(box: Box, rising: bool) -> Iterator[Line]:
    """The lines of hatching within a box."""
    x, y, wide, high = box
    start = -high + STEP / 2
    while start < wide:
        low, up = max(0.0, -start), min(high, wide - start)
        if up > low:
            first, last = y + (high - low if rising else low), y + (high - up if rising else up)
            yield (x + start + low, first), (x + start + up, last)
        start += STEP
