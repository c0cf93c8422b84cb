"""Do the claims that are shown, and the intervals, keep their word?

    python studies/validity/run.py                 # resumes where it was interrupted
    python studies/validity/run.py --page          # docs/validity.md from the results as they are
    python studies/validity/run.py --part power    # one part again

Writes a CSV file for each part and docs/validity.md; exit status 1 if a threshold is missed. Every
line is seeded by what it is about, not by what was computed before it. What is promised about
families in the papers' tests, runs, missing results and looks is read from the files of these
studies (`units.py`).
"""

from __future__ import annotations

import argparse
import csv
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import claims
import numpy as np
import page
import power
import scipy
import shown
import units

import jointstats

HERE = Path(__file__).parent
PARTIAL = HERE / "partial"

Row = dict[str, object]
Line = tuple[Row, Callable[[], Row | list[Row]]]
"""What a line is about, and how it is computed: a row, or several."""


def shown_lines() -> Iterator[Line]:
    for design in shown.DESIGNS:
        for number in range(shown.POPULATIONS):
            for n in shown.UNITS:
                about = {"design": design, "population": number, "n": n,
                         "function": "compare_algorithms leaderboard"}  # fmt: skip
                yield about, partial(_repeated, design, number, n)


def _repeated(design: str, number: int, n: int) -> Row:
    """The cell; above the limit by chance or not, it is repeated with fresh seeds."""
    counts = shown.error_rate(design, number, n)
    if counts["wrong"] / counts["tables"] > shown.limit(counts["tables"]):
        counts = shown.error_rate(design, number, n, again=1)
    return dict(counts)


def coverage_lines() -> Iterator[Line]:
    for name in claims.STATEMENTS:
        for n in claims.DATA_SETS:
            about = {"statements": name, "n": n, "function": "glrt_test bayes_test"}
            yield about, partial(claims.coverage, name, n)


def claim_lines() -> Iterator[Line]:
    for name in claims.CLAIMS:
        for n in claims.DATA_SETS_OF_CLAIMS:
            about = {"claim": name, "n": n, "function": "claim_test"}
            yield about, partial(claims.claim_errors, name, n)


def power_lines() -> Iterator[Line]:
    for name in power.SCENARIOS:
        for n in power.DESIGN_SETS if name == power.DESIGN else power.DATA_SETS:
            yield {"scenario": name, "n": n}, partial(power.power, name, n)


PARTS = {
    "shown": shown_lines,
    "coverage": coverage_lines,
    "claims": claim_lines,
    "power": power_lines,
}


def run(part: str) -> None:
    """Compute what is missing of a part, and put the whole in its place when all is there."""
    PARTIAL.mkdir(exist_ok=True)
    unfinished = PARTIAL / f"{part}.csv"
    seen = read(unfinished)
    start = time.process_time()
    for about, compute in PARTS[part]():
        if not lines_about(about, seen):
            append(unfinished, rows_of(about, compute))
            print(f"{part}: {about}  {time.process_time() - start:.0f} s", flush=True)
    seen = read(unfinished)  # in the sequence of the lines, whatever was computed first
    write(HERE / f"{part}.csv", [r for about, _ in PARTS[part]() for r in lines_about(about, seen)])
    unfinished.unlink()
    (HERE / f"{part}.versions").write_text(versions(part) + "\n")


def rows_of(about: Row, compute: Callable[[], Row | list[Row]]) -> list[Row]:
    """Rows of the results, computed now."""
    rows = compute()
    return [about | row for row in (rows if isinstance(rows, list) else [rows])]


def lines_about(about: Row, rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Rows of a file that are about this."""
    wanted = {name: str(value) for name, value in about.items()}
    return [row for row in rows if wanted.items() <= row.items()]


def versions(part: str) -> str:
    """What the results were computed with."""
    names = {"jointstats": jointstats.__version__, "NumPy": np.__version__,
             "SciPy": scipy.__version__, "Python": platform.python_version()}  # fmt: skip
    if part == "power":
        from importlib.metadata import version

        names |= {name: version(name) for name in ("autorank",) if find_spec(name)}
    return ", ".join(f"{name} {number}" for name, number in names.items())


def read(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def append(path: Path, rows: list[Row]) -> None:
    write(path, [*read(path), *rows])


def write(path: Path, rows: Sequence[Row]) -> None:
    new = path.with_suffix(".new")
    with new.open("w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    new.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--part", choices=PARTS, action="append", help="only this; may be repeated")
    parser.add_argument("--page", action="store_true", help="compute nothing")
    options = parser.parse_args()
    if not options.page:
        for part in options.part or PARTS:
            run(part)
    results = {part: read(HERE / f"{part}.csv") for part in PARTS}
    missing = [part for part, rows in results.items() if not rows]
    if missing:
        sys.exit(f"no results yet of: {', '.join(missing)}")
    others = units.read()
    checks = page.checks(results)
    used = {part: (HERE / f"{part}.versions").read_text().strip() for part in PARTS}
    text = page.render(results, checks, used, others)
    (HERE.parents[1] / "docs" / "validity.md").write_text(text)
    checks += page.unit_checks(units.promises(others))
    for check in checks:
        print(f"{'kept' if check.kept else 'MISSED'}: {check.promise}: {check.found}")
    sys.exit(not all(check.kept for check in checks))


if __name__ == "__main__":
    main()
