"""How pages look and what moves in them: colours by day and by night, the style, the script."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib import resources

from jointstats.presentation.plot.themes import COLOUR, DARK, Look

# By night what words stand on is darker than in figures of that theme: light words stay readable.
_NIGHT = replace(
    DARK, worse=("#8f6200", DARK.worse[1]), trade=("#9c4f7b", DARK.trade[1]),
    equal=("#00734f", DARK.equal[1]),
)  # fmt: skip


def _of_figures(look: Look) -> str:
    """The colours of a theme of the figures, by role."""
    pairs = {name: getattr(look, name) for name in ("better", "worse", "trade", "equal")}
    said = {name: shown for name, (shown, _) in pairs.items()}
    said |= {f"{name}-pale": pale for name, (_, pale) in pairs.items()}
    said |= {name: getattr(look, name) for name in ("open", "ink", "quiet", "line", "paper")}
    return "".join(f"--{name}:{colour};" for name, colour in said.items())


_LIGHT = (
    f"color-scheme:light;{_of_figures(COLOUR)}--rule:#d5d9de;--soft:#f2f5f9;--link:#0a4a75;"
    "--on-better:#fff;--on-worse:#000;--caution:#fff6e0"
)
_DARK = (
    f"color-scheme:dark;{_of_figures(_NIGHT)}--rule:#3a4149;--soft:#20252b;--link:#8cc8f0;"
    "--on-better:#000;--on-worse:#fff;--caution:#3d3214"
)


@lru_cache(maxsize=1)
def style() -> str:
    """The style of the report, which the page of the app has, too."""
    colours = (
        f":root{{{_LIGHT}}}:root[data-theme=dark]{{{_DARK}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme]){{{_DARK}}}}}\n"
    )
    return colours + _file("page.css")


@lru_cache(maxsize=1)
def script() -> str:
    """What the report does; nothing of a result is part of it."""
    return _file("page.js")


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
