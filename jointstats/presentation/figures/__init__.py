"""What the figures show, as plain data: drawn by ``plot`` (matplotlib), and by the R package."""
