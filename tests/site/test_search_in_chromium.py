"""The site opened as files, in Chromium: the search finds the right page first."""

import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build" / "site"
LOADED = "return !root.querySelector('[role=status]').innerText.startsWith('Loading')"
FOUND = "return [...root.querySelectorAll('ol a')].map((link) => link.href)"
SCREEN = {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False}
# The search is inside an element with a tree of its own.
INSIDE = (
    "const root = [...document.querySelectorAll('*')]"
    ".find((e) => e.shadowRoot?.querySelector('dialog'))?.shadowRoot;"
)


def eventually(browser, script):
    """What a script returns, once it is something."""
    for _ in range(100):
        value = browser.run(script)
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError(f"nothing from {script}")


@pytest.fixture
def found_by(browser):
    """Asks the search of a page, and returns addresses of what it shows."""

    def ask(page, words):
        browser.open(SITE / page, SCREEN)
        eventually(browser, "return document.querySelector('.md-search__button')")
        browser.run("document.querySelector('.md-search__button').click()")
        eventually(
            browser, f"{INSIDE} const i = root?.querySelector('input'); i?.focus(); return i"
        )
        browser.command("Input.insertText", text=words)
        eventually(browser, INSIDE + LOADED)
        for _ in range(20):  # what has no result shows no sign of it
            addresses = browser.run(INSIDE + FOUND)
            if addresses:
                break
            time.sleep(0.1)
        return addresses

    return ask


def name(address):
    return address.split("?")[0].split("#")[0].rsplit("/", 1)[-1]


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("which test", "which-test-when"),
        ("effect size", "how-to-read-the-figures"),
        ("csv", "from-your-files"),
        ("missing results", "families-folds-missing"),
        ("many algorithms", "leaderboards"),
        ("folds", "families-folds-missing"),
        ("families", "families-folds-missing"),
        ("sample size", "simulation"),
        ("install R", "coming-from-r"),
        ("install", "index"),
        ("validity", "validity"),
        ("critical difference", "how-to-read-the-figures"),
        ("p value", "glossary"),
        ("cross-validation", "families-folds-missing"),
        ("latex", "report"),
        ("compare_algorithms", "compare_algorithms"),
    ],
)
def test_a_question_finds_its_page_first(found_by, words, page):
    addresses = found_by("index.html", words)
    assert name(addresses[0]) == f"{page}.html", addresses[:5]


def test_the_search_of_a_page_in_a_folder_leads_to_files_that_exist(found_by):
    addresses = found_by("reference/r/glrt_test.html", "dominance")
    paths = [Path(one.removeprefix("file://").split("?")[0].split("#")[0]) for one in addresses]
    assert paths
    assert all(path.exists() for path in paths)


def test_what_is_not_there_is_not_found(found_by):
    assert found_by("index.html", "qqxyzzy") == []
