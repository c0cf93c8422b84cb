"""Do the claims that are shown, the leanings and the intervals keep their word?

    python studies/validity/run.py                 # resumes where it was interrupted
    python studies/validity/run.py --page          # docs/validity.md from the results as they are
    python studies/validity/run.py --part power    # one part again

Writes a CSV file for each part and docs/validity.md; exit status 1 if a threshold is missed. Every
line is seeded by what it is about, not by what was computed before it.
"""

from __future__ import annotations

import argparse
import csv
import platform
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import claims
import numpy as np
import page
import power
import scipy
from calibration import OTHERS, SETTINGS, SPREADS, calibration
from cells import all_cells
from family import error_rate

import jointstats

HERE = Path(__file__).parent
PARTIAL = HERE / "partial"
TABLES = 2_000

Row = dict[str, object]
Line = tuple[str, Callable[[], list[Row]]]


def family_lines() -> Iterator[Line]:
    for cell in all_cells():
        about = {"group": cell.group, "what": cell.what, "n": cell.n,
                 "ties": "equal" if cell.equal else "exact"}  # fmt: skip
        yield cell.name, lambda c=cell, a=about: [
            a | error_rate(c.name, c.design, c.n, c.equal, TABLES)
        ]


def leaning_lines() -> Iterator[Line]:
    for setting in SETTINGS:
        for spread in (*SPREADS, *OTHERS):
            yield f"{setting.name} | {spread}", lambda s=setting, x=spread: [
                {"setting": s.name, "spread": x} | calibration(s, x)
            ]


def coverage_lines() -> Iterator[Line]:
    for name in claims.STATEMENTS:
        for n in claims.DATA_SETS:
            yield f"{name} | {n}", lambda s=name, k=n: [
                {"statements": s, "n": k} | claims.coverage(s, k)
            ]


def claim_lines() -> Iterator[Line]:
    for name in claims.CLAIMS:
        for n in claims.DATA_SETS_OF_CLAIMS:
            yield f"{name} | {n}", lambda s=name, k=n: [
                {"claim": s, "n": k} | claims.claim_errors(s, k)
            ]


def power_lines() -> Iterator[Line]:
    libraries = bool(find_spec("autorank") and find_spec("baycomp"))
    if not libraries:
        print("without autorank and baycomp: pip install -e '.[bench]'", file=sys.stderr)
    for name in power.SCENARIOS:
        for n in power.DATA_SETS:
            yield f"{name} | {n}", lambda s=name, k=n: [
                {"scenario": s, "n": k} | row for row in power.power(s, k, libraries)
            ]


PARTS = {
    "family": family_lines,
    "leanings": leaning_lines,
    "coverage": coverage_lines,
    "claims": claim_lines,
    "power": power_lines,
}


def compute(part: str, key: str) -> list[Row]:
    """The rows of one line of a part."""
    return dict(PARTS[part]())[key]()


def run(part: str) -> None:
    """Compute what is missing of a part, and put the whole in its place when all is there."""
    PARTIAL.mkdir(exist_ok=True)
    partial = PARTIAL / f"{part}.csv"
    done = {row["line"] for row in _read(partial)}
    start = time.process_time()
    for key, rows in PARTS[part]():
        if key not in done:
            _append(partial, [{"line": key} | row for row in rows()])
            print(f"{part}: {key}  {time.process_time() - start:.0f} s", flush=True)
    partial.replace(HERE / f"{part}.csv")
    (HERE / f"{part}.versions").write_text(versions(part) + "\n")


def versions(part: str) -> str:
    """What the results were computed with."""
    found = {"jointstats": jointstats.__version__, "NumPy": np.__version__,
             "SciPy": scipy.__version__, "Python": platform.python_version()}  # fmt: skip
    if part == "power":
        from importlib.metadata import version

        found |= {name: version(name) for name in ("autorank", "baycomp") if find_spec(name)}
    return ", ".join(f"{name} {number}" for name, number in found.items())


def _read(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def _append(path: Path, rows: list[Row]) -> None:
    new = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--part", choices=PARTS, action="append", help="only this; may be repeated")
    parser.add_argument("--page", action="store_true", help="compute nothing")
    options = parser.parse_args()
    if not options.page:
        for part in options.part or PARTS:
            run(part)
    results = {part: _read(HERE / f"{part}.csv") for part in PARTS}
    missing = [part for part, rows in results.items() if not rows]
    if missing:
        sys.exit(f"no results yet of: {', '.join(missing)}")
    checks = page.checks(results)
    used = {part: (HERE / f"{part}.versions").read_text().strip() for part in PARTS}
    text = page.render(results, checks, used)
    (HERE.parents[1] / "docs" / "validity.md").write_text(text)
    for check in checks:
        print(f"{'kept' if check.kept else 'MISSED'}: {check.promise}: {check.found}")
    sys.exit(not all(check.kept for check in checks))


if __name__ == "__main__":
    main()
