"""Paper in inches, for figures that place every letter themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jointstats.presentation.plot.style import LINE, SMALL, TEXT, write
from jointstats.presentation.plot.themes import Look, hatch

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Canvas:
    """Axes whose units are inches, rightwards and downwards from the top left of a figure's body.

    Parameters
    ----------
    ax : matplotlib Axes
    size : tuple of float
        Width and height of the axes in inches.
    left, top : float
        Where the body begins in the axes: right of the margin and under the title.
    look : Look
    """

    def __init__(
        self, ax: Axes, size: tuple[float, float], left: float, top: float, look: Look
    ) -> None:
        self.ax, self.look = ax, look
        self.size, self.left, self.top = size, left, top
        ax.set_xlim(-left, size[0] - left)
        ax.set_ylim(size[1] - top, -top)
        ax.set_axis_off()

    def text(self, x: float, y: float, text: str, size: float = TEXT, **keywords: Any) -> None:
        """One line, its middle at y."""
        keywords = {"ha": "left", "va": "center_baseline", "color": self.look.ink} | keywords
        write(self.ax, x, y, text, size, **keywords)

    def lines(self, x: float, y: float, lines: list[str], size: float, **keywords: Any) -> float:
        """Lines downwards from y; returns where the next one begins."""
        for line in lines:
            self.text(x, y + size * LINE / 144, line, size, **keywords)
            y += size * LINE / 72
        return y

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, hatch: str = "",
        edge: str | None = None, zorder: float = 2, lw: float = 0.8,
    ) -> None:  # fmt: skip
        """Draw a filled rectangle; (x, y) is its top left corner. Its edge is that of the paper."""
        from matplotlib.patches import Rectangle

        self.ax.add_patch(
            Rectangle(
                (x, y), width, height, facecolor=fill, edgecolor=edge or self.look.paper,
                hatch=hatch or None, linewidth=lw, zorder=zorder,
            )
        )  # fmt: skip

    def cell(
        self, x: float, y: float, width: float, height: float, role: str, shown: bool = True,
    ) -> str:  # fmt: skip
        """Draw a rectangle in the colour of a role; returns the colour of words on it.

        What is shown is strong and framed, and hatched for a trade-off; what is not shown is pale.
        """
        fill = self.look.fill(role, shown)
        framed = shown and role != "open"
        self.box(
            x, y, width, height, fill, hatch(role, shown),
            self.look.ink if framed else self.look.paper, 2.2 if framed else 2,
        )  # fmt: skip
        return self.look.on(fill)

    def path(self, xs: list[float], ys: list[float], **keywords: Any) -> None:
        """Draw a line through points."""
        look: dict[str, Any] = {"color": self.look.ink, "lw": 1.0}
        self.ax.plot(xs, ys, **look | keywords)

    def dot(self, x: float, y: float, size: float, **keywords: Any) -> None:
        """Draw a round mark, `size` in points."""
        self.path([x], [y], marker="o", ls="none", ms=size, **keywords)

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

    def panel(self, x: float, y: float, width: float, height: float) -> Axes:
        """Axes with units of their own on this part of the paper; (x, y) is its top left corner.

        What stands outside the panel, numbers of its axes and their words, needs room there.
        """
        wide, high = self.size
        place = (
            (self.left + x) / wide,
            1 - (self.top + (y + height)) / high,
            width / wide,
            height / high,
        )
        panel = self.ax.inset_axes(place)
        panel.patch.set_alpha(0)
        panel.tick_params(labelsize=SMALL, labelcolor=self.look.quiet, color=self.look.line)
        for spine in panel.spines.values():
            spine.set_edgecolor(self.look.line)
        return panel
