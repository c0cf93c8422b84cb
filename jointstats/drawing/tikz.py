"""Critical-difference diagrams (Demšar 2006) as TikZ.

A document compiles by itself, and its ``tikzpicture`` can be copied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jointstats.drawing.figure_rankings import Order

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
