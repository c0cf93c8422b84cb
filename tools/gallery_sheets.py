"""Sheets of the gallery: a row for each table, with a picture of each language, small as files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from matplotlib import font_manager
from PIL import Image, ImageDraw, ImageFont

INK, QUIET, PAPER = "#000000", "#595959", "#FFFFFF"
COLOURS, FREQUENT = 64, 40  # of a sheet's palette
GAP = 12  # pixels
LINE = 22
FONT = ImageFont.truetype(font_manager.findfont("DejaVu Sans"), 12)


@dataclass(frozen=True)
class Row:
    """What stands above the pictures, and their files; those that there are not stay empty."""

    words: str
    pictures: tuple[Path, ...]


def sheet(columns: tuple[str, ...], rows: Iterable[Row], target: Path) -> None:
    """Write a sheet."""
    loaded = [(row.words, [_opened(path) for path in row.pictures]) for row in rows]
    widths = [max(pictures[at].width for _, pictures in loaded) for at in range(len(columns))]
    heights = [max(picture.height for picture in pictures) for _, pictures in loaded]
    size = (sum(widths) + GAP * (len(columns) + 1), sum(heights) + (len(rows) + 1) * (LINE + GAP))
    page = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(page)
    lefts = [GAP + sum(widths[:at]) + GAP * at for at in range(len(columns))]
    for left, words in zip(lefts, columns, strict=True):
        pen.text((left, 4), words, INK, FONT)
    top = LINE + GAP // 2
    for (words, pictures), height in zip(loaded, heights, strict=True):
        pen.line((0, top, size[0], top), QUIET)
        pen.text((GAP, top + 4), words, QUIET, FONT)
        for left, picture in zip(lefts, pictures, strict=True):
            page.paste(picture, (left, top + LINE))
        top += LINE + height + GAP
    few_colours(page).save(target, optimize=True)


def few_colours(page: Image.Image) -> Image.Image:
    """The page in a palette: its most frequent colours for areas, some of all others for marks."""
    found = page.getcolors(page.width * page.height)
    frequent = [colour for _, colour in sorted(found, reverse=True)[:FREQUENT]]
    others = page.quantize(COLOURS - FREQUENT, Image.Quantize.MAXCOVERAGE).getpalette()
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in frequent for value in colour] + others)
    return page.quantize(palette=palette, dither=Image.Dither.NONE)


def _opened(path: Path) -> Image.Image:
    if not path.exists():
        return Image.new("RGB", (330, 60), "#F0D0D0")
    with Image.open(path) as picture:
        return picture.convert("RGB")
