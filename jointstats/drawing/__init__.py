"""Documents and figures: content, layout in inches, and what paints it."""
