"""Every pair of algorithms: the joint test beside the separate ones, as a matrix or a list.

A cell is blue where the algorithm of its row is better, orange where that of its column is, purple
and hatched where the two share the measures; pale where nothing is decided. The winner's letter
says the same without colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from jointstats.labelled import wording
from jointstats.labelled.compare.pairwise import PairwiseResult
from jointstats.labelled.normal.manova import ManovaResult
from jointstats.presentation.plot.canvas import Canvas
from jointstats.presentation.plot.style import (
    BLACK,
    BLUE,
    GREY,
    LINE,
    ORANGE,
    PALE_BLUE,
    PALE_GREY,
    PALE_ORANGE,
    PALE_PURPLE,
    PURPLE,
    SMALL,
    TEXT,
    Drawing,
    letters,
    shortened,
    text_width,
    wrapped,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Joint(Protocol):
    """What the figure needs of a joint test of pairs."""

    @property
    def pairs(self) -> list[dict[str, Any]]: ...  # noqa: D102
    @property
    def test_name(self) -> str: ...  # noqa: D102
    @property
    def p_adjust(self) -> str: ...  # noqa: D102


Cells = dict[tuple[str, str], Any]

CELL = 0.66  # inches
TILE = 0.2
NAME = 2.3  # widest name
ROW, COLUMN, BOTH, NOBODY = "row", "column", "both", "nobody"
_STRONG = {ROW: BLUE, COLUMN: ORANGE, BOTH: PURPLE, NOBODY: "white"}
_PALE = {ROW: PALE_BLUE, COLUMN: PALE_ORANGE, BOTH: PALE_PURPLE, NOBODY: "white"}
_TESTS = {
    "bayes": "Bayesian test",
    "glrt": "likelihood-ratio test",
    "network": "network test",
    "hotelling": "Hotelling test",
    "sign": "sign test",
    "wilcoxon": "Wilcoxon test",
}


def pairs(result: PairwiseResult) -> Drawing:
    """One pairwise test."""
    joint = bool(result.pairs) and "measure" not in result.pairs[0]
    return beside(
        result.algorithms,
        result.measures,
        result if joint else None,
        [] if joint else result.pairs,
        "" if joint else _TESTS.get(result.test_name, result.test_name),
        result.control,
    )


@dataclass(frozen=True)
class _Means:
    """Hotelling's tests of the pairs of a MANOVA, with the better mean of each measure."""

    pairs: list[dict[str, Any]]
    p_adjust: str
    test_name: str = "hotelling"


def means(result: ManovaResult) -> Drawing:
    """Hotelling's test of every pair above the diagonal, t tests of each measure below it."""
    rows = []
    for row in result.pairs:
        order = {
            name: [row["a"], row["b"]]
            if (difference > 0) == (result.measures[name] == "max")
            else [row["b"], row["a"]]
            for name, difference in row["mean_difference"].items()
        }
        rows.append(row | {"order": order})
    joint = _Means(rows, result.p_adjust)
    name = "t tests" if result.p_adjust == "none" else f"t tests, {result.p_adjust}"
    return beside(result.algorithms, result.measures, joint, result.singles, name)


def beside(
    algorithms: Sequence[str],
    measures: Mapping[str, str],
    joint: Joint | None,
    tests: Sequence[dict[str, Any]],
    separate_test: str = "",
    control: str | None = None,
) -> Drawing:
    """The joint test of every pair above the diagonal, the separate tests below it.

    Parameters
    ----------
    algorithms : sequence of str
    measures : mapping
    joint : PairwiseResult or the like, or None
        A joint test of the pairs.
    tests : sequence of dict
        Rows of a separate test: ``a``, ``b``, ``measure``, ``winner``.
    separate_test : str
        Its name in words.
    control : str, optional
        If given, its pairs are listed instead.
    """
    whole = {(row["a"], row["b"]): row for row in joint.pairs} if joint is not None else {}
    single: Cells = {}
    for row in tests:
        single.setdefault((row["a"], row["b"]), {})[row["measure"]] = row
    figure = _Figure(list(algorithms), dict(measures), whole, single)
    kind = _TESTS.get(joint.test_name, joint.test_name) if joint is not None else ""
    listed = control is not None
    foot = _legend(measures, kind, joint, separate_test, listed)
    width, height = figure.list_size() if listed else figure.matrix_size()
    width = max(width, 4.2)
    lines = [line for text in foot for line in wrapped(text, width, SMALL)]
    full = height + 0.1 + _KEY * 2 + len(lines) * SMALL * LINE / 72
    title = "Every pair, on all measures at once" if whole else "Every pair, measure by measure"

    def paint(ax: Axes) -> None:
        canvas = Canvas(ax, width, full, title)
        figure.paint_list(canvas) if listed else figure.paint_matrix(canvas)
        y = _key(canvas, height + 0.1, width)
        canvas.lines(0, y, lines, SMALL, color=GREY)

    return Drawing(width, full, paint, title, _alt(joint, tests))


