"""Write down exactly which files the tests ran with: `make lock`, as a step of a release.

Of everything that the development environment needs, the version and the SHA-256 of the one file
that pip takes on this system with this Python, into ``requirements/``; `make setup-locked` installs
these files and no others.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXTRAS = "all,dev,docs,r"
RINTERFACE = "rpy2-rinterface==3.6.5"  # the newest one that R before 4.5 can load


def target() -> Path:
    """The list of this system and this Python: ``linux-x86_64-3.11.txt``."""
    version = ".".join(map(str, sys.version_info[:2]))
    return ROOT / "requirements" / f"{sys.platform}-{platform.machine()}-{version}.txt"


def resolved() -> list[dict]:
    """What pip would install into an empty environment, with where from."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    how = ["--dry-run", "--ignore-installed", "--report", "-", f"{ROOT}[{EXTRAS}]", RINTERFACE]
    done = subprocess.run([*pip, *how], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)["install"]


def line(package: dict) -> str:
    """A file as pip wants it named, and checked."""
    about, file = package["metadata"], package["download_info"]["archive_info"]["hashes"]
    return f"{about['name'].lower()}=={about['version']} --hash=sha256:{file['sha256']}"


if __name__ == "__main__":
    if "--name" in sys.argv:  # for make: which file is it?
        print(target().relative_to(ROOT))
        raise SystemExit
    lines = sorted(
        line(package) for package in resolved() if "archive_info" in package["download_info"]
    )
    head = "# Written by `make lock`: what the tests ran with, file by file.\n"
    target().write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
