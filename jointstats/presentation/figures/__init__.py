"""What the figures show, as plain data: drawn by ``plot`` (matplotlib), and by the R package."""

from jointstats.presentation.figures.of import PlotError, figure, figures_of
from jointstats.presentation.figures.packing import pack, packed

__all__ = ["PlotError", "figure", "figures_of", "pack", "packed"]
