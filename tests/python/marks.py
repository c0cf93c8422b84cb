"""What must hold of every figure, read off its display list: no renderer is needed."""

from itertools import pairwise

from jointstats.presentation.plot import display_list

LEAST = 6.0  # points
SLACK = 0.01  # inches
SPECK = 0.012  # inches: dots that are no larger are hatching


def listed(result, figure=None, width=None, height=None, **how):
    """The display list of a figure."""
    return display_list(result, figure, width, height, **how)


def of_kind(figure, kind, **given):
    """Its marks of a kind, such as "lines", with these values."""
    found = (mark for mark in figure["marks"] if mark["kind"] == kind)
    return [mark for mark in found if given.items() <= mark.items()]


def said(figure):
    """What its texts say, in the order of painting."""
    return [mark["text"] for mark in of_kind(figure, "text")]


def segments(mark):
    """The lines of a mark, each (x0, y0, x1, y1)."""
    return mark.get("segments") or [(*a, *b) for a, b in pairwise(mark["points"])]


def polygons(figure):
    """Its polygons, each with its fill, its edge, and its left, top, right and lower side."""
    return [
        (fill, mark["edge"], (min(xs), min(ys), max(xs), max(ys)))
        for mark in of_kind(figure, "polygons")
        for corners, fill in zip(mark["polygons"], mark["fill"], strict=True)
        for xs, ys in [list(zip(*corners, strict=True))]
    ]


def box_of(text, up=0.4, down=0.55):
    """Left, top, right and lower side of a text in inches, `up` and `down` in sizes of letters."""
    wide, size = text["width"], text["size"] / 72
    start = {"left": 0.0, "center": 0.5, "right": 1.0}[text["align"]] * wide
    if text["angle"]:
        low = text["y"] + start
        return text["x"] - up * size, low - wide, text["x"] + down * size, low
    left = text["x"] - start
    return left, text["y"] - up * size, left + wide, text["y"] + down * size


def faults(figure):
    """What is wrong with the texts of a figure, in words."""
    marks = figure["marks"]
    shown = [(i, mark) for i, mark in enumerate(marks) if mark["kind"] == "text"]
    shown = [(i, mark) for i, mark in shown if mark["text"].strip()]
    found = []
    for n, (i, text) in enumerate(shown):
        box, name = box_of(text), repr(text["text"])
        if text["size"] < LEAST - 1e-9:
            found.append(f"{name} is small")
        if not (
            min(box[:2]) >= -SLACK
            and box[2] <= figure["width"] + SLACK
            and box[3] <= figure["height"] + SLACK
        ):
            found.append(f"{name} leaves the paper")
        found += [
            f"{name} overlaps {other['text']!r}"
            for _, other in shown[n + 1 :]
            if _meet(box, box_of(other))
        ]
        if _crossed(marks, i, text):
            found.append(f"{name} has a line through it")
    return found


def _meet(a, b):
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide > SLACK and high > SLACK


def _crossed(marks, i, text):
    """Whether a line goes through a text, and nothing filled lies between."""
    left, top, right, bottom = box_of(text, 0.3, 0.3)
    inside = (left + SLACK, top, right - SLACK, bottom)
    if inside[0] >= inside[2]:
        return False
    under = [j for j in range(i) if marks[j]["kind"] == "polygons" and _covers(marks[j], inside)]
    ground = max(under, default=-1)
    return any(_through(line, inside) for mark in marks[ground + 1 :] for line in _lines(mark))


def _covers(mark, box):
    return any(
        fill and low[0] <= box[0] and low[1] <= box[1] and high[0] >= box[2] and high[1] >= box[3]
        for corners, fill in zip(mark["polygons"], mark["fill"], strict=True)
        for low, high in [tuple(tuple(map(f, zip(*corners, strict=True))) for f in (min, max))]
    )


def _lines(mark):
    if mark["kind"] == "lines":
        return segments(mark)
    if mark["kind"] == "dots" and mark["radius"] <= SPECK:
        return [(x, y, x, y) for x, y in zip(mark["x"], mark["y"], strict=True)]
    return []


def _through(line, box):
    """Whether a line has a point within a box (Liang and Barsky)."""
    x, y, dx, dy = line[0], line[1], line[2] - line[0], line[3] - line[1]
    first, last = 0.0, 1.0
    for p, q in ((-dx, x - box[0]), (dx, box[2] - x), (-dy, y - box[1]), (dy, box[3] - y)):
        if p == 0 and q < 0:
            return False
        if p < 0:
            first = max(first, q / p)
        elif p > 0:
            last = min(last, q / p)
    return first <= last
