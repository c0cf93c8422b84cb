"""Draw every figure in both languages, in one column and over a page, into docs/gallery.

A sheet for each figure and width: a row for each table, Python on the left, R on the right; then
docs/gallery-of-sizes.md, which shows the sheets. Run by ``make gallery``;
``python tools/gallery.py league`` draws the sheets with that in their names only, and leaves the
page alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from gallery_sheets import Row, sheet
from gallery_tables import SHOWN, table, write
from matplotlib import pyplot

import jointstats as js

matplotlib.rcParams["text.hinting"] = "no_hinting"  # few pixels, letters as wide as in print
ROOT = Path(__file__).resolve().parents[1]
SHEETS = ROOT / "docs" / "gallery"
PAGE = ROOT / "docs" / "gallery-of-sizes.md"
DPI = 90
PUBLIC = {name: getattr(js, name) for name in js.__all__}
WIDTHS = {"column": 3.3, "page": 6.9}
# What is called, in words that Python and R share, and the tables that it is called with.
CALLS = {
    "comparison": ("compare_algorithms(table)", ("2", "7", "12", "40", "100")),
    "rope": ("compare_algorithms(table)", ("rope",)),
    "table": ("table", ("2", "7", "40")),
    "pairwise": ('pairwise_tests(table, test="bayes")', ("7",)),
    "bayes": ("bayes_test(table)", ("rope",)),
    "best": ('bayes_test(table, question="best")', ("7",)),
    "glrt": ("glrt_test(table)", ("2",)),
    "network": ("network_test(table)", ("pair",)),
    "pareto": ("pareto_test(table)", ("7", "40")),
    "claim": ('claim_test(table, "RandomForest", "Bagging", better="mae")', ("pair",)),
    "wilcoxon": ("wilcoxon_test(table)", ("pair", "7")),
    "bayes-sign": ("bayes_sign_test(table)", ("rope",)),
    "plackett-luce": ("plackett_luce_test(table)", ("7",)),
    "hotelling": ("hotelling_test(table)", ("pair",)),
    "manova": ("manova_test(table)", ("7",)),
    "mardia": ("mardia_test(table)", ("7",)),
    "learn": ("learn_measures(table, share=0.5, rng=1)", ("7",)),
    "roc": ("simulate_roc(cases=100)", ("none",)),
    "plan": ("plan_datasets(table)", ("2",)),
}
# Figures that look the same whichever result draws them: the comparison's sheets show them.
ONCE = {"league", "quadrant", "front", "matrix", "network"}


@dataclass(frozen=True)
class Job:
    """One picture: what is called with which table, and how its figure is drawn.

    Attributes
    ----------
    key : str
        Of `CALLS`.
    call, table, figure, theme : str
    width : float
        Inches.
    size : str
        Of `WIDTHS`.
    file : str
        Path without language and suffix.
    dpi : int
    height : float
        Inches, as Python draws it, which may take less than the width.
    """

    key: str
    call: str
    table: str
    figure: str
    theme: str
    width: float
    size: str
    file: str
    dpi: int = DPI
    height: float = 4.6


def drawn(folder: Path, wanted: str) -> Iterator[Job]:
    """Draw Python's pictures; each with the height that it has."""
    for key, (call, tables) in CALLS.items():
        for name in tables:
            result = eval(call, PUBLIC | {"table": table(name)})
            for figure in figures(key, result):
                for theme, size in looks(key, name, figure):
                    file = f"{key}-{figure}-{name}-{theme}-{size}"
                    if wanted in sheet_of(key, figure, theme, size):
                        job = Job(key, call, name, figure, theme, WIDTHS[size], size, file)
                        yield picture(result, job, folder)


def figures(key: str, result: js.Result | js.ResultsTable) -> list[str]:
    """Those that a sheet shows."""
    known = {"comparison": {"results"}, "pairwise": set(), "network": ONCE - {"network"}}
    if key == "rope":
        return ["quadrant"] if "quadrant" in result.figures else []
    return [name for name in result.figures if name not in known.get(key, ONCE)]


def looks(key: str, name: str, figure: str) -> Iterator[tuple[str, str]]:
    """Themes and sizes: all sizes in colour, one figure of each kind in grey and dark, too."""
    yield from (("colour", size) for size in WIDTHS)
    if key == "comparison" and name == "7":
        yield from (("grey", "column"), ("dark", "column"))


