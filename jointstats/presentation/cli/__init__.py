"""The command line, ``jointstats``."""

from jointstats.presentation.cli.main import main

__all__ = ["main"]
