"""The gallery: code in both languages, with a picture below each."""

import gallery
import pytest


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