def picture(result: js.Result | js.ResultsTable, job: Job, folder: Path) -> Job:
    """Draw one with matplotlib."""
    try:
        ax = result.plot(job.figure, width=job.width, theme=job.theme)
    except Exception as problem:
        print(f"{job.file}: {type(problem).__name__}: {problem}")
        return job
    ax.figure.savefig(folder / f"{job.file}-python.png", dpi=DPI)
    width, height = map(float, ax.figure.get_size_inches())
    pyplot.close(ax.figure)
    return Job(**asdict(job) | {"width": width, "height": height})


def sheet_of(key: str, figure: str, theme: str, size: str) -> str:
    """The name of the sheet on which a picture stands."""
    return f"{key}-{figure}-{size}" if theme == "colour" else f"{key}-{theme}"


def in_r(jobs: list[Job], folder: Path) -> None:
    """Draw the same with ggplot2."""
    (folder / "jobs.json").write_text(json.dumps([asdict(job) for job in jobs]), encoding="utf-8")
    run = subprocess.run(
        ["Rscript", str(ROOT / "tools" / "gallery.R"), str(folder)],
        capture_output=True, text=True, check=False,
        env=os.environ | {"RETICULATE_PYTHON": sys.executable, "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    print(run.stdout, end="")
    if run.returncode:
        print(run.stderr, end="")
        raise SystemExit(2)


def write_sheets(jobs: list[Job], folder: Path) -> dict[str, Job]:
    """Write the sheets; the first job of each."""
    on: dict[str, list[Job]] = {}
    for job in jobs:
        on.setdefault(sheet_of(job.key, job.figure, job.theme, job.size), []).append(job)
    SHEETS.mkdir(exist_ok=True)
    for name, those in on.items():
        themed = those[0].theme != "colour"
        rows = [
            Row(job.figure if themed else SHOWN[job.table],
                tuple(folder / f"{job.file}-{language}.png" for language in ("python", "r")))
            for job in those
        ]  # fmt: skip
        sheet(("Python", "R"), rows, SHEETS / f"{name}.png")
    return {name: those[0] for name, those in on.items()}


def page(sheets: dict[str, Job]) -> str:
    """The page that shows the sheets, small; each leads to itself."""
    parts = [HEAD]
    for key, (call, _) in CALLS.items():
        shown = dict.fromkeys(
            job.figure for job in sheets.values() if job.key == key and job.theme == "colour"
        )
        if not shown:
            continue
        parts.append(f"\n## {key.capitalize().replace('-', ' ')}\n\n`{call}`\n")
        for figure in sorted(shown, key=lambda name: name != "league"):
            links = [link(f"{key}-{figure}-{size}", f"{figure}, {WIDTHS[size]} inches")
                     for size in WIDTHS]  # fmt: skip
            parts.append(f"### `{figure}` of `{call.split('(')[0]}`\n\n" + "\n".join(links) + "\n")
        if key == "comparison":  # its figures in other colours
            themes = [link(f"{key}-{theme}", f"{theme} theme") for theme in ("grey", "dark")]
            parts.append("### Grey print, and dark pages\n\n" + "\n".join(themes) + "\n")
    return "\n".join(parts)


HEAD = """# Every figure at every size

Python on the left, R on the right; a row for each table, from 2 to 100 algorithms. Width: 3.3
inches, a column of a paper, and 6.9 inches, its page; letters keep their size, so what does not fit
is left out and counted. The tables of 12, 40 and 100 algorithms are made up by chance. A click
enlarges a sheet. `make gallery` draws them anew.
"""


def link(name: str, words: str) -> str:
    """A sheet as a small picture that leads to itself."""
    return (
        f'<a href="gallery/{name}.png"><img class="sheet" loading="lazy" alt="{words}" '
        f'width="330" src="gallery/{name}.png"></a>'
    )


def main(wanted: str = "") -> None:
    """Draw the sheets, and write the page if all of them are drawn."""
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder)
        jobs = list(drawn(folder, wanted))
        in_r(jobs, folder)
        sheets = write_sheets(jobs, folder)
    if not wanted:
        for stale in set(SHEETS.glob("*.png")) - {SHEETS / f"{name}.png" for name in sheets}:
            stale.unlink()
        PAGE.write_text(page(sheets), encoding="utf-8")
    size = sum(path.stat().st_size for path in SHEETS.glob("*.png"))
    print(f"{len(sheets)} sheets drawn; {size / 1e6:.1f} MB in {SHEETS.relative_to(ROOT)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
