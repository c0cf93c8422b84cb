"""The site opened as files, in Chromium: the search finds what there is."""

import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import quote

import pytest

SITE = Path(__file__).resolve().parents[2] / "build" / "site"
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--dump-dom",
    "--disable-background-networking", "--virtual-time-budget=20000",
]  # fmt: skip


def found_by(page, words):
    """What the search of a page shows for some words."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.fail("This test needs Chromium: apt-get install chromium")
    address = f"{(SITE / page).as_uri()}?q={quote(words)}"
    dom = subprocess.run(
        [chromium, *FLAGS, address], capture_output=True, text=True, check=True, timeout=120
    ).stdout
    return re.findall(r'href="([^"]+)" class="md-search-result__link"', dom)


def test_the_search_works_for_files():
    found = found_by("index.html", "Wilcoxon")
    assert any("wilcoxon_test" in address for address in found)
    assert all(address.startswith("file://") for address in found)


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("which test", "which-test-when"),
        ("effect size", "how-to-read-the-figures"),
        ("csv", "from-your-files"),
        ("missing results", "missing"),
        ("many algorithms", "leaderboards"),
        ("folds", "runs"),
        ("families", "families"),
        ("sample size", "simulation"),
        ("install R", "coming-from-r"),
        ("validity", "validity"),
    ],
)
def test_a_question_finds_its_page_among_the_first_three(words, page):
    addresses = found_by("index.html", words)
    pages = list(dict.fromkeys(re.sub(r"[?#].*", "", a).rsplit("/", 1)[-1] for a in addresses))
    assert f"{page}.html" in pages[:3], pages


def test_the_search_of_a_page_in_a_folder_leads_to_files_that_exist():
    found = found_by("reference/r/glrt_test.html", "dominance")
    paths = {Path(re.sub(r"^file://|[?#].*", "", address)) for address in found}
    assert paths
    assert all(path.exists() for path in paths)


def test_what_is_not_there_is_not_found():
    assert found_by("index.html", "qqxyzzy") == []
