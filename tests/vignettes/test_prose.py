"""Every number in the vignettes' prose is what the code computes."""

from __future__ import annotations

import matplotlib

matplotlib.use("Agg")

import pytest
from lecture_source import SOURCES, pieces
from rmd import agrees, claims, drifted


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_prose_says_what_the_code_computes(path, capsys):
    assert drifted(path.read_text(encoding="utf-8")) == []


def test_a_wrong_and_an_unmarked_number_are_found():
    source = "---\ntitle: 1\n---\n```{python}\nx = 0.4567\n```\n"
    assert (
        drifted(source + "It is 0.457<!-- = x -->, at 0.05<!-- given -->, below <0.5<!-- = x -->.")
        == []
    )
    assert drifted(source + "It is 0.456<!-- = x -->.") == ["prose says 0.456, x is 0.4567"]
    assert drifted(source + "It is 0.457.") == ["0.457 in the prose has no expression"]
    assert drifted(source + "Below <0.4<!-- = x -->.") == ["prose says <0.4, x is 0.4567"]


def test_a_wrong_number_on_a_slide_is_found():
    slide = "<!-- slide\n## Title\n@code x\nIt is %s{= x}, not 1{given}.\n-->\n"
    source = "```{python x}\nx = 0.4567\n```\n" + slide
    assert drifted(source % "0.46") == []
    assert drifted(source % "0.47") == ["prose says 0.47, x is 0.4567"]


def test_code_formulas_and_references_claim_nothing():
    prose = "`x = 3` and $2 \\ln 6$ [paper](http://a.b/2016)\n\n## References\n\nA (2016), 76-92.\n"
    assert list(claims(prose)) == []
    assert list(claims("**46 %**<!-- = 100 * x -->")) == [("46", "100 * x")]


def test_pieces_keep_the_order():
    source = "---\na: b\n---\none\n```{r setup}\n1\n```\ntwo\n```{python}\n2\n```\n"
    assert [getattr(p, "language", "prose") for p in pieces(source)] == [
        "prose", "r", "prose", "python", "prose"
    ]  # fmt: skip


def test_rounding():
    assert agrees("0.5", 0.549) and not agrees("0.5", 0.551)
    assert agrees("1,240", 1240) and agrees("-3", -2.6)
