"""The gallery: its code is run in Python and in R, and both pictures stand below it.

A Python block that draws is followed by the R block that draws the same; blocks that only prepare
something are run, too. The pictures are links to themselves: on the page they are thumbnails.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import snippets

ROOT = Path(__file__).resolve().parents[2]
DPI = 130
BESIDE = '<div class="beside" markdown>'
# Each block draws on a device of its own; what it returns is printed, as a reader sees it.
R_SCRIPT = """
.blocks <- jsonlite::fromJSON("{blocks}", simplifyDataFrame = FALSE)
library(jointstats)
for (.block in .blocks) {{
  grDevices::png(.block$picture, .block$width, .block$height, "in", res = {dpi}, type = "cairo")
  source(.block$code, print.eval = TRUE, encoding = "UTF-8")
  grDevices::dev.off()
}}
"""


def with_pictures(text: str, directory: Path) -> str:
    """The page with the pictures that its code draws, each pair below its blocks."""
    directory.mkdir(parents=True, exist_ok=True)
    drawn = python_pictures(text, directory)
    r_blocks = list(snippets.blocks(text, "r"))
    r_pictures(r_blocks, drawn, directory)
    pieces, done = [], 0
    for position, block in enumerate(r_blocks):
        python = drawn[position]
        begin = python["start"]
        code = text[begin : block.end]
        pieces.append(text[done:begin])
        pieces.append("\n\n".join([BESIDE, code, "</div>"]))
        if python["picture"]:
            shown = [
                thumbnail(f"gallery-{position}-{key}.png", f"{language}: {python['title']}")
                for key, language in (("python", "Python"), ("r", "R"))
            ]
            pieces.append("\n\n" + "\n\n".join([BESIDE, *shown, "</div>"]))
        done = block.end
    return "".join([*pieces, text[done:]])


def thumbnail(name: str, title: str) -> str:
    """A picture that leads to itself."""
    return f"[![{title}](figures/{name}){{ .thumbnail loading=lazy }}](figures/{name})"


def python_pictures(text: str, directory: Path) -> list[dict[str, Any]]:
    """Of each Python block: where it starts, whether it draws, its title and its size."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    namespace: dict[str, Any] = {}
    found = []
    for position, block in enumerate(snippets.blocks(text, "python")):
        snippets.run(block.code, namespace)
        start = block.end - len(f"```python\n{block.code}```")
        drawn: dict[str, Any] = {"start": start, "picture": False, "title": "", "size": (6.9, 4.6)}
        for figure in map(pyplot.figure, pyplot.get_fignums()):
            title = " ".join(ax.get_title(loc="left") or ax.get_title() for ax in figure.axes)
            figure.savefig(directory / f"gallery-{position}-python.png", dpi=DPI)
            drawn |= {"picture": True, "size": tuple(map(float, figure.get_size_inches()))}
            drawn["title"] = re.sub(r"[\[\]\s]+", " ", title).strip() or "figure"
        pyplot.close("all")
        found.append(drawn)
    return found


def r_pictures(blocks: list[snippets.Block], drawn: list[dict[str, Any]], directory: Path) -> None:
    """Run the R blocks in one session; each draws in the size of Python's picture."""
    if len(blocks) != len(drawn):
        raise UnpairedBlocksError(
            f"docs/gallery.md has {len(drawn)} Python blocks and {len(blocks)} in R: each needs "
            "its twin."
        )
    with tempfile.TemporaryDirectory() as folder:
        listed = []
        for position, (block, python) in enumerate(zip(blocks, drawn, strict=True)):
            code = Path(folder) / f"{position}.R"
            code.write_text(block.code, encoding="utf-8")
            picture = directory / f"gallery-{position}-r.png"
            listed.append({"code": str(code), "picture": str(picture.resolve()),
                           "width": python["size"][0], "height": python["size"][1]})  # fmt: skip
        names = Path(folder) / "blocks.json"
        names.write_text(json.dumps(listed), encoding="utf-8")
        script = Path(folder) / "gallery.R"
        script.write_text(R_SCRIPT.format(blocks=names, dpi=DPI), encoding="utf-8")
        run = subprocess.run(
            ["Rscript", str(script)], capture_output=True, text=True, check=False,
            env={"RETICULATE_PYTHON": sys.executable, "LC_ALL": "C.UTF-8",
                 "R_LIBS": str(ROOT / "build" / "r" / "library")} | os.environ,
        )  # fmt: skip
    if run.returncode:
        raise RCodeError(f"R code of docs/gallery.md fails:\n{run.stderr}")


class UnpairedBlocksError(Exception):
    """A block of one language has no twin in the other."""


class RCodeError(Exception):
    """The R code of the page does not run."""
