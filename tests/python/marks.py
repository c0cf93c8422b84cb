"""What must hold of every figure, read off its display list: no renderer is needed."""

from itertools import pairwise

from jointstats.interfaces.figures import display_list

LEAST = 6.0  # points
SLACK = 0.01  # inches
SPECK = 0.012  # inches: dots that are no larger are hatching


def listed(result, figure=None, width=None, height=None, **how):
    """The display list of a figure."""
    return display_list(result, figure, height, width=width, **how)


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
    shown = [(i, mark, box_of(mark), repr(mark["text"])) for i, mark in enumerate(marks)
             if mark["kind"] == "text" and mark["text"].strip()]  # fmt: skip
    grounds = [(i, *box) for i, mark in enumerate(marks) for box in _filled(mark)]
    lines = [(i, line) for i, mark in enumerate(marks) for line in _lines(mark)]
    found = []
    for n, (i, text, box, name) in enumerate(shown):
        if text["size"] < LEAST - 1e-9:
            found.append(f"{name} is small")
        if not (
            min(box[:2]) >= -SLACK
            and box[2] <= figure["width"] + SLACK
            and box[3] <= figure["height"] + SLACK
        ):
            found.append(f"{name} leaves the paper")
        found += [f"{name} overlaps {said}" for _, _, other, said in shown[n + 1 :]
                  if _meet(box, other)]  # fmt: skip
        if _crossed(text, i, grounds, lines):
            found.append(f"{name} has a line through it")
    return found


def _meet(a, b):
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide > SLACK and high > SLACK


def _crossed(text, i, grounds, lines):
    """Whether a line goes through a text, and nothing filled lies between."""
    left, top, right, bottom = box_of(text, 0.3, 0.3)
    left, right = left + SLACK, right - SLACK
    if left >= right:
        return False
    under = [j for j, x0, y0, x1, y1 in grounds
             if j < i and x0 <= left and y0 <= top and x1 >= right and y1 >= bottom]  # fmt: skip
    ground = max(under, default=-1)
    return any(j > ground and _through(line, (left, top, right, bottom)) for j, line in lines)


def _filled(mark):
    """The boxes round filled polygons and dots."""
    if mark["kind"] == "dots" and mark["fill"]:
        far = mark["radius"]
        for x, y in zip(mark["x"], mark["y"], strict=True):
            yield x - far, y - far, x + far, y + far
    if mark["kind"] == "polygons":
        for corners, fill in zip(mark["polygons"], mark["fill"], strict=True):
            if fill:
                xs, ys = zip(*corners, strict=True)
                yield min(xs), min(ys), max(xs), max(ys)


def _lines(mark):
    if mark["kind"] == "lines":
        return segments(mark)
    if mark["kind"] == "dots" and mark["radius"] <= SPECK:
        return [(x, y, x, y) for x, y in zip(mark["x"], mark["y"], strict=True)]
    return []


def _through(line, box):
    """Whether a line has a point within a box (Liang and Barsky)."""
    if max(line[0], line[2]) < box[0] or min(line[0], line[2]) > box[2]:
        return False
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
