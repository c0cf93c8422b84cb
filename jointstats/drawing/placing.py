"""Places of labels next to their points: they meet neither each other, nor marks, nor lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from jointstats.drawing.chart import Area
from jointstats.evidence.arrays import Array, Bools

LINE = 0.125  # inches: the height of a line of words
NEAR = 0.15  # inches from its point: a label that is farther away has a line to it
BESIDE = 0.04  # inches free at both ends of a label
AT_ONCE = 256  # places that are tried together
GRID = 0.1, LINE / 2  # inches between the places that are tried anywhere
OFFSETS = np.array(
    [
        place
        for far in (0.07, 0.2, 0.34, 0.5, 0.7)
        for place in (
            *((dx, dy) for dx in (far, -far) for dy in (-far, far)),
            *((dx, 0.0) for dx in (0.02 + far, -0.02 - far)),
            *((0.0, dy) for dy in (-far - 0.05, far + 0.05)),
        )
    ]
)
"""Places tried for a label, in inches from its point: near ones first."""
Line = tuple[float, float, float, float]  # from a point to another one: x, y, x, y


@dataclass(frozen=True)
class Label:
    """Where a label has its place: its left top corner, and the line to its point if it is far.

    Its ground is to be painted if it lies `over_lines`.
    """

    left: float
    top: float
    leader: Line | None
    over_lines: bool


@dataclass
class Taken:
    """An area, and what is on it: boxes that no label may meet, lines that it should not meet.

    Attributes
    ----------
    area : Area
    boxes : ndarray, shape (k, 4)
        Left, top, right and lower sides.
    lines : ndarray, shape (s, 4)
    """

    area: Area
    boxes: Array = field(default_factory=lambda: np.empty((0, 4)))
    lines: Array = field(default_factory=lambda: np.empty((0, 4)))

    def place(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        *,
        anywhere: float = 0.0,
        over_lines: bool = False,
    ) -> Label | None:
        """Take a free place for a label of this size, as near to its point as there is one.

        Parameters
        ----------
        x, y : float
            The point.
        wide, high : float
        anywhere : float, default 0
            Inches from the point within which any place is tried after those next to it.
        over_lines : bool, default False
            Whether a label may meet a line, if there is no other place.
        """
        tries = [_around(x, y, wide, high)]
        tries += [self._anywhere(x, y, wide, high, anywhere)] if anywhere else []
        for crossing in (False, True) if over_lines else (False,):
            for places in tries:
                for some in self._inside(places):
                    free = self._free(some, x, y, crossing)
                    if free.any():
                        return self._take(some[free.argmax()], x, y, crossing)
        return None

    def _inside(self, places: Array) -> Iterator[Array]:
        """The places inside the area, the first ones first: most often one of them is free."""
        area = self.area
        inside = (places[:, :2] >= (area.left, area.top)).all(axis=1)
        inside &= (places[:, 2:] <= (area.right, area.bottom)).all(axis=1)
        left = places[inside]
        return (left[start : start + AT_ONCE] for start in range(0, len(left), AT_ONCE))

    def _free(self, places: Array, x: float, y: float, crossing: bool) -> Bools:
        """Which places meet no box, no line unless `crossing`, and have a clear way."""
        free: Bools = np.logical_not(meeting(places, self.boxes).any(axis=1))
        if not crossing and free.any():
            free[free] = ~crossed(places[free], self.lines).any(axis=1)
        if free.any():
            others = self.boxes[~meeting(np.array([[x, y, x, y]]), self.boxes)[0]]
            nearest = _nearest(places[free], x, y)
            ways = np.concatenate([np.full_like(nearest, (x, y)), nearest], axis=1)
            free[free] = ~crossed(others, ways).any(axis=0)
        return free

    def _take(self, box: Array, x: float, y: float, over_lines: bool) -> Label:
        """The label at this place, which is taken from now on."""
        self.boxes = np.vstack([self.boxes, box + np.array([-BESIDE, 0.0, BESIDE, 0.0])])
        ((near, at),) = _nearest(box[None], x, y).tolist()
        if math.hypot(near - x, at - y) <= NEAR:
            return Label(float(box[0]), float(box[1]), None, over_lines)
        leader = (x, y, near, at)
        self.lines = np.vstack([self.lines, leader])
        return Label(float(box[0]), float(box[1]), leader, over_lines)

    def _anywhere(self, x: float, y: float, wide: float, high: float, far: float) -> Array:
        """Places of a grid at most `far` away, the nearest first."""
        area = self.area
        lefts = np.arange(area.left + 0.02, area.right - wide, GRID[0])
        tops = np.arange(area.top, area.bottom - high, GRID[1])
        corners = np.stack(np.meshgrid(lefts, tops), axis=-1).reshape(-1, 2)
        places = np.concatenate([corners, corners + np.array([wide, high])], axis=1)
        away = np.hypot(*(_nearest(places, x, y) - (x, y)).T)
        order = np.argsort(away, kind="stable")
        return np.asarray(places[order[away[order] <= far]])


def _around(x: float, y: float, wide: float, high: float) -> Array:
    """Boxes of a label round its point, the nearest first."""
    dx, dy = OFFSETS.T
    left = x + dx - wide * (1 - np.sign(dx)) / 2
    middle = y + dy + (high - LINE) / 2 * np.sign(dy)
    return np.stack([left, middle - high / 2, left + wide, middle + high / 2], axis=1)


def _nearest(boxes: Array, x: float, y: float) -> Array:
    """The point of each box that is nearest to a point."""
    return np.stack([np.clip(x, boxes[:, 0], boxes[:, 2]), np.clip(y, boxes[:, 1], boxes[:, 3])], 1)


def meeting(first: Array, second: Array) -> Bools:
    """Which of the first boxes meet which of the second.

    Examples
    --------
    >>> meeting(np.array([[0, 0, 2, 2]]), np.array([[1, 1, 3, 3], [2, 0, 3, 1]])).tolist()
    [[True, False]]
    """
    a, b = first[:, None], second[None]
    return np.asarray((a[..., :2] < b[..., 2:]).all(-1) & (b[..., :2] < a[..., 2:]).all(-1))


def crossed(boxes: Array, lines: Array) -> Bools:
    """Which boxes are met by which lines (Liang & Barsky).

    Parameters
    ----------
    boxes : ndarray, shape (k, 4)
    lines : ndarray, shape (s, 4)

    Returns
    -------
    ndarray of bool, shape (k, s)

    Examples
    --------
    >>> lines = np.array([[0.0, 0.0, 1.0, 3.0], [0.0, 0.0, 3.0, 1.0]])
    >>> crossed(np.array([[2.0, 0.0, 3.0, 2.0]]), lines).tolist()
    [[False, True]]
    """
    start, way = lines[None, :, :2], lines[None, :, 2:] - lines[None, :, :2]
    way = np.where(np.abs(way) < 1e-9, 1e-9, way)
    first, last = (boxes[:, None, :2] - start) / way, (boxes[:, None, 2:] - start) / way
    enters = np.minimum(first, last).max(axis=-1)
    leaves = np.maximum(first, last).min(axis=-1)
    return np.asarray(np.maximum(enters, 0.0) <= np.minimum(leaves, 1.0))


def boxes_round(points: Array, half: Array) -> Array:
    """Boxes round dots with these half sides, shape (k, 4).

    Examples
    --------
    >>> boxes_round(np.array([[1.0, 2.0]]), np.array([0.5])).tolist()
    [[0.5, 1.5, 1.5, 2.5]]
    """
    return np.concatenate([points - half[:, None], points + half[:, None]], axis=1)
