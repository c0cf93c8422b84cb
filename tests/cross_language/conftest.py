"""Three ways to ask the same question: Python, the installed R package, and rbridge."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def rscript(*arguments: str) -> str:
    """What R prints in a fresh process, with the installed package and this Python."""
    found = shutil.which("Rscript")
    assert found, "R is not installed: make setup-r"
    ran = subprocess.run([found, *arguments], capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="session")
def exchange(tmp_path_factory):
    """A folder with the inputs, and what R answered to all questions on them."""
    folder = tmp_path_factory.mktemp("exchange")
    sources = [f"source('{HERE / name}', encoding = 'UTF-8')" for name in ("dump.R", "inputs.R")]
    code = "; ".join([*sources, f"write_inputs('{folder}')"])
    rscript("-e", code)
    rscript(str(HERE / "run_r.R"), str(HERE), str(folder))
    return folder


@pytest.fixture(scope="session")
def from_r(exchange):
    """What R answered: input to question to outcome."""
    return json.loads((exchange / "from_r.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def documents(tmp_path_factory):
    """A folder with the reports, outlines and curves that R made."""
    folder = tmp_path_factory.mktemp("documents")
    rscript(str(HERE / "documents.R"), str(folder))
    return folder


@pytest.fixture(scope="session")
def read_by_r(tmp_path_factory):
    """A function that lets R read files, a call for each, and gives back what it found."""

    def read(calls):
        file = tmp_path_factory.mktemp("readers") / "calls.json"
        file.write_text(json.dumps(calls, default=str), encoding="utf-8")
        return json.loads(rscript(str(HERE / "readers.R"), str(file)))

    return read
