"""Notebooks for Python courses from the vignettes: prose and Python chunks only, executed.

Usage: python make_notebooks.py FOLDER
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import jupytext
from nbclient import NotebookClient
from rmd import CHUNK, VIGNETTES

FOLDED = {"jupyter": {"source_hidden": True, "outputs_hidden": True}, "tags": ["hide-cell"]}
OPEN = re.compile(r"<details>\s*<summary>(.*?)</summary>", re.S)
CLOSE = "</details>"


def python_only(source: str) -> str:
    """Leave out other languages' chunks, and options of Python's that only knitr knows."""
    title = re.search(r'^title: "(.*)"$', source, re.M)
    body = re.sub(r"\A---\n.*?\n---\n", "", source, flags=re.S)
    body = CHUNK.sub(
        lambda chunk: f"```{{python}}\n{chunk[3]}```" if chunk[1] == "python" else "", body
    )
    return f"# {title[1] if title else ''}\n\n{body}"


def fold_solutions(notebook) -> None:
    """A fold cannot span cells: fold each text cell of a solution, and hide its code cells."""
    summary = None
    for cell in notebook.cells:
        if cell.cell_type == "code":
            if summary:
                cell.metadata.update(FOLDED)
            continue
        opened = summary is not None
        text = cell.source
        last_open, last_close = text.rfind("<details>"), text.rfind(CLOSE)
        if opened:
            text = f"<details><summary>{summary} (continued)</summary>\n\n{text}"
        if last_open > last_close:
            summary = OPEN.findall(text)[-1]
        elif last_close >= 0:
            summary = None
        if summary:
            text += f"\n\n{CLOSE}"
        cell.source = text


def make(path: Path, folder: Path) -> None:
    """Convert one vignette, execute it, write the notebook."""
    notebook = jupytext.reads(python_only(path.read_text(encoding="utf-8")), fmt="Rmd")
    notebook.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    fold_solutions(notebook)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    jupytext.write(notebook, folder / f"{path.stem}.ipynb", fmt="ipynb")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path in VIGNETTES:
        start = time.perf_counter()
        make(path, folder)
        print(f"{folder / path.stem}.ipynb  {time.perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
