"""The same numbers with old and new libraries: make environments, test and replay in each.

``make versions``; a part of it: ``python tools/versions.py --sets oldest 3.13 --tests none``. The
oldest set has the lower bounds of pyproject.toml, the others the newest that pip finds. Prints the
table of docs/validity.md (its template); ends with 1 if a test or a number fails.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "versions"
OLDEST = "oldest"
# Each set with the Pythons that will do, the first that is found.
SETS = {OLDEST: ("3.11", "3.12"), "3.11": ("3.11",), "3.12": ("3.12",), "3.13": ("3.13",)}
SHOWN = ("numpy", "scipy", "pandas", "networkx", "matplotlib")
EXTRAS = ".[plot,parallel,dev]"
# Libraries that are used only to compute and draw; those that read other programs' files are left
# as pip finds them.
BOUND = ("numpy", "scipy", "pandas", "networkx", "matplotlib", "joblib", "pyarrow")
TESTS = (
    *(str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("tests/python/test_kernel_*.py"))),
    "tests/python/test_known_tests.py",
    "tests/python/test_display.py",
    "tests/python/test_row_order.py",
    "tests/python/test_same_bytes.py",
)
COLUMNS = (
    "libraries", "Python", *SHOWN, "tests passed", "failed", "numbers", "equal to the last bit",
    "largest deviation", "calls that fail", "seconds",
)  # fmt: skip


@dataclass(frozen=True)
class Environment:
    """A set of libraries in a folder of its own."""

    name: str
    python: Path

    @property
    def oldest(self) -> bool:
        """Whether it has the lower bounds."""
        return self.name == OLDEST

    def run(self, *words: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
        """Run its Python in the checkout, on one thread."""
        keep = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        env = keep | {"OMP_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}
        return subprocess.run([self.python, *words], cwd=ROOT, env=env, text=True, **more)


def lower_bounds() -> dict[str, str]:
    """The oldest versions that pyproject.toml allows, as requirements of pip."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    bounds = {}
    for requirement in (
        *project["dependencies"],
        *(extra_requirement for extra in extras for extra_requirement in extra),
    ):
        parts = re.fullmatch(r"([\w-]+)>=([\d.]+)", requirement)
        if parts and parts[1] in BOUND:
            bounds[parts[1]] = f"{parts[1]}=={parts[2]}.*"
    return bounds


def pythons(given: list[str]) -> Iterator[tuple[str, str]]:
    """Version and path of the Pythons that are named, on the path, pyenv's, or this one."""
    homes = sorted(map(str, Path.home().glob(".pyenv/versions/*/bin/python3")))
    known = [f"python{version}" for several in SETS.values() for version in several]
    for path in given or [*known, *homes, sys.executable]:
        where = shutil.which(path)
        if where is None:
            if given:
                print(f"There is no Python at {path}.")
            continue
        ask = "import sys; print('%d.%d' % sys.version_info[:2])"
        done = subprocess.run([where, "-c", ask], text=True, capture_output=True)
        if not done.returncode:
            yield done.stdout.strip(), where


def make(name: str, python: str, folder: Path) -> Environment:
    """A new environment with jointstats and what its tests need."""
    place = folder / name
    shutil.rmtree(place, ignore_errors=True)
    subprocess.run([python, "-m", "venv", place], check=True)
    environment = Environment(name, place / "bin" / "python")
    pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check"]
    bounds = (
        [f"{requirement}" for requirement in lower_bounds().values()] if environment.oldest else []
    )
    environment.run(*pip, *bounds, "-e", EXTRAS, check=True)
    return environment


def versions(environment: Environment) -> dict[str, str]:
    """What is installed."""
    ask = (
        "import json, platform; from importlib.metadata import version; "
        f"print(json.dumps([platform.python_version(), *map(version, {SHOWN!r})]))"
    )
    done = environment.run("-c", ask, check=True, stdout=subprocess.PIPE)
    return dict(zip(("Python", *SHOWN), json.loads(done.stdout), strict=True))


def tested(environment: Environment, tests: list[str]) -> dict[str, int]:
    """How many tests passed and failed."""
    if tests == ["none"]:
        return {"tests passed": 0, "failed": 0}
    done = environment.run(
        "-m", "pytest", "-n", "2", "-q", "-W", "ignore", "--tb=short", *tests,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    last = "\n".join(done.stdout.splitlines()[-200:])
    if done.returncode:
        print(last)
    counts = {
        word: int(n) for n, word in re.findall(r"(\d+) (passed|failed|error)", _summary(done))
    }
    failed = counts.get("failed", 0) + counts.get("error", 0)
    return {
        "tests passed": counts.get("passed", 0),
        "failed": failed if not done.returncode or failed else 1,
    }


def _summary(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line for line in done.stdout.splitlines() if re.search(r"\d+ passed|\d+ failed", line)]
    return lines[-1] if lines else ""


def replayed(environment: Environment, every: bool) -> dict[str, Any]:
    """What was recorded, asked again there."""
    words = ["tests/wasm/replay.py", "--json", *(["--all"] if every else [])]
    done = environment.run("-W", "ignore", *words, check=True, stdout=subprocess.PIPE)
    rows = json.loads(done.stdout.splitlines()[-1])
    for row in rows:
        if row["faults"]:
            print(f"{environment.name}: {row['name']}", *row["faults"][:3], sep="\n  ")
    return {
        "numbers": sum(row["numbers"] for row in rows),
        "equal to the last bit": sum(row["exact"] for row in rows),
        "largest deviation": f"{max(row['worst'] for row in rows):.0e}",
        "calls that fail": sum(bool(row["faults"]) for row in rows),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The matrix in Markdown."""
    cells = [list(COLUMNS), ["---"] * len(COLUMNS)]
    cells += [[str(row.get(name, "")) for name in COLUMNS] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def main() -> int:
    """Make, test and replay; the exit status."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    given.add_argument("--pythons", nargs="+", default=[])
    given.add_argument("--tests", nargs="+", default=list(TESTS), help='files, or "none"')
    given.add_argument("--replay", choices=("tenth", "all"), default="tenth")
    given.add_argument("--folder", type=Path, default=FOLDER)
    given.add_argument("--kept", action="store_true", help="take the environments as they are")
    asked = given.parse_args()
    there = dict(reversed(list(pythons(asked.pythons))))
    rows = []
    for name in asked.sets:
        python = next((there[version] for version in SETS[name] if version in there), None)
        if python is None:
            print(f"Python {' or '.join(SETS[name])} was not found: nothing is said of it.")
            continue
        start = time.perf_counter()
        existing = Environment(name, asked.folder.resolve() / name / "bin" / "python")
        environment = existing if asked.kept else make(name, python, asked.folder.resolve())
        row: dict[str, Any] = {"libraries": "oldest" if environment.oldest else "newest"}
        row |= versions(environment)
        row |= replayed(environment, asked.replay == "all")
        row |= tested(environment, asked.tests)
        row["seconds"] = round(time.perf_counter() - start)
        rows.append(row)
        print(table(rows[-1:]).splitlines()[-1], flush=True)
    print(table(rows))
    return int(not rows or any(row["failed"] or row["calls that fail"] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
