"""Widths of letters, for figures that are laid out without a renderer: python tools/widths.py.

Writes ``jointstats/drawing/widths.json``: how far each letter of DejaVu Sans, the font
that matplotlib brings, moves the pen, and by how much pairs of ASCII letters stand closer, in
2048ths of the font's size. These are facts about a font, not its outlines.
"""

from __future__ import annotations

import json
import string
from itertools import product
from pathlib import Path

from matplotlib import font_manager
from matplotlib.ft2font import FT2Font, Kerning, LoadFlags

PATH = Path(__file__).resolve().parents[1] / "jointstats" / "drawing" / "widths.json"
# Latin, Greek, Cyrillic; Latin with further accents, Greek with breathings; punctuation to shapes
RANGES = ((0x20, 0x530), (0x1D00, 0x2700))
LETTERS = string.ascii_letters + string.digits + ".,-–"
WEIGHTS = {"regular": "normal", "bold": "bold"}
UNIT = 2048


def widths_of(weight: str) -> dict[str, object]:
    """Runs of widths by the code of their first letter, and what pairs are closer by."""
    path = font_manager.findfont(font_manager.FontProperties(family="DejaVu Sans", weight=weight))
    font = FT2Font(path)
    if font.units_per_EM != UNIT:
        raise SystemExit(f"{path} is measured in {font.units_per_EM}ths, not {UNIT}ths.")
    font.set_size(UNIT, 72)  # so that its numbers are 2048ths of its size
    glyphs = font.get_charmap()
    runs: dict[str, list[int]] = {}
    last = None
    for first, end in RANGES:
        for code in range(first, end):
            if code not in glyphs:
                continue
            wide = round(font.load_char(code, flags=LoadFlags.NO_HINTING).horiAdvance / 64)
            if code - 1 != last:
                runs[str(code)] = run = []
            run.append(wide)
            last = code
    closer = {
        a + b: by
        for a, b in product(LETTERS, repeat=2)
        if (by := font.get_kerning(glyphs[ord(a)], glyphs[ord(b)], Kerning.UNSCALED))
    }
    return {"runs": runs, "closer": closer}


if __name__ == "__main__":
    widths = {name: widths_of(weight) for name, weight in WEIGHTS.items()}
    text = json.dumps(widths, separators=(",", ":"), ensure_ascii=False)
    PATH.write_text(text.replace('],"', '],\n"') + "\n", encoding="utf-8")
    print(f"{PATH.name}: {len(text)} bytes")