class _Figure:
    """Cells of all pairs; (a, b) and (b, a) are the same pair seen from the other side."""

    def __init__(
        self, algorithms: list[str], measures: dict[str, str], whole: Cells, single: Cells
    ) -> None:
        self.algorithms, self.measures = algorithms, measures
        self.whole, self.single = whole, single
        self.letter = letters(algorithms)
        self.names = {a: f"{self.letter[a]}  {shortened(a, NAME, TEXT)}" for a in algorithms}
        self.left = max(text_width(name, TEXT) for name in self.names.values()) + 0.12
        self.tiles_across = 1 if len(measures) == 1 else 2 if len(measures) <= 4 else 3
        self.tile = TILE if len(measures) <= 9 else CELL / -(-len(measures) // 3) - 0.01
        if len(measures) > 9:
            self.tiles_across = 3

    def matrix_size(self) -> tuple[float, float]:
        side = CELL * len(self.algorithms)
        return self.left + side, 0.25 + side

    def list_size(self) -> tuple[float, float]:
        tiles = len(self.measures) * (TILE + 0.02) if self.single else 0.0
        rows = len(self._listed())
        return 2 * self.left + 0.3 + 1.15 + tiles, 0.1 + rows * 0.34

    def _listed(self) -> list[tuple[str, str]]:
        return list(dict.fromkeys([*self.whole, *self.single]))

    def paint_matrix(self, canvas: Canvas) -> None:
        top = 0.25
        for i, a in enumerate(self.algorithms):
            y, x = top + i * CELL, self.left + i * CELL
            canvas.text(0, y + CELL / 2, self.names[a], TEXT)
            canvas.text(x + CELL / 2, 0.12, self.letter[a], TEXT, ha="center", fontweight="bold")
            canvas.box(x, y, CELL, CELL, PALE_GREY)
            canvas.text(x + CELL / 2, y + CELL / 2, self.letter[a], TEXT, ha="center", color=GREY)
        for i, row in enumerate(self.algorithms):
            for j, column in enumerate(self.algorithms):
                x, y = self.left + j * CELL, top + i * CELL
                if i < j and self.whole:
                    self._joint(canvas, row, column, x, y, CELL)
                elif i != j and self.single and (i > j or not self.whole):
                    self._tiles(canvas, row, column, x, y)

    def paint_list(self, canvas: Canvas) -> None:
        second = self.left + 0.3
        for i, (a, b) in enumerate(self._listed()):
            y = 0.1 + i * 0.34
            canvas.text(0, y + 0.15, self.names[a], TEXT)
            canvas.text(self.left + 0.08, y + 0.15, "/", TEXT, color=GREY, ha="center")
            canvas.text(second, y + 0.15, self.names[b], TEXT)
            x = second + self.left
            if (a, b) in self.whole:
                self._joint(canvas, a, b, x, y, 1.0, 0.3)
                x += 1.1
            for name, tested in self.single.get((a, b), {}).items():
                k = list(self.measures).index(name)
                self._tile(canvas, tested, a, x + k * (TILE + 0.02), y + 0.05, TILE)

    def _joint(
        self, canvas: Canvas, row: str, column: str, x: float, y: float, width: float,
        height: float = CELL,
    ) -> None:  # fmt: skip
        tested = self.whole.get((row, column)) or self.whole.get((column, row))
        if tested is None:
            return
        who, said = self._leader(tested, row)
        decided = bool(tested["decided"])
        fill = (_STRONG if decided else _PALE)[who]
        color = "white" if fill == BLUE else BLACK
        hatch = "////" if who == BOTH and decided else ""
        edge = "white" if fill != "white" else GREY
        canvas.box(x, y, width, height, fill, hatch, edge)
        star = "*" if decided else ""
        middle, weight = x + width / 2, "bold" if decided else "normal"
        number = _number(tested)
        keywords: dict[str, Any] = {"ha": "center", "color": color, "fontweight": weight}
        if hatch:
            keywords["bbox"] = {"facecolor": fill, "edgecolor": "none", "pad": 1}
        if height < CELL:
            canvas.text(middle, y + height / 2, f"{said}{star}  {number}", SMALL, **keywords)
            return
        size = TEXT + 1 if len(said) <= 4 else SMALL
        canvas.text(middle, y + 0.36 * height, said + star, size, **keywords)
        canvas.text(middle, y + 0.7 * height, number, SMALL, **keywords)

    def _leader(self, tested: dict[str, Any], row: str) -> tuple[str, str]:
        order = tested.get("order")
        if order is None:
            name = tested.get("winner") or tested.get("better")
            if name is None:
                return NOBODY, "="
            return (ROW if name == row else COLUMN), self.letter[name]
        firsts = [names[0] for names in order.values()]
        if len(set(firsts)) == 1:
            return (ROW if firsts[0] == row else COLUMN), self.letter[firsts[0]]
        counted = sorted({(-firsts.count(name), self.letter[name]) for name in firsts})
        return BOTH, " ".join(f"{letter}{-n}" for n, letter in counted)

    def _tiles(self, canvas: Canvas, row: str, column: str, x: float, y: float) -> None:
        tested = self.single.get((row, column)) or self.single.get((column, row)) or {}
        down = -(-len(self.measures) // self.tiles_across)
        step = self.tile + 0.01
        left = x + (CELL - self.tiles_across * step) / 2
        top = y + (CELL - down * step) / 2
        for k, name in enumerate(self.measures):
            if name in tested:
                across, below = k % self.tiles_across, k // self.tiles_across
                place = (left + across * step, top + below * step)
                self._tile(canvas, tested[name], row, *place, self.tile)

    def _tile(
        self, canvas: Canvas, tested: dict[str, Any], row: str, x: float, y: float, side: float
    ) -> None:
        winner = tested["winner"]
        who = NOBODY if winner is None else ROW if winner == row else COLUMN
        canvas.box(x, y, side, side, _STRONG[who], edge=GREY)
        said = "·" if winner is None else self.letter[winner]
        canvas.text(
            x + side / 2, y + side / 2, said, SMALL * min(1.0, side / TILE), ha="center",
            color="white" if who == ROW else BLACK,
        )  # fmt: skip


def _number(tested: dict[str, Any]) -> str:
    """Probability, or adjusted p-value, in three decimals and never a false 0 or 1."""
    is_p = "probability" not in tested
    value = tested["p_adjusted"] if is_p else tested["probability"]
    if value is None:
        return ""
    x = float(value)
    text = f"{x:.3f}"
    if text == "1.000" and x < 1:
        text = ">.999"
    elif text == "0.000" and x > 0:
        text = "<.001"
    return text


_KEY = 0.22


def _key(canvas: Canvas, y: float, width: float) -> float:
    """What the colours mean, in two lines; returns where the next line begins."""
    decided = [(_STRONG[ROW], "", "row better"), (_STRONG[COLUMN], "", "column better"),
               (_STRONG[BOTH], "////", "each on some")]  # fmt: skip
    x = 0.0
    for fill, hatch, text in decided:
        canvas.box(x, y + 0.03, 0.16, 0.15, fill, hatch, GREY)
        canvas.text(x + 0.22, y + 0.11, text, SMALL)
        x += 0.22 + text_width(text, SMALL) + 0.2
    y, x = y + _KEY, 0.0
    for fill in (_PALE[ROW], _PALE[COLUMN], _PALE[BOTH]):
        canvas.box(x, y + 0.03, 0.16, 0.15, fill, "", GREY)
        x += 0.18
    canvas.text(x + 0.06, y + 0.11, "pale: leads, but is not decided; * decided", SMALL)
    return y + _KEY


def _legend(
    measures: Mapping[str, str],
    kind: str,
    joint: Joint | None,
    separate_test: str,
    listed: bool,
) -> list[str]:
    """Sentences under the figure."""
    numbered = ", ".join(
        f"{i} {name} ({'higher' if way == 'max' else 'lower'})"
        for i, (name, way) in enumerate(measures.items(), start=1)
    )
    lines = []
    if joint is not None:
        value = "probability" if joint.pairs and "probability" in joint.pairs[0] else (
            f"p ({joint.p_adjust})"
        )  # fmt: skip
        where = "Wide cell" if listed else "Above the diagonal"
        lines.append(
            f"{where}: all measures jointly ({kind}); letter of the leader, {value}. "
            "A4 B2: A leads on 4 measures and B on 2; =: tied."
        )
    if separate_test:
        where = "Small tiles" if listed else "Below the diagonal" if joint else "Tiles"
        lines.append(f"{where}: each measure alone ({separate_test}); ·: not decided.")
        lines.append(f"Tiles, from the left and then down, with what is better: {numbered}.")
    else:
        lines.append(f"Measures, with what is better: {numbered}.")
    return lines


def _alt(joint: Joint | None, tests: Sequence[dict[str, Any]]) -> str:
    parts = []
    if joint is not None:
        won = [row for row in joint.pairs if row["decided"]]
        parts.append(
            f"{len(won)} of {wording.plural(len(joint.pairs), 'pair')} are decided jointly"
        )
    if tests:
        won = [row for row in tests if row["winner"]]
        parts.append(f"{len(won)} of {len(tests)} differences are decided measure by measure")
    return f"Matrix of pairs: {'; '.join(parts)}. The tables hold the same numbers."
