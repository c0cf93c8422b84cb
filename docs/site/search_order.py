"""Pages in the order of the navigation for the search: python docs/site/search_order.py SITE.

The search ranks by where the words are, in titles before paths before texts. Of pages that match
alike, those that come first in the index win. The navigation has guides before lectures, references
and studies; the builder writes the index by file name. A path ends in the title of its page; in
lectures, references and studies this end is left out, because a name that matches twice ranks
above a guide.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

AFTER_GUIDES = ("reference/", "study-", "lecture-")
SCRIPT = "var __index = "


def main(site: Path) -> None:
    """Sort both forms of the index: what is fetched, and what pages opened as files load."""
    settings = json.loads((site.parent / "mkdocs.yml").read_text(encoding="utf-8"))
    places = {page: place for place, page in enumerate(pages(settings["nav"]))}
    index = json.loads((site / "search.json").read_text(encoding="utf-8"))
    for item in index["items"]:
        if item["location"].startswith(AFTER_GUIDES):
            item["path"].pop()
    index["items"].sort(key=lambda item: places.get(source(item["location"]), len(places)))
    text = json.dumps(index, ensure_ascii=False)
    (site / "search.json").write_text(text, encoding="utf-8")
    (site / "search.js").write_text(SCRIPT + text, encoding="utf-8")


def pages(nav: Any) -> Iterator[str]:
    """The pages of a part of the navigation, in order."""
    if isinstance(nav, str):
        yield nav
    else:
        for part in nav.values() if isinstance(nav, dict) else nav:
            yield from pages(part)


def source(location: str) -> str:
    """The source of a page that the index names by its address."""
    return location.split("#")[0].removesuffix(".html") + ".md"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
