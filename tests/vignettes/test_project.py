"""The script that students begin with runs as it stands, in both languages, and says the same."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import jointstats as js

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "build" / "r" / "library"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where both scripts and a file of results are."""
    here = tmp_path_factory.mktemp("project")
    frame = js.load_frame("weka")
    two = frame[frame["algorithm"].isin(["J48graft", "RandomForest"])]
    two.to_csv(here / "results.csv", index=False)
    page = (ROOT / "vignettes" / "project.md").read_text(encoding="utf-8")
    for name in ("compare.py", "compare.R"):
        code = re.search(rf'^    ```\w+ title="{name}"\n(.*?)^    ```$', page, re.M | re.S)[1]
        (here / name).write_text(re.sub("^    ", "", code, flags=re.M), encoding="utf-8")
    return here


def output(command, folder, **environment):
    run = subprocess.run(
        command, cwd=folder, capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"} | environment,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert (folder / "comparison.html").stat().st_size > 10_000
    assert (folder / "comparison.pdf").stat().st_size > 1_000
    for name in ("comparison.html", "comparison.pdf"):
        (folder / name).unlink()
    return " ".join(run.stdout.split())


def test_both_scripts_answer_the_planned_question(folder):
    claim = js.claim_test(
        js.results_table(
            pd.read_csv(folder / "results.csv"), dataset="dataset", algorithm="algorithm",
            measures={"accuracy": "max", "training_time": "min"}, rope={"accuracy": 0.01},
        ),
        "J48graft", "RandomForest", not_worse=["accuracy"], better=["training_time"],
    )  # fmt: skip
    assert claim.verdict in output([sys.executable, "-W", "ignore", "compare.py"], folder)
    if not (LIBRARY / "jointstats").is_dir():
        pytest.fail("This test needs the R package in build/r/library: make r-library")
    said = output(
        ["Rscript", "compare.R"], folder, R_LIBS=str(LIBRARY), RETICULATE_PYTHON=sys.executable
    )
    assert claim.verdict in said
