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

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs" / "site"))

from lecture_source import SOURCES, Chunk, shown, title

FOLDED = {"jupyter": {"source_hidden": True, "outputs_hidden": True}, "tags": ["hide-cell"]}
OPEN = re.compile(r"<details>\s*<summary>(.*?)</summary>", re.S)
CLOSE = "</details>"


def python_only(source: str) -> str:
    """The title, the prose and the Python chunks that readers see."""
    parts = [f"# {title(source)}\n"]
    for piece in shown(source, "python"):
        if not isinstance(piece, Chunk):
            parts.append(piece.text)
        else:
            parts.append(f"```{{python}}\n{piece.code}```")
    return "\n".join(parts)


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
    for path in SOURCES:
        start = time.perf_counter()
        make(path, folder)
        print(f"{folder / path.stem}.ipynb  {time.perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
