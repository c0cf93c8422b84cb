"""Axes in inches, for figures that place every letter themselves.

In axes of another size everything shrinks or grows together, letters too: what does not overlap at
one size does not overlap at any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jointstats.presentation.plot.style import BLACK, LINE, TEXT, set_title, size_of, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Canvas:
    """Axes of a given size in inches, the origin at the top left.

    Parameters
    ----------
    ax : matplotlib Axes
    width, height : float
        Inches at full size.
    title : str
    """

    def __init__(self, ax: Axes, width: float, height: float, title: str) -> None:
        self.ax = ax
        self.width, self.height = width, height
        wide, high = size_of(ax)
        self.scale = min(wide / width, high / height)
        ax.set_xlim(0, wide / self.scale)
        ax.set_ylim(high / self.scale, 0)
        ax.set_xticks([])
        ax.set_yticks([])
        ax.set_axis_off()
        set_title(ax, title, min(1.0, self.scale))

    def text(self, x: float, y: float, text: str, size: float = TEXT, **keywords: Any) -> None:
        """One line, its middle at y."""
        keywords = {"ha": "left", "va": "center_baseline", "color": BLACK} | keywords
        write(self.ax, x, y, text, size * self.scale, **keywords)

    def lines(self, x: float, y: float, lines: list[str], size: float, **keywords: Any) -> float:
        """Lines downwards from y; returns where the next one begins."""
        for line in lines:
            self.text(x, y + size * LINE / 144, line, size, **keywords)
            y += size * LINE / 72
        return y

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, hatch: str = "",
        edge: str = "white", zorder: float = 2,
    ) -> None:  # fmt: skip
        """Draw a filled rectangle; (x, y) is its top left corner."""
        from matplotlib.patches import Rectangle

        self.ax.add_patch(
            Rectangle(
                (x, y), width, height, facecolor=fill, edgecolor=edge, hatch=hatch or None,
                linewidth=0.8 * self.scale, zorder=zorder,
            )
        )  # fmt: skip

    def path(self, xs: list[float], ys: list[float], **keywords: Any) -> None:
        """Draw a line through points; its width scales with the figure."""
        keywords["lw"] = keywords.get("lw", 1.0) * self.scale
        self.ax.plot(xs, ys, **keywords)

    def dot(self, x: float, y: float, size: float, **keywords: Any) -> None:
        """Draw a round mark, `size` in points."""
        self.ax.plot([x], [y], "o", ms=size * self.scale, **keywords)

    def arrow(self, tip: tuple[float, float], towards: tuple[float, float], color: str) -> None:
        """Draw an arrow head at a point; `towards` is its direction, of length 1."""
        from matplotlib.patches import Polygon

        (x, y), (dx, dy), size = tip, towards, 0.16
        base = (x - size * dx, y - size * dy)
        side = (-dy * size * 0.45, dx * size * 0.45)
        corners = [
            tip,
            (base[0] + side[0], base[1] + side[1]),
            (base[0] - side[0], base[1] - side[1]),
        ]
        self.ax.add_patch(Polygon(corners, closed=True, color=color, zorder=4.5))
