"""The built site: every link leads somewhere, nothing is loaded from another host."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlparse

import pytest

import jointstats

SITE = Path(__file__).resolve().parents[2] / "build" / "site"
PAGES = sorted(SITE.rglob("*.html"))
# Attributes by which a browser fetches something without being asked.
LOADING = dict.fromkeys(("img", "script", "iframe", "source", "video", "embed", "input"), "src")
LOADING |= {"link": "href", "object": "data"}


class Page(HTMLParser):
    """What a page loads, links to, and names."""

    def __init__(self, path):
        super().__init__()
        self.loads, self.links, self.names, self.pictures = [], [], set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.names.update(found[key] for key in ("id", "name") if found.get(key))
        if found.get(LOADING.get(tag)) and found.get("rel") != "canonical":
            self.loads.append(found[LOADING[tag]])
        if found.get("srcset"):
            self.loads += [part.split()[0] for part in found["srcset"].split(",")]
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        if tag == "img":
            self.pictures.append(found)
        if "style" in found:
            self.loads += addresses(found["style"] or "")


def addresses(css):
    return re.findall(r"""url\(\s*["']?([^"')]+)""", css) + re.findall(
        r"""@import\s+["']([^"']+)""", css
    )


@pytest.fixture(scope="session")
def pages():
    return {path: Page(path) for path in PAGES}


def inside(address):
    return not urlparse(address).scheme and not address.startswith("//")


def test_the_site_is_whole():
    there = {path.relative_to(SITE).as_posix() for path in PAGES}
    assert {"index.html", "beside-other-packages.html", "architecture.html", "changelog.html",
            "reference/python/joint.html", "reference/r/glrt_test.html"} <= there  # fmt: skip


def test_nothing_is_loaded_from_another_host(pages):
    for path, page in pages.items():
        foreign = [a for a in page.loads if not inside(a) and not a.startswith("data:")]
        assert not foreign, f"{path.relative_to(SITE)} loads {foreign}"
        # Scripts inside a page that put in scripts from elsewhere, as rmarkdown does for MathJax.
        assert not re.search(r"""\.src\s*=\s*["'](?:https?:)?//""", path.read_text("utf-8")), path
    for path in SITE.rglob("*.css"):
        found = addresses(path.read_text(encoding="utf-8"))
        assert not [a for a in found if not inside(a) and not a.startswith("data:")], path


def test_every_link_and_picture_leads_somewhere(pages):
    broken = []
    for path, page in pages.items():
        for address in page.links + page.loads:
            if not inside(address) or address.startswith("data:") or path.name == "404.html":
                continue
            file, anchor = urldefrag(unquote(address))
            target = (path.parent / file).resolve() if file else path
            target = target / "index.html" if target.is_dir() else target
            missing = anchor and target in pages and anchor not in pages[target].names
            # "__" begins the theme's own switches and anchors.
            if not target.exists() or (missing and not anchor.startswith("__")):
                broken.append((path.relative_to(SITE).as_posix(), address))
    assert not broken


def test_every_picture_has_an_alternative_text(pages):
    for path, page in pages.items():
        bare = [picture.get("src") for picture in page.pictures if not picture.get("alt")]
        assert not bare, f"{path.relative_to(SITE)}: {bare}"


def test_the_first_level_has_at_most_eight_entries():
    home = (SITE / "index.html").read_text(encoding="utf-8")
    assert 1 < len(re.findall(r'<li class="md-tabs__item', home)) <= 8


def test_the_gallery_has_every_figure_small_with_its_calls_below():
    source = (SITE.parents[1] / "docs" / "how-to-read-the-figures.md").read_text(encoding="utf-8")
    cards = (SITE / "gallery.html").read_text("utf-8").split('<div class="figure-card">')[1:]
    drawn = [re.search(r"figures/[\w-]+\.png", card)[0] for card in cards]
    assert drawn == re.findall(r"!\[[^]]*\]\((figures/[\w-]+\.png)\)", source)
    for card in cards:
        before, _, below = card.partition('class="thumbnail"')
        assert before and len(re.findall("<pre>", below)) >= 2, card[:200]


def test_a_call_leads_to_its_own_page(pages):
    links = pages[SITE / "what-is-shown.html"].links
    assert "reference/python/compare_algorithms.html" in [urldefrag(link)[0] for link in links]
    assert (SITE / "reference" / "r" / "compare_algorithms.html").exists()


def test_every_public_name_has_an_entry(pages):
    headings = set()
    for path, page in pages.items():
        if path.is_relative_to(SITE / "reference" / "python"):
            headings |= {name.split(".")[-1] for name in page.names if name.startswith("jointst")}
    assert set(jointstats.__all__) - {"__version__"} <= headings


def test_no_sphinx_role_is_left_over():
    for path in PAGES:
        assert not re.search(r":(func|class|meth|mod):", path.read_text(encoding="utf-8")), path


def test_formulas_of_the_vignettes_need_no_script():
    for path in PAGES:
        raw = re.search(r'<span class="math (?:inline|display)">\\', path.read_text("utf-8"))
        assert not raw, (
            f"{path.name} has raw TeX: render it with mathjax: null and pandoc's --mathml"
        )
