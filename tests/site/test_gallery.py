"""The gallery that is kept: its page shows every sheet, and sheets are small."""

import re
from pathlib import Path

import gallery
import pytest
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
SHEETS = ROOT / "docs" / "gallery"


def test_the_page_shows_every_sheet():
    page = (ROOT / "docs" / "gallery-of-sizes.md").read_text(encoding="utf-8")
    shown = set(re.findall(r'src="gallery/([^"]+)"', page))
    assert shown == {path.name for path in SHEETS.glob("*.png")}


def test_the_sheets_are_small():
    assert sum(path.stat().st_size for path in SHEETS.glob("*.png")) < 5e6


def test_a_sheet_has_a_row_for_each_table_and_what_is_missing_is_seen(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "tools")
    from gallery_sheets import Row, sheet

    Image.new("RGB", (40, 30), "#0072B2").save(tmp_path / "a.png")
    row = Row("two", (tmp_path / "a.png", tmp_path / "none.png"))
    sheet(("Python", "R"), [row, row], tmp_path / "sheet.png")
    with Image.open(tmp_path / "sheet.png") as made:
        colours = {colour for _, colour in made.convert("RGB").getcolors()}
    assert {(0, 114, 178), (240, 208, 208)} <= colours


def test_blocks_without_a_twin_are_refused(tmp_path):
    with pytest.raises(gallery.UnpairedBlocksError, match="1 Python blocks and 0 in R"):
        gallery.with_pictures("```python\nx = 1\n```\n", tmp_path)


def test_pictures_stand_below_their_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(gallery, "r_pictures", lambda *given: None)
    text = (
        "Two.\n\n```python\nfrom matplotlib import pyplot\n```\n\n```r\n1\n```\n\n"
        "```python\npyplot.plot([1, 2])\npyplot.title('Up')\n```\n\n```r\n2\n```\n\nEnd.\n"
    )
    page = gallery.with_pictures(text, tmp_path)
    assert page.count('<div class="beside" markdown>') == 3
    assert page.index("gallery-1-python.png") > page.index("```r\n2")
    assert "![Python: Up](figures/gallery-1-python.png)" in page
    assert page.endswith("End.\n")
    assert (tmp_path / "gallery-1-python.png").exists()
    assert "gallery-0-python.png" not in page
