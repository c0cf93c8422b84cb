"""Pages of the site in Chromium: code in two columns is not cut, and everybody can read them."""

import os
from pathlib import Path

import pytest
from driver import PHONE

ROOT = Path(__file__).resolve().parents[2]

SITE = ROOT / "build" / "site"
SCREEN = {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False}
AXE = Path(os.environ.get("AXE_CORE", ROOT / "build" / "axe" / "package" / "axe.min.js"))
CUT = (
    "return [...document.querySelectorAll('.beside pre code, .gallery pre code')]"
    ".filter((code) => code.scrollWidth > code.clientWidth + 1).map((code) => code.innerText)"
)
CUT_ON_SLIDES = (
    "document.querySelectorAll('section').forEach((slide) => { slide.style.display = 'block'; });"
    "return [...document.querySelectorAll('pre')]"
    ".filter((code) => code.clientWidth && code.scrollWidth > code.clientWidth + 1)"
    ".map((code) => code.innerText)"
)
FAULTS = (
    "(await axe.run()).violations.flatMap((rule) => "
    "rule.nodes.map((node) => [rule.id, node.html.slice(0, 150)]))"
)
# Colours that change slowly would be looked at on their way.
STILL = (
    "document.head.insertAdjacentHTML('beforeend', '<style>*{transition:none!important}</style>')"
)
PAGES = ["index.html", "gallery.html", "faq.html", "cookbook.html", "four-counts.html",
         "what-is-shown.html", "how-to-read-the-figures.html", "price.html",
         "glossary.html", "study-runs.html", "lectures.html",
         "reference/python/compare_algorithms.html", "reference/r/glrt_test.html"]  # fmt: skip


def in_two_columns():
    return [
        page.relative_to(SITE).as_posix()
        for page in sorted(SITE.glob("*.html"))
        if 'class="beside"' in page.read_text(encoding="utf-8") or page.stem == "gallery"
    ]


def test_code_in_two_columns_is_not_cut(browser):
    pages = in_two_columns()
    assert len(pages) > 5
    for page in pages:
        browser.open(SITE / page, SCREEN)
        assert browser.run(CUT) == [], page


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_fault_that_axe_finds(browser, page, scheme):
    if not (SITE / page).exists():
        pytest.skip("NOT RUN: make vignettes site builds the lectures")
    browser.open(SITE / page, SCREEN)
    browser.run(STILL)
    browser.run(f"document.body.setAttribute('data-md-color-scheme', '{scheme}')")
    browser.run(AXE.read_text(encoding="utf-8"))
    faults = browser.promise(FAULTS)
    assert faults == []


@pytest.mark.parametrize(
    "page", ["index.html", "gallery.html", "cookbook.html", "four-counts.html"]
)
def test_a_page_is_as_wide_as_a_phone(browser, page):
    browser.open(SITE / page, PHONE)
    assert browser.run("return document.documentElement.scrollWidth") <= PHONE["width"]


def test_no_line_on_a_slide_is_cut(browser):
    decks = sorted((SITE / "lectures").glob("*.html"))
    if not decks:
        pytest.skip("NOT RUN: make vignettes site builds the lectures")
    for deck in decks:
        browser.open(deck, {**SCREEN, "width": 1024, "height": 640})
        assert browser.run(CUT_ON_SLIDES) == [], deck.stem
