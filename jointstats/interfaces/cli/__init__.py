"""The command line, ``jointstats``."""

from jointstats.interfaces.cli.main import main

__all__ = ["main"]
