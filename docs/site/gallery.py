"""The gallery: every figure of "How to read the figures", small, with the call that draws it."""

from __future__ import annotations

import re
from pathlib import Path

import snippets

SOURCE = "how-to-read-the-figures.md"
SECTION = re.compile(r"^## (\w[^\n]*)\n(.*?)(?=^## |\Z)", re.M | re.S)
PICTURE = re.compile(r"!\[([^]]*)\]\((figures/[\w-]+\.png)\)")
HEAD = f"""# Gallery of figures

Every figure, with the call that draws it. A click on a picture opens [its explanation]({SOURCE}).

??? note "The tables of these calls"

"""


def write(output: Path) -> None:
    """Write the page."""
    text = (output / SOURCE).read_text(encoding="utf-8")
    first = text[: text.index("\n## ")]
    cards = [card for section in SECTION.findall(text) for card in cards_of(*section)]
    tables = re.sub(r"^(?=.)", "    ", codes(first), flags=re.M)
    grid = '<div class="gallery" markdown>\n\n' + "\n\n".join(cards) + "\n\n</div>\n"
    (output / "gallery.md").write_text(f"{HEAD}{tables}\n\n{grid}", encoding="utf-8")


def cards_of(title: str, section: str) -> list[str]:
    """The pictures of a section, each with its calls."""
    target = f"{SOURCE}#{anchor(title)}"
    pictures = PICTURE.findall(section)
    calls = codes(section)
    if not calls:
        raise ValueError(f"{SOURCE}: no call draws {title}")
    heads = [f"[![{words}]({path}){{ .thumbnail }}]({target})" for words, path in pictures]
    name = f"**[{title}]({target})**"
    return [
        f'<div class="figure-card" markdown>\n\n{head}\n\n{name}\n\n{calls}\n\n</div>'
        for head in heads
    ]


def codes(section: str) -> str:
    """The code of a section in both languages."""
    blocks = [block for name in ("python", "r") for block in snippets.blocks(section, name)]
    return "\n\n".join(f"```{one.language}\n{one.code.rstrip()}\n```" for one in blocks)


def anchor(title: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^\w]+", "-", title.lower()).strip("-")
