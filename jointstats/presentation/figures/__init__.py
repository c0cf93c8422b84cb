"""What figures show: words and numbers by kind, without colours and places, which plotting adds."""

from jointstats.presentation.figures.of import PlotError, figure, figures_of

__all__ = ["PlotError", "figure", "figures_of"]
