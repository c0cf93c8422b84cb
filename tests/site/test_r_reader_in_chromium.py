"""What readers of R load and see of a lecture, in Chromium: little, and no Python."""

import json
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

from lecture_source import CHECK, SOURCES, Check  # noqa: E402
from serving import serving  # noqa: E402

SITE = ROOT / "build" / "site"
FIRST = "lecture-a-first-comparison"

pytestmark = pytest.mark.skipif(
    not (SITE / f"{FIRST}.html").exists(), reason="NOT RUN: make vignettes site builds the lectures"
)


@pytest.fixture
def site():
    """The address of the site, and the paths that a page requests."""
    with serving(SITE) as served:
        yield served


def forget(browser, address):
    """A reader who comes for the first time."""
    browser.go(address + "404.html")
    browser.run("localStorage.clear()")


def settled(browser, condition):
    """Wait until a condition of the page holds."""
    browser.promise(
        f"await (async () => {{ while (!({condition})) await new Promise(r => setTimeout(r, 50));"
        "})()"
    )


def verdicts(browser, given):
    """Type an answer into every exercise; what the page says of each."""
    return browser.run(
        "return [...document.querySelectorAll('div.live-exercise')].map((node, i) => {"
        f"node.querySelector('input').value = {json.dumps(given)}[i];"
        "node.querySelector('form').requestSubmit();"
        "return node.querySelector('.live-said').textContent; })"
    )


def test_the_first_lecture_loads_less_than_a_megabyte_and_shows_no_python(browser, site):
    address, asked = site
    forget(browser, address)
    asked.clear()
    browser.go(f"{address}{FIRST}-r.html")
    settled(browser, "document.readyState === 'complete' && document.querySelector('.live-answer')")
    browser.run("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    browser.run("scrollTo(0, document.body.scrollHeight)")
    source = SOURCES[0].read_text(encoding="utf-8")
    checks = [Check.of(found) for found in CHECK.finditer(source)]
    assert verdicts(browser, [check.answer for check in checks]) == ["Right."] * len(checks)
    shown = browser.run("return document.querySelector('article').innerText")
    assert "compare_algorithms(" in shown and "library(jointstats)" in shown
    code = browser.run(
        "return [...document.querySelectorAll('article code')].map(node => node.innerText)"
    )
    assert not [text for text in code if "js." in text or "import " in text]
    assert shown.count("Python") == 1, "the link to the other language alone"
    paths = {path.split("?")[0].lstrip("/") for path in asked}
    assert f"figures/{SOURCES[0].stem}-r-quadrant-0.png" in paths
    assert not [path for path in paths if "engine" in path or path.endswith(("lecture.js", ".whl"))]
    assert sum((SITE / path).stat().st_size for path in paths if (SITE / path).is_file()) < 1e6
    assert browser.log() == []


def test_wrong_answers_are_refused_and_numbers_read_as_people_write_them(browser, site):
    address, _ = site
    browser.go(f"{address}{FIRST}-r.html")
    first, second, third = "16 ", ",104", "76.4 %"
    assert verdicts(browser, [first, second, third]) == ["Right."] * 3
    assert verdicts(browser, ["35", "0.84", "99.9"]) == ["Not yet. The hint below may help."] * 3
    assert verdicts(browser, ["sixteen", "", "0.999"]) == [
        "Type a number.", "Type your answer first.", "Not yet. The hint below may help."
    ]  # fmt: skip
    for share in ("0.765", "0,76", "76", "77", "76.47 %", "39/51", "39 of 51"):
        assert verdicts(browser, ["16", "0.104", share])[2] == "Right.", share
    browser.go(f"{address}lecture-d-many-algorithms-r.html")
    assert verdicts(browser, ["1,000", '"randomforest"', "0,9992", "8"]) == ["Right."] * 4


def test_the_site_opens_in_the_language_of_the_last_visit(browser, site):
    address, _ = site
    forget(browser, address)
    browser.go(f"{address}{FIRST}.html")
    assert browser.run("return location.pathname") == f"/{FIRST}.html"
    browser.run("document.querySelector('a.lecture-other').click()")
    settled(browser, f"location.pathname === '/{FIRST}-r.html'")
    browser.go(f"{address}lecture-h-verdict.html#exercises")
    settled(browser, "location.pathname === '/lecture-h-verdict-r.html'")
    assert browser.run("return location.hash") == "#exercises"
    browser.go(f"{address}lectures.html")
    choice = f"a.lecture-choice[href$='{FIRST}.html']"
    browser.run(f'document.querySelector("{choice}").click()')
    settled(browser, f"location.pathname === '/{FIRST}.html'")
    browser.go(f"{address}lecture-h-verdict.html")
    assert browser.run("return location.pathname") == "/lecture-h-verdict.html"


def test_the_search_is_loaded_when_a_reader_comes_to_it(browser, site):
    address, asked = site
    browser.go(f"{address}{FIRST}-r.html")
    assert "/search.json" not in asked
    browser.run("document.querySelector('.md-search__button').click()")
    for _ in range(100):
        if "/search.json" in asked:
            break
        time.sleep(0.1)
    assert "/search.json" in asked
