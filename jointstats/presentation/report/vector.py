"""Figures as SVG inside the page: letters that are text, few bytes, colours that the page sets."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from xml.etree import ElementTree

from jointstats.presentation.plot.frame import Drawing
from jointstats.presentation.plot.themes import COLOUR

# What a colour of a drawing is for: the page has another for it on dark screens.
_SHADES = ("better", "worse", "trade", "equal")
ROLES = {
    "#262626": "ink",  # axes of matplotlib's own
    **{getattr(COLOUR, name).lower(): name for name in ("open", "quiet", "line", "paper", "ink")},
    **{getattr(COLOUR, name)[0].lower(): name for name in _SHADES},
    **{getattr(COLOUR, name)[1].lower(): f"{name}-pale" for name in _SHADES},
}

_NUMBER = re.compile(r"-?\d+\.\d+")
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_FAMILY = re.compile(r"font-family: [^;]*;? ?|(?<=px) '[^;]*")
_REFERENCE = re.compile(r"(?<=url\(#)|(?<=^#)")
_DROPPED = ("metadata", "style")
_IN_TEXT = ("text", "tspan")


def svg(made: Drawing, prefix: str) -> str:
    """The drawing as an ``svg`` element with an accessible name.

    Letters are text in the reader's own font. They were given room for DejaVu Sans, which is wider
    than the usual ones, so nothing comes to overlap.

    Parameters
    ----------
    made : Drawing
    prefix : str
        Of its identifiers, which have to differ within a page.
    """
    root = ElementTree.fromstring(made.svg(text=True))
    width = float(root.attrib["width"].removesuffix("pt")) * 4 / 3
    inside = "".join(_parts(root, prefix))
    return (
        f'<svg role="img" aria-label="{html.escape(made.alt)}" width="{width:.0f}" '
        f'viewBox="{_rounded(root.attrib["viewBox"])}">{inside}</svg>'
    )


def _parts(element: ElementTree.Element, prefix: str) -> Iterator[str]:
    for child in element:
        yield from _element(child, prefix)


def _element(element: ElementTree.Element, prefix: str) -> Iterator[str]:
    """An element; groups that only have a name are left out."""
    name = element.tag.rpartition("}")[2]
    if name in _DROPPED:
        return
    kept = dict(_attributes(element, name, prefix))
    within = "".join(_parts(element, prefix))
    if name in _IN_TEXT:
        within = html.escape(element.text or "", quote=False) + within
    elif name == "g" and not kept:
        yield within
        return
    written = "".join(f' {key}="{html.escape(value)}"' for key, value in kept.items())
    yield f"<{name}{written}>{within}</{name}>" if within else f"<{name}{written}/>"
    if name in _IN_TEXT:
        yield html.escape((element.tail or "").strip(), quote=False)


def _attributes(element: ElementTree.Element, name: str, prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in element.attrib.items():
        key = key.rpartition("}")[2]
        if key == "id":
            if name != "g":
                yield key, f"{prefix}-{value}"
        elif key == "style":
            said = _FAMILY.sub("", value).replace("; ", ";").replace(": ", ":").strip("; ")
            if said:
                yield key, _COLOUR.sub(_role, _rounded(said, prefix))
        elif key == "fill":  # of hatching
            yield "style", f"fill:{_COLOUR.sub(_role, value)}"
        elif not value.startswith("rotate(-0 ") and key != "version":
            yield key, _rounded(" ".join(value.split()), prefix)


def _rounded(value: str, prefix: str = "") -> str:
    """Numbers with one decimal, and references to what the prefix renames."""
    short = _NUMBER.sub(lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), value)
    return _REFERENCE.sub(f"{prefix}-", short)


def _role(colour: re.Match[str]) -> str:
    """The page's colour for one of a drawing; a shade of a role stays one on dark paper."""
    found = colour[0]
    if found in ROLES:
        return f"var(--{ROLES[found]})"
    for name in _SHADES:
        part = _part(found, getattr(COLOUR, name)[0])
        if part is not None:
            return f"color-mix(in srgb,var(--{name}) {100 * part:.0f}%,var(--paper))"
    return found


def _part(colour: str, full: str) -> float | None:
    """How much of a colour is in its mixture with white; None if it is none."""
    given, whole = ([255 - int(code[i : i + 2], 16) for i in (1, 3, 5)] for code in (colour, full))
    part = sum(a * b for a, b in zip(given, whole, strict=True)) / sum(b * b for b in whole)
    near = all(abs(a - part * b) < 3 for a, b in zip(given, whole, strict=True))
    return part if near and 0 < part <= 1 else None
